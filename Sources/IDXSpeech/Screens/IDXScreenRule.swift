import Encodings
import JourneyMock

/// A screen of an org: a form for each remediation and action that it offers, and the authenticator that it is about.
struct IDXScreenRule: Sendable {
  /// As the client names it: the first remediation's name, its authenticator's key, the method; or `terminal/` and a message's key.
  var id: String
  var authenticator: AuthenticatorKind?
  /// The methods that are shown of the authenticator.
  var methods: [String]
  /// In the order sent.
  var forms: [IDXFormRule]
  /// What it shows in addition to its forms.
  var context: [IDXText]
  /// How it asks the person's device who they are; empty if it does not.
  var challenge: [JSONValue.Member] = []

  /// What is offered in addition to its forms.
  var implied: [IDXImpliedForm] = []
  /// What the org says of the authenticator that is set up, such as what a password needs; empty for nothing.
  var settings: [JSONValue.Member] = []

  /// Whether the journey ends here, for all that a client can do.
  var isTerminal: Bool { forms.isEmpty }

  func form(_ id: String) -> IDXFormRule? { forms.first { $0.id == id } }

  /// Whether nothing but a new journey leads on; from other ends a person may start over (okta/okta-signin-widget,
  /// `playground/mocks/data/idp/idx`).
  var isFinal: Bool { isTerminal && Self.final.contains(id) }

  private static let final: Set<String> = [
    "terminal/security.access_denied", "terminal/core.system.transaction_resource_not_found", "terminal/tooManyRequests",
    "terminal/idx.recovery.completed", "terminal/idx.operation.cancelled.by.user",
    "terminal/idx.error.code.access_denied.device_assurance.remediation.title",
  ]
}

/// What a message has in addition to its text.
struct IDXMessageRule: Sendable {
  /// The name that stays when the text is translated.
  var key: String?
  /// The status of a response that says it; `nil` for 200.
  var status: Int?
  /// What the text's key is filled with, in its order: texts and numbers; `nil` where the key has no place for anything.
  var parameters: [JSONValue]?
  /// What it offers to press, as members of the body's message.
  var offers: [JSONValue.Member] = []
}

/// What an app shows of its owner.
struct IDXClientRule: Sendable {
  /// What a person reads of it; `nil` for its id.
  var label: String?
  /// Where a person reads what they agree to.
  var terms: String?
  var privacy: String?
}

/// A text by its name, in each of the tenant's languages.
struct IDXText: Sendable {
  var name: String
  var texts: [TextTemplate]
}

/// One way forward from a screen.
struct IDXFormRule: Sendable {
  var id: String
  var kind: RemediationKind
  var condition: Guard
  var fields: [IDXFieldRule]

  /// What follows the slash in the id of an identity provider's form.
  var provider: String? {
    guard kind == .redirectProvider, let slash = id.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    return String(id[id.utf8.index(after: slash)...])
  }

  /// Whether it asks for the password together with who the person is.
  var identifiesByPassword: Bool {
    kind == .identify && fields.contains { if case .password = $0.kind { true } else { false } }
  }

  /// Whether a person who gets past it has proved to have the screen's authenticator.
  var provesAuthenticator: Bool { kind.provesAuthenticator || identifiesByPassword }
}

/// A form that an org offers in addition to a screen's own forms, and that no tenant's file lists on every screen: another
/// authenticator instead of this one, or asking whether a mail's link was opened in the meantime.
struct IDXImpliedForm: Sendable {
  var form: IDXFormRule
  /// The place of the screen whose form it is; `nil` where it asks for the same screen again.
  var screen: Int?

  /// The place of the state whose form it is; `nil` where there is none.
  func state(in graph: TenantGraph) -> Int? {
    screen.flatMap { screen in graph.states.firstIndex { $0.screen == screen && !$0.forms.isEmpty } }
  }

  /// When it is offered: a person who was only named learns nothing of their authenticators.
  func condition(in graph: TenantGraph) -> Guard {
    let options = Guard.any(form.pickerOptions.map(\.condition))
    switch form.kind {
    case .selectAuthenticatorAuthenticate: return .all([.atom(.account), .not(Self.isReplacing(in: graph)), options])
    case .selectAuthenticatorEnroll: return options
    default: return .always
    }
  }

  /// Whether a person is about to choose a new password, or to unlock their account.
  private static func isReplacing(in graph: TenantGraph) -> Guard {
    guard let fact = graph.tables.facts.first(where: { $0.name == "session.purpose" }) else { return .constant(false) }
    let words = ["recovery", "unlock"].compactMap { fact.words.firstIndex(of: $0) }
    return .any(words.map { .atom(.fact(fact.slot, equals: UInt64($0))) })
  }
}

/// What a form asks for, or carries.
struct IDXFieldRule: Sendable {
  var id: String
  /// The id split at its dots, as the body nests it.
  var path: [String]
  var kind: Kind
  var condition: Guard
  var isRequired: Bool
  /// Whether a person sees it; an invisible field is filled in by the client.
  var isVisible = true
  /// By language.
  var labels: [TextTemplate]
  /// Its value before anybody answers; empty for nothing.
  var values: [TextTemplate]
  /// In Unicode scalars.
  var minimum: Int?

  enum Kind: Sendable {
    case text, password, checkbox
    /// Sent back unchanged.
    case carried
    case choice([IDXOptionRule])
    /// A choice of true and false.
    case decision([IDXOptionRule])
    /// One of several authenticators, with what is to be said of each.
    case picker([PickerOption])
    /// The screen's own authenticator; a method is asked for if there are any, else it is carried.
    case authenticator(methods: [String])
    /// How the link that sets the screen's own authenticator up reaches the person's device.
    case channel([IDXOptionRule])
    /// A question of a list, or one's own, and its answer.
    case questions([IDXOptionRule])
    /// The identity provider that a browser is sent to; the label is its name.
    case provider
    /// What the app may know once it is allowed to.
    case scopes([IDXOptionRule])
    /// What a passkey signs, by the ceremony that is run.
    case ceremony(Ceremony)

    enum Ceremony: Sendable {
      case create, get

      /// The fields that take its results.
      var fields: [(name: String, label: String)] {
        switch self {
        case .create: [("clientData", "Client Data"), ("attestation", "Attestation")]
        case .get: [("clientData", "Client Data"), ("authenticatorData", "Authenticator Data"), ("signatureData", "Signature Data")]
        }
      }
    }
  }
}

/// One of several values.
struct IDXOptionRule: Sendable {
  var value: String
  /// By language.
  var labels: [TextTemplate]
  /// What it means at length, by language; empty for nothing.
  var descriptions: [TextTemplate] = []
  /// Whether it is shown and cannot be changed.
  var isFixed = false
  var condition: Guard
}

/// One of several authenticators.
struct PickerOption: Sendable {
  var kind: AuthenticatorKind
  var methods: [String]
  /// How the link that sets it up may reach the person's device; empty where it needs none.
  var channels: [String] = []
  /// What the org allows it for, and until when it has to be set up, as the body has it.
  var policies: [JSONValue.Member] = []
  var condition: Guard
}
