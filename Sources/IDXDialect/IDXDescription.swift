package import JourneyModel

/// What scenarios of the okta-idx dialect may say.
package enum IDXDescription {
  /// The facts that select an authenticator, or one of several sets of fields, in a choice.
  package static let selectors = ["key", "type", "method", "channel", "nickname", "displayName", "profile", "nth", "option"]

  package static let description = DialectDescription(
    name: "okta-idx",
    startKeys: [
      DialectDescription.StartKey("activation_token", .text),
      DialectDescription.StartKey("recovery_token", .text),
      DialectDescription.StartKey("acr_values", .texts),
      DialectDescription.StartKey("max_age", .text),
      DialectDescription.StartKey("ui_locales", .texts),
      DialectDescription.StartKey("scopes", .texts),
      // Whether a sign-in of the same browser counts, as in apps on web pages; apps on phones forget it.
      DialectDescription.StartKey("cookies", .oneOf(["kept", "forgotten"])),
    ],
    // The vendor's SDKs differ in what they draw, not in what they refuse. The wire has no buttons: a remediation that can be submitted
    // has a `rel` (okta/okta-auth-js, `lib/idx`), and the Sign-In Widget draws its button (`save` of `BaseForm.js`, its `v2`).
    apps: [AppProfile("embedded", enforcedRules: ["readonly", "options", "required"], submission: .drawnByApp)],
    widgetTypes: ["text", "password", "checkbox", "choice", "captcha", "credential", "hidden"],
    attributes: ["inputType", "format", "desc", "descKey", "customLabel", "hint", "id"], screenIDs: .exactOrPrefixAtSlash,
    selectors: selectors,
    capabilities: [.refreshScreen, .handOver, .openLink, .refreshTokens, .userinfo, .revoke, .logout, .push],
    resetForm: nil)
}
