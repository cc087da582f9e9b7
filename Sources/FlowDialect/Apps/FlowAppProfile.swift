import Encodings
import JourneyClient

/// One of the vendor's apps, as far as it behaves differently from the others.
///
/// Sources: Strivacity/sdk-js (`packages/sdk-core`), sdk-mobile-ios-native, sdk-mobile-kotlin-native, sdk-mobile-android-native and
/// sdk-flutter, all public on GitHub. The defaults are those of the documented protocol, which the web SDK is closest to.
package struct FlowAppProfile: Sendable, Hashable {
  /// The value of `app` in a scenario.
  package private(set) var name: String
  /// What it sends as `sdk`; `nil` if it sends none.
  package let sdk: String?
  /// Whether it is an earlier line of an SDK whose current one has a profile too.
  package var isEarlier = false
  package var start = Start()
  package var answers = Answers()
  package var initBody = InitBody.emptyObject
  /// Whether finalize is authorised by bearer as well as by cookies.
  package var sendsBearerToFinalize = false
  package var emptyField = EmptyField.null
  package var sendsReadOnly = true
  /// Whether a list of several choices counts as changeable, regardless of the server.
  package var sendsReadOnlyLists = true
  package var untouched = UntouchedFields.typed
  /// Whether a checkbox without a box counts as ticked.
  package var impliesHiddenCheckbox = true
  package var messages = MessageRule.all
  /// Whether a response with forms replaces the whole screen, and one without them its messages at most.
  package var replacesWholeScreens = false
  package var demands: Set<Demand> = []
  /// What its decoder asks of every answer; `nil` if it decodes nothing and draws what it finds.
  var decoder: FlowDecoder?
  package var passkeys = Passkeys.ofApp
  package var tokens = Tokens()

  package init(name: String, sdk: String?) {
    self.name = name
    self.sdk = sdk
  }

  /// Another line of an app, which behaves as that one does but for what is set afterwards.
  init(like app: FlowAppProfile, name: String) {
    self = app
    self.name = name
  }
}

extension FlowAppProfile {
  /// Who runs the ceremony of a passkey.
  package enum Passkeys: Sendable, Hashable {
    /// A page, at its own address, which says that the authenticator is part of the device.
    case ofPage
    /// An app, which is tied to its server by other means than its address.
    case ofApp

    /// The client of the ceremony.
    func client(redirectURI: WebURL) -> PasskeyClient {
      switch self {
      case .ofPage: PasskeyClient(page: redirectURI, tellsAttachment: true)
      case .ofApp: PasskeyClient(page: nil, tellsAttachment: false)
      }
    }
  }

  /// What is posted to `init`.
  package enum InitBody: Sendable, Hashable {
    case emptyObject
    /// Nothing, under the type of JSON.
    case empty
    /// Nothing, and no type.
    case nothing
    case null
  }

  /// What happens to a field that was left empty.
  package enum EmptyField: Sendable, Hashable {
    case null, leftOut, emptyText
  }

  /// Which untouched widgets are posted, if they have a value.
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

  /// What an app requires of a response in addition to its decoder.
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
    FlowWidget.types.contains(type) && (decoder?.knows(type) ?? true)
  }

  /// The types of widgets that submit their form: a button or link, and a passkey's button once its ceremony is over.
  ///
  /// The SDKs' core posts any form on request; what requests it is drawn (`submit` posts its own form, the four
  /// credential types submit theirs with the credential). The vendor's web and Flutter samples also post a form at the return key
  /// of a field: that is the samples' own, nothing on the screen says so, and a phone's keyboard need not have it.
  var submitters: [String] {
    ["submit", "passkeyLogin", "passkeyEnroll", "webauthnLogin", "webauthnEnroll"].filter(draws)
  }
}
