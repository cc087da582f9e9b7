package import Diagnostics
package import JourneyLanguage

/// What `start` and `start_again` say.
package struct StartSpecification: Sendable, Hashable {
  /// The keys that the dialect names.
  package var keys: [TemplateValue.Member]
  package var parameters: [TemplateValue.Member]
  package var headers: [TemplateValue.Member]
  /// `nil` if nothing was written.
  package var range: SourceRange?

  package init(
    keys: [TemplateValue.Member] = [], parameters: [TemplateValue.Member] = [], headers: [TemplateValue.Member] = [],
    range: SourceRange? = nil
  ) {
    self.keys = keys
    self.parameters = parameters
    self.headers = headers
    self.range = range
  }

  /// The names that its values use.
  var references: [Reference] { keys.references + parameters.references + headers.references }
}
