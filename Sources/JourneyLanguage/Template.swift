package import Diagnostics
package import JourneyModel

/// A text with `${…}` in it, parsed once and bound per walk.
package struct Template: Sendable, Hashable {
  /// A stretch of a template.
  package enum Part: Sendable, Hashable {
    case literal(String)
    case expression(Expression)
  }

  /// Never two literals in a row; `$${` is already a literal `${`.
  package var parts: [Part]
  /// The place of the whole text.
  package var range: SourceRange

  package init(parts: [Part], range: SourceRange) {
    self.parts = parts
    self.range = range
  }

  /// The text, where nothing has to be bound.
  package var constant: String? {
    switch parts.count {
    case 0: ""
    case 1: if case .literal(let text) = parts[0] { text } else { nil }
    default: nil
    }
  }
}

/// What is between `${` and `}`.
package indirect enum Expression: Sendable, Hashable {
  case reference(Reference)
  case call(TemplateFunction, arguments: [Expression], range: SourceRange)
  /// An argument in quotes.
  case literal(String)
}

/// A variable's name and the way into its value.
package struct Reference: Sendable, Hashable {
  /// One step into a value.
  package enum Part: Sendable, Hashable {
    case member(String)
    case index(Int)
  }

  package var name: String
  /// Empty for the variable itself.
  package var path: [Part]
  /// What it is where nothing is bound: `${name, 'default'}`.
  package var fallback: String?
  package var range: SourceRange

  package init(name: String, path: [Part] = [], fallback: String? = nil, range: SourceRange) {
    self.name = name
    self.path = path
    self.fallback = fallback
    self.range = range
  }
}

/// The functions that an expression may call.
package enum TemplateFunction: String, Sendable, Hashable, CaseIterable {
  case uuid
  case uniqueEmail = "unique_email"
  case digits
  case totp
  case now
  case base64url
  case sha256
  case lower
  case urlEncode = "url_encode"
  case loginHint = "login_hint"
}

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
