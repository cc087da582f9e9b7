import JourneyMock
import JourneyModel

/// A screen as pages show it, its names looked up.
struct HostedScreenRule: Sendable {
  var id: String
  var forms: [HostedFormRule]
  /// `nil` where the file arranges nothing: forms then follow one another.
  var layout: Layout?
  /// What it tells besides its forms.
  var facts: [HostedFactRule] = []

  func form(_ id: String) -> HostedFormRule? { forms.first { $0.id == id } }
}

/// A form as pages show it.
struct HostedFormRule: Sendable {
  var id: String
  var condition: Guard
  var widgets: [HostedWidgetRule]
  /// Whether it leads to the page of an identity provider.
  var isProvider = false
}

/// A text that a page tells by a name.
struct HostedFactRule: Sendable {
  var name: String
  /// By language.
  var texts: [TextTemplate]

  /// Whether reports must not show it: what an authenticator app is set up with.
  var isSecret: Bool { name == "sharedSecret" }
}

/// What a message has beside its text.
struct HostedMessageRule: Sendable {
  /// The name that stays when the text is translated.
  var key: String?
  /// The status of a page that says it; `nil` for 200.
  var status: Int?
  /// Where it offers to go.
  var links: [Link] = []

  /// One place to go, and what its form is called.
  struct Link: Sendable, Hashable {
    var id: String
    /// `nil` where the message's own text is the link.
    var label: String?
    var url: String
  }
}

/// A widget as pages show it, and what an answer to it may be.
struct HostedWidgetRule: Sendable {
  /// What a page makes of it.
  enum Kind: Sendable, Hashable {
    case output
    case entry(Entry.Purpose)
    case toggle
    case choice(takesSeveral: Bool)
    /// One of several means to prove who one is, and of its methods.
    case authenticator
    /// True or false, by two choices.
    case decision
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
    case .entry, .toggle, .choice, .authenticator, .decision: !isReadOnly
    case .output, .submitter, .close: false
    }
  }
}

/// One choice of a list.
struct HostedOptionRule: Sendable {
  var value: TextTemplate
  var condition: Guard
  var label: [TextTemplate]
  /// What selects it besides: its authenticator, its method.
  var facts: [Fact] = []
}
