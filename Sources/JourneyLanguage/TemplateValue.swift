package import Diagnostics
package import JourneyModel

/// A value of a scenario whose texts may be templates; every part knows its place.
package indirect enum TemplateValue: Sendable, Hashable {
  /// Nothing in it has to be bound.
  case constant(Value, SourceRange)
  case text(Template)
  case list([TemplateValue], SourceRange)
  case map([Member], SourceRange)

  /// One named value.
  package struct Member: Sendable, Hashable {
    package var name: Located<String>
    package var value: TemplateValue

    package init(name: Located<String>, value: TemplateValue) {
      self.name = name
      self.value = value
    }
  }

  /// Its place.
  package var range: SourceRange {
    switch self {
    case .constant(_, let range), .list(_, let range), .map(_, let range): range
    case .text(let template): template.range
    }
  }
}
