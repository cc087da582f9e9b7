package import JourneyModel
internal import LocatedYAML

/// A screen as a step of a recording: what is expected of it, what is taken from it, and how it is answered.
package struct RecordedScreen: Sendable, Hashable {
  /// A widget that a person fills in.
  package struct Widget: Sendable, Hashable {
    package var id: String
    package var type: String?
    package var label: String?
    package var isRequired: Bool
  }

  /// A message that the screen has to show.
  package struct Message: Sendable, Hashable {
    /// `global`, or a widget's id.
    package var scope: String
    package var level: MessageLevel
    /// `nil` for any text.
    package var text: String?

    package init(scope: String, level: MessageLevel, text: String?) {
      self.scope = scope
      self.level = level
      self.text = text
    }
  }

  /// A value of the screen that a later answer is made of.
  package struct Capture: Sendable, Hashable {
    package var name: String
    /// `widget` or `fact`.
    package var kind: String
    package var id: String

    package init(_ name: String, kind: String, id: String) {
      self.name = name
      self.kind = kind
      self.id = id
    }
  }

  package struct Answer: Sendable, Hashable {
    package var widget: String
    package var origin: AnswerOrigin

    package init(_ widget: String, _ origin: AnswerOrigin) {
      self.widget = widget
      self.origin = origin
    }
  }

  package var id: String
  /// How long it is waited for, e.g. `30s`; `nil` if it is there at once.
  package var within: String?
  package var widgets: [Widget] = []
  /// The ids of all its widgets; `nil` if others may be there.
  package var onlyWidgets: [String]?
  package var messages: [Message] = []
  /// Whether it has any messages that are not compared.
  package var hasOtherMessages = false
  package var comparesWhole = false
  package var captures: [Capture] = []
  package var answers: [Answer] = []
  /// What is pressed, where the answers do not tell.
  package var press: String?

  /// Whether it is sent though the screen does not allow it, as some apps do.
  package var isForced = false

  package init(id: String) { self.id = id }

  var lines: [String] {
    var lines = ["- screen: \(YAMLText.scalar(id))"]
    if let within { lines.append("  within: \(within)") }
    if comparesWhole { lines.append("  snapshot: true") }
    if !widgets.isEmpty { lines += ["  widgets:"] + widgets.map { "    \($0.line)" } }
    if let onlyWidgets { lines.append("  only_widgets: [\(Self.list(onlyWidgets))]") }
    lines += messageLines
    if !captures.isEmpty { lines += ["  capture:"] + captures.map { "    \($0.name): {\($0.kind): \(Self.scalar($0.id))}" } }
    if let press { lines.append("  press: \(YAMLText.scalar(AnswerOrigin.literal(press)))") }
    if isForced { lines.append("  force: true") }
    if !answers.isEmpty {
      lines += ["  answers:"] + answers.map { "    \(YAMLText.scalar($0.widget)): \($0.origin.written)" }
    }
    return lines
  }

  private var messageLines: [String] {
    if hasOtherMessages { return ["  messages: any"] }
    guard !messages.isEmpty else { return [] }
    var scopes: [String] = []
    for message in messages where !scopes.contains(message.scope) { scopes.append(message.scope) }
    return ["  messages:"]
      + scopes.map { scope in
        let written = messages.filter { $0.scope == scope }.map(\.written)
        return "    \(YAMLText.scalar(scope)): " + (written.count == 1 ? written[0] : "[\(written.joined(separator: ", "))]")
      }
  }

  private static func list(_ texts: [String]) -> String { texts.map(scalar).joined(separator: ", ") }
  private static func scalar(_ text: String) -> String { YAMLText.scalar(text, isInBrackets: true) }
}

extension RecordedScreen.Widget {
  fileprivate var line: String {
    var attributes: [String] = []
    if let type { attributes.append("type: \(YAMLText.scalar(type, isInBrackets: true))") }
    if let label { attributes.append("label: \(YAMLText.scalar(AnswerOrigin.literal(label), isInBrackets: true))") }
    if isRequired { attributes.append("required: true") }
    return "\(YAMLText.scalar(id)): " + (attributes.isEmpty ? "present" : "{\(attributes.joined(separator: ", "))}")
  }
}

extension RecordedScreen.Message {
  fileprivate var written: String {
    let level = "level: \(YAMLText.scalar(level.text, isInBrackets: true))"
    guard let text else { return "{\(level)}" }
    return "{equals: \(YAMLText.scalar(AnswerOrigin.literal(text), isInBrackets: true)), \(level)}"
  }
}
