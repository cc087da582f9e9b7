/// One of the vendor's apps, as far as it behaves differently from the others (sheet sections 1 and 5).
///
/// What is not said of an app is as in the web SDK, the default and closest to the documented protocol. What the protocol
/// has and the web SDK would stumble over is walked even so, with a warning; the other apps stop where theirs stop.
package struct FlowAppProfile: Sendable, Hashable {
  /// The value of `app` in a scenario.
  package let name: String
  /// What it sends as `sdk`; `nil` where it sends none.
  package let sdk: String?
  package var start = Start()
  package var answers = Answers()
  package var initBody = InitBody.emptyObject
  /// Whether finalize is authorised by bearer as well as by cookies.
  package var sendsBearerToFinalize = false
  package var emptyField = EmptyField.null
  package var sendsReadOnly = true
  /// Whether a list of several choices counts as changeable, whatever the server says.
  package var sendsReadOnlyLists = true
  package var untouched = UntouchedFields.typed
  /// Whether a checkbox without a box counts as ticked.
  package var impliesHiddenCheckbox = true
  package var messages = MessageRule.all
  package var demands: Set<Demand> = []
  /// What its decoder asks of every answer; `nil` where it decodes nothing and draws what it finds.
  var decoder: FlowDecoder?
  package var tokens = Tokens()

  package init(name: String, sdk: String?) {
    self.name = name
    self.sdk = sdk
  }
}

extension FlowAppProfile {
  /// What is posted to `init`.
  package enum InitBody: Sendable, Hashable {
    case emptyObject
    /// Nothing, under the type of JSON.
    case empty
    /// Nothing, and no type.
    case nothing
    case null
  }

  /// What becomes of a field that was left empty.
  package enum EmptyField: Sendable, Hashable {
    case null, leftOut, emptyText
  }

  /// Which widgets are posted though nobody touched them, if they hold a value.
  package enum UntouchedFields: Sendable, Hashable {
    /// `input`, `phone` and `date` only: the web renderers merely display the other defaults.
    case typed
    case all
  }

  /// Which messages reach the person.
  package enum MessageRule: Sendable, Hashable {
    case all
    /// A global message hides all others.
    case globalAlone
  }

  /// What an app asks of an answer beside what its decoder does.
  package enum Demand: Sendable, Hashable, CaseIterable {
    /// `layout` with every screen, by which it draws.
    case layout
    /// `forms` in the first answer.
    case formsAtFirst
    /// `Content-Type: application/json` with every screen.
    case jsonMediaType
  }

  /// Whether the app draws widgets of this type; a form within a form is decoded by some and drawn by none.
  func draws(_ type: String) -> Bool {
    FlowDescription.widgetTypes.contains(type) && (decoder?.knows(type) ?? true)
  }

  /// The types of widgets that submit their form: a button or link, and a passkey's button once its ceremony is over.
  ///
  /// The SDKs' core posts whatever form it is told to; what tells it is drawn (sheet section 3.1: `submit` posts its own form, the four
  /// credential types submit theirs with the credential). The vendor's web and Flutter samples also post a form at the return key
  /// of a field: that is the samples' own, nothing on the screen says so, and a phone's keyboard need not have it.
  var submitters: [String] {
    ["submit", "passkeyLogin", "passkeyEnroll", "webauthnLogin", "webauthnEnroll"].filter(draws)
  }
}
