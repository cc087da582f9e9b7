/// One of the vendor's apps, as far as it behaves differently from the others (sheet section 5).
package struct FlowAppProfile: Sendable, Hashable {
  /// What is posted to `init`.
  package enum InitBody: Sendable, Hashable {
    case emptyObject, nothing, null
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
  }

  /// The value of `app` in a scenario.
  package let name: String
  /// What it sends as `sdk`; `nil` where it sends none.
  package let sdk: String?
  package let initBody: InitBody
  /// Whether finalize is authorised by bearer as well as by cookies.
  package let sendsBearerToFinalize: Bool
  package let emptyField: EmptyField
  package let sendsReadOnly: Bool
  package let untouched: UntouchedFields
  /// Whether a checkbox without a box counts as ticked.
  package let impliesHiddenCheckbox: Bool
  package let messages: MessageRule
  package let demands: Set<Demand>
  /// The vendor's widget types that this app does not draw.
  package let missingTypes: Set<String>
  /// Whether a status of 400 shows its messages, or loses them in a fallback.
  package let showsBadRequests: Bool
  /// Whether a refused session opens the hosted page instead of ending.
  package let fallsBackOnExpiry: Bool
}

extension FlowAppProfile {
  private static let passkeys: Set<String> = ["passkeyLogin", "passkeyEnroll", "webauthnLogin", "webauthnEnroll"]

  /// The web SDK; the default, and closest to the documented protocol.
  package static let web = FlowAppProfile(
    name: "web", sdk: "web", initBody: .emptyObject, sendsBearerToFinalize: true, emptyField: .null, sendsReadOnly: true,
    untouched: .typed, impliesHiddenCheckbox: false, messages: .all, demands: [], missingTypes: [], showsBadRequests: true,
    fallsBackOnExpiry: false)

  package static let ios = FlowAppProfile(
    name: "ios", sdk: "ios", initBody: .nothing, sendsBearerToFinalize: false, emptyField: .leftOut, sendsReadOnly: false,
    untouched: .all, impliesHiddenCheckbox: true, messages: .globalAlone, demands: [.mandatoryAttributes, .knownWidgets],
    missingTypes: passkeys.union(["close"]), showsBadRequests: true, fallsBackOnExpiry: false)

  /// The Kotlin SDK.
  package static let android = FlowAppProfile(
    name: "android", sdk: "android", initBody: .null, sendsBearerToFinalize: false, emptyField: .emptyText,
    sendsReadOnly: true, untouched: .all, impliesHiddenCheckbox: true, messages: .globalAlone,
    demands: [.mandatoryAttributes, .knownWidgets], missingTypes: [], showsBadRequests: true, fallsBackOnExpiry: false)

  package static let flutter = FlowAppProfile(
    name: "flutter", sdk: nil, initBody: .emptyObject, sendsBearerToFinalize: false, emptyField: .null, sendsReadOnly: true,
    untouched: .typed, impliesHiddenCheckbox: true, messages: .all, demands: [.render, .knownWidgets],
    missingTypes: passkeys, showsBadRequests: true, fallsBackOnExpiry: true)

  /// The Android SDK in Java.
  package static let java = FlowAppProfile(
    name: "java", sdk: nil, initBody: .nothing, sendsBearerToFinalize: false, emptyField: .leftOut, sendsReadOnly: false,
    untouched: .all, impliesHiddenCheckbox: true, messages: .all,
    demands: [.layout, .hostedURL, .errorMessagesOnly, .knownWidgets], missingTypes: passkeys.union(["close"]),
    showsBadRequests: false, fallsBackOnExpiry: true)

  /// All of them, the default first.
  package static let all: [FlowAppProfile] = [.web, .ios, .android, .flutter, .java]

  /// The profile with this name; `nil` where there is none.
  package static func named(_ name: String) -> FlowAppProfile? {
    all.first { $0.name == name }
  }
}
