package import JourneyMock
package import JourneyModel

/// A screen as pages show it, its names looked up.
package struct HostedScreenRule: Sendable {
  package var id: String
  package var forms: [HostedFormRule]
  /// `nil` where the file arranges nothing: forms then follow one another.
  package var layout: Layout?
  /// What it shows in addition to its forms.
  package var facts: [HostedFactRule] = []

  package func form(_ id: String) -> HostedFormRule? { forms.first { $0.id == id } }
}

/// A form as pages show it.
package struct HostedFormRule: Sendable {
  package var id: String
  package var condition: Guard
  package var widgets: [HostedWidgetRule]
  /// Whether it leads to the page of an identity provider.
  package var isProvider = false
  /// The provider's name, by language.
  package var provider: [TextTemplate] = []
}

/// A text that a page shows by a name.
package struct HostedFactRule: Sendable {
  package var name: String
  /// By language.
  package var texts: [TextTemplate]

  /// Whether reports must not show it: what an authenticator app is set up with.
  package var isSecret: Bool { name == "sharedSecret" }
}

/// What a message has in addition to its text.
package struct HostedMessageRule: Sendable {
  /// The name that stays when the text is translated.
  package var key: String?
  /// The status of a page that says it; `nil` for 200.
  package var status: Int?
  /// Where it offers to go.
  package var links: [Link] = []

  /// One place to go, and what its form is called.
  package struct Link: Sendable, Hashable {
    package var id: String
    /// `nil` where the message's own text is the link.
    package var label: String?
    package var url: String
  }
}

/// A widget as pages show it, and what an answer to it may be.
package struct HostedWidgetRule: Sendable {
  /// What a page makes of it.
  package enum Kind: Sendable, Hashable {
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

  package var id: String
  /// The id split at its dots, as an answer is nested.
  package var path: [String]
  /// The word of the tenant's file, e.g. `input`.
  package var typeName: String
  package var kind: Kind
  package var condition: Guard
  /// By language, as are all texts.
  package var label: [TextTemplate] = []
  package var value: [TextTemplate] = []
  package var placeholder: [TextTemplate] = []
  /// Whether labels are written in HTML.
  package var isMarkup = false
  package var isOn = false
  package var isReadOnly = false
  package var isRequired = false
  /// The values that are chosen before anybody answers.
  package var selected: [String] = []
  package var options: [HostedOptionRule] = []
  package var autocomplete: String?
  package var inputMode: String?
  package var render: String?
  /// Of what is typed.
  package var text = TextRules()
  /// The bounds of a list of several, in choices.
  package var fewest: Int?
  package var most: Int?

  /// Whether it takes an answer.
  package var takesAnswer: Bool {
    switch kind {
    case .entry, .toggle, .choice, .authenticator, .decision: !isReadOnly
    case .output, .submitter, .close: false
    }
  }
}

/// One choice of a list.
package struct HostedOptionRule: Sendable {
  package var value: TextTemplate
  package var condition: Guard
  package var label: [TextTemplate]
  /// What else selects it: its authenticator, its method.
  package var facts: [Fact] = []
  /// The heading above it and its neighbours, by language; empty where there is none.
  package var group: [TextTemplate] = []
}
