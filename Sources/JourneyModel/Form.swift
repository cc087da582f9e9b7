/// One way forward from a screen: its fields, and what pressing it does.
///
/// Links, buttons of identity providers, cancel, resend and poll are forms too, so pressing is the only verb.
public struct Form: Sendable, Hashable {
  /// What happens when a form is pressed.
  public enum Kind: Sendable, Hashable {
    /// Its widgets are filled in and posted.
    case input
    /// It is posted as it is: cancel, resend, skip.
    case action
    /// It is requested again after this time until something changes.
    case poll(every: Duration)
    /// It leaves for this address instead of being posted.
    case navigation(String)
  }

  public var id: FormID
  /// Other names that a scenario may use; one that several forms have is ambiguous.
  public var aliases: [FormID]
  public var kind: Kind
  /// The form's own label, where the server labels forms and not buttons; never a text that the server did not send.
  public var label: RichText?
  /// The authenticator that the form proves or enrols; `nil` if it concerns none.
  public var authenticator: Authenticator?
  /// In the order sent; ids are unique in a form.
  public var widgets: [Widget]
  /// The dialect's own attributes of the form, in the order sent.
  public var extras: [Value.Member]
  /// Whether an app posts the form without checking first what is in it; then only the server does.
  public var skipsChecks: Bool

  public init(
    id: FormID, aliases: [FormID] = [], kind: Kind = .input, label: RichText? = nil,
    authenticator: Authenticator? = nil, widgets: [Widget] = [], extras: [Value.Member] = [], skipsChecks: Bool = false
  ) {
    self.id = id
    self.aliases = aliases
    self.kind = kind
    self.label = label
    self.authenticator = authenticator
    self.widgets = widgets
    self.extras = extras
    self.skipsChecks = skipsChecks
  }

  /// The widget with this id.
  public func widget(_ id: WidgetID) -> Widget? { widgets.first { $0.id == id } }

  /// The widgets whose pressing posts the form.
  public var submitters: [Widget] { widgets.filter { $0.kind.isSubmitter } }

  /// The texts of the buttons that post this form, including its own label.
  public var pressLabels: [String] {
    let own = label.map { [$0.visible] } ?? []
    return own + submitters.compactMap { $0.label?.visible }
  }
}

/// A means by which a person proves who they are.
public struct Authenticator: Sendable, Hashable {
  /// The stable name, e.g. `okta_email`; `nil` if the server sends none.
  public var key: String?
  /// The kind of means, e.g. `email`.
  public var type: String
  /// What a person reads.
  public var label: String?
  /// What it can do, e.g. `sms`, `voice`; may be empty.
  public var methods: [String]
  /// Which one it is, e.g. a masked phone number.
  public var profile: [Value.Member]

  public init(key: String? = nil, type: String, label: String? = nil, methods: [String] = [], profile: [Value.Member] = []) {
    self.key = key
    self.type = type
    self.label = label
    self.methods = methods
    self.profile = profile
  }
}
