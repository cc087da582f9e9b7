import JourneyMock
import JourneyModel

/// A screen as pages show it, its names looked up.
struct HostedScreenRule: Sendable {
  var id: String
  var forms: [HostedFormRule]
  /// `nil` where the file arranges nothing: forms then follow one another.
  var layout: Layout?

  func form(_ id: String) -> HostedFormRule? { forms.first { $0.id == id } }
}

/// A form as pages show it.
struct HostedFormRule: Sendable {
  var id: String
  var condition: Guard
  var widgets: [HostedWidgetRule]
}

/// A widget as pages show it, and what an answer to it may be.
struct HostedWidgetRule: Sendable {
  /// What a page makes of it.
  enum Kind: Sendable, Hashable {
    case output
    case entry(Entry.Purpose)
    case toggle
    case choice(takesSeveral: Bool)
    case submitter
    case close
  }

  var id: String
  /// The id split at its dots, as an answer is nested.
  var path: [String]
  /// The word of the tenant's file, e.g. `input`.
  var typeName: String
  var kind: Kind
  var condition: Guard
  /// By language, as are all texts.
  var label: [TextTemplate] = []
  var value: [TextTemplate] = []
  var placeholder: [TextTemplate] = []
  /// Whether labels are written in HTML.
  var isMarkup = false
  var isOn = false
  var isReadOnly = false
  var isRequired = false
  /// The values that are chosen before anybody answers.
  var selected: [String] = []
  var options: [HostedOptionRule] = []
  var autocomplete: String?
  var inputMode: String?
  var render: String?
  /// Of what is typed.
  var text = TextRules()
  /// The bounds of a list of several, in choices.
  var fewest: Int?
  var most: Int?

  /// Whether it takes an answer.
  var takesAnswer: Bool {
    switch kind {
    case .entry, .toggle, .choice: !isReadOnly
    case .output, .submitter, .close: false
    }
  }
}

/// One choice of a list.
struct HostedOptionRule: Sendable {
  var value: TextTemplate
  var condition: Guard
  var label: [TextTemplate]
}
