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
  /// The vendor's widget types that this app does not draw.
  package var missingTypes: Set<String> = []
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

  /// What makes a screen one that the app cannot decode, so that it falls back to the hosted page.
  package enum Demand: Sendable, Hashable, CaseIterable {
    /// The attributes that the mobile decoders insist on.
    case mandatoryAttributes
    /// `render` on each drawn widget.
    case render
    case layout
    /// `hostedUrl` in every answer, the last one included.
    case hostedURL
    /// No message of another type than `error`.
    case errorMessagesOnly
    /// Only widget types that it knows, laid out or not.
    case knownWidgets
    /// `forms` in the first answer.
    case formsAtFirst
    /// `Content-Type: application/json` with every screen.
    case jsonMediaType
  }
}
