import Encodings
import JourneyModel
import Testing

@testable import IDXDialect

/// A body written in a test, and the screen it becomes.
struct MappedBody {
  let snapshot: IDXSnapshot
  let warnings: [String]

  var screen: Screen { snapshot.screen }

  init(_ text: String) throws {
    try self.init(#require(IDXResponse(JSONReader.read(text))))
  }

  init(_ response: IDXResponse) {
    var mapping = IDXMapping(response)
    snapshot = mapping.snapshot()
    warnings = mapping.warnings
  }

  /// A body with one remediation of these fields, beside a state handle.
  static func form(_ fields: String, name: String = "some-form", more: String = "") throws -> MappedBody {
    try MappedBody(
      """
      {"version": "1.0.0", "stateHandle": "top", "remediation": {"value": [{"rel": ["create-form"], "name": "\(name)",
        "method": "POST", "href": "https://acme.okta.test/idp/idx/x", "value": [\(fields),
        {"name": "stateHandle", "required": true, "value": "own", "visible": false, "mutable": false}]}]}\(more)}
      """)
  }

  /// The widgets of the first form.
  var widgets: [Widget] { screen.forms.first?.widgets ?? [] }

  func widget(_ id: WidgetID) throws -> Widget { try #require(widgets.first { $0.id == id }) }

  /// What the first form sends for these answers, as JSON, secrets revealed.
  func sent(_ answers: [(WidgetID, AnswerValue)] = [], force: Bool = false) throws -> String {
    let form = try #require(screen.forms.first)
    let submission = Submission(form: form.id, answers: answers.map { Answer(widget: $0.0, value: $0.1) }, isForced: force)
    var filling = IDXSubmission(submission, form: try #require(snapshot.forms[form.id]), shown: form)
    return JSONWriter.text(of: Self.revealed(try filling.body()))
  }

  private static func revealed(_ value: JourneyModel.Value) -> JSONValue {
    switch value {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .number(let spelling): .number(spelling)
    case .text(let text): .string(text)
    case .secret(let secret): .string(secret.unsafeText)
    case .list(let elements): .array(elements.map(revealed))
    case .map(let members): .object(members.map { JSONValue.Member($0.name, revealed($0.value)) })
    }
  }

  /// The sentence with which the form is refused.
  func refusal(_ answers: [(WidgetID, AnswerValue)], sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> String {
    do {
      let body = try sent(answers)
      Testing.Issue.record("sent \(body)", sourceLocation: sourceLocation)
      return ""
    } catch let refusal as IDXSubmissionProblem {
      return refusal.sentence
    }
  }
}
