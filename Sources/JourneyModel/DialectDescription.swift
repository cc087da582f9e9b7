/// What scenarios of a dialect may say, as data; scenarios are checked against it before anything is walked.
public struct DialectDescription: Sendable, Hashable {
  /// The name in tenants.yaml, e.g. `journey-flow`.
  public var name: String
  /// The keys of `start` in addition to `parameters` and `headers`.
  public var startKeys: [StartKey]
  /// The apps it can behave as, the first by default; empty if apps do not differ.
  public var apps: [AppProfile]
  /// The possible words of a widget's `type`; others are an error of the scenario.
  public var widgetTypes: [String]
  /// Widget attributes in addition to those of every dialect.
  public var attributes: [String]
  public var screenIDs: IDMatching
  /// The facts by which a choice may be selected, e.g. `key`, `method`; empty if only values and labels count.
  public var selectors: [String]
  public var capabilities: Set<Capability>
  /// The form that starts a journey over; `nil` if there is none.
  public var resetForm: FormID?

  /// One key of `start`.
  public struct StartKey: Sendable, Hashable {
    public enum Shape: Sendable, Hashable {
      case text
      /// One text, or a list of them.
      case texts
      case oneOf([String])
    }

    public var name: String
    public var shape: Shape

    public init(_ name: String, _ shape: Shape) {
      self.name = name
      self.shape = shape
    }
  }

  /// Steps that not every dialect can do.
  public enum Capability: String, Sendable, Hashable, CaseIterable {
    case reset, refreshScreen, handOver, openLink, refreshTokens, userinfo, revoke, logout, push
    /// Its screens are web pages, which a real browser can show as well.
    case browser
  }

  public init(
    name: String, startKeys: [StartKey], apps: [AppProfile] = [], widgetTypes: [String], attributes: [String] = [],
    screenIDs: IDMatching = .exact, selectors: [String] = [], capabilities: Set<Capability>, resetForm: FormID? = nil
  ) {
    self.name = name
    self.startKeys = startKeys
    self.apps = apps
    self.widgetTypes = widgetTypes
    self.attributes = attributes
    self.screenIDs = screenIDs
    self.selectors = selectors
    self.capabilities = capabilities
    self.resetForm = resetForm
  }
}

/// An app that a walk behaves as: what it refuses before anything is sent.
public struct AppProfile: Sendable, Hashable {
  /// The name that `app` takes, e.g. `ios`.
  public var name: String
  /// The rules it enforces before it posts: `options`, `readonly`, `required`, `minLength`, ….
  public var enforcedRules: Set<String>
  /// What a person presses in it to submit a form.
  public var submission: FormSubmission
  /// Whether it is an earlier line of a vendor's app: a run as all apps leaves it out, and a name asks for it.
  public var isEarlier: Bool

  public init(_ name: String, enforcedRules: Set<String>, submission: FormSubmission, isEarlier: Bool = false) {
    self.isEarlier = isEarlier
    self.name = name
    self.enforcedRules = enforcedRules
    self.submission = submission
  }
}

/// What a person presses to submit a form: without it on the screen the form cannot be submitted.
public enum FormSubmission: Sendable, Hashable {
  /// The app draws a button for every form: the dialect's forms have none of their own.
  case drawnByApp
  /// A widget of the form that is visible and of one of these types. A widget that asks for a credential submits once it is answered.
  case widgets([String])
}
