package import JourneyModel

/// What scenarios of the journey-flow dialect may say.
package enum FlowDescription {
  /// The widget types of the vendor's API, as scenarios write them.
  package static let widgetTypes = FlowWidget.types

  /// The key of `start` that says which cookies the browser still has: all, those with a lifetime of their own, none.
  static let cookiesKey = "cookies"

  /// Whether a value of `sdk` asks for screens without layout and `render`, for an app that draws them with its own controls.
  static func isMinimal(_ sdk: Value?) -> Bool { sdk?.text?.hasSuffix("-minimal") ?? false }

  package static let description = DialectDescription(
    name: "journey-flow",
    startKeys: [
      DialectDescription.StartKey("prompt", .oneOf(["login", "create", "none"])),
      DialectDescription.StartKey("login_hint", .text),
      DialectDescription.StartKey("acr_values", .texts),
      DialectDescription.StartKey("ui_locales", .texts),
      DialectDescription.StartKey("scopes", .texts),
      DialectDescription.StartKey("audience", .texts),
      DialectDescription.StartKey(
        "sdk", .oneOf(["web", "web-minimal", "ios", "ios-minimal", "android", "android-minimal", "web-embedded"])),
      DialectDescription.StartKey("entry", .text),
      DialectDescription.StartKey(cookiesKey, .oneOf(["kept", "lasting", "forgotten"])),
    ],
    // No SDK enforces a validator before it posts: the server is the judge.
    apps: FlowAppProfile.all.map { app in
      AppProfile(
        app.name, enforcedRules: ["readonly", "options", "visible"], submission: .widgets(app.submitters), isEarlier: app.isEarlier)
    },
    widgetTypes: widgetTypes, attributes: ["qualityIndicator", "authenticatorType"],
    capabilities: [.reset, .refreshScreen, .handOver, .openLink, .refreshTokens, .userinfo, .revoke, .logout],
    resetForm: "reset")
}
