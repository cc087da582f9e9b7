package import JourneyModel

/// What scenarios of the hosted dialect may say.
package enum HostedDescription {
  /// The key of `start` that says whose cookies the browser begins with.
  static let sessionKey = "session"
  static let scopesKey = "scopes"

  /// The words of widgets' types: those of HTML's controls.
  package static let widgetTypes = [
    "text", "email", "tel", "url", "search", "password", "number", "date", "month", "week", "time", "datetime-local", "color", "range",
    "textarea", "checkbox", "radio", "select", "file", "hidden", "submit", "image", "button",
  ]

  /// Further words that pages may have for their widgets (`data-widget-type`): those of the vendors' own interfaces.
  package static let toldTypes = ["static", "input", "phone", "passcode", "multiSelect", "choice"]

  package static let description = DialectDescription(
    name: "hosted",
    startKeys: [
      DialectDescription.StartKey("prompt", .oneOf(["login", "none", "consent", "create", "select_account"])),
      DialectDescription.StartKey("login_hint", .text),
      DialectDescription.StartKey("acr_values", .texts),
      DialectDescription.StartKey("max_age", .text),
      DialectDescription.StartKey("ui_locales", .texts),
      DialectDescription.StartKey(scopesKey, .texts),
      DialectDescription.StartKey("page", .text),
      DialectDescription.StartKey("idp", .text),
      DialectDescription.StartKey("activation_token", .text),
      DialectDescription.StartKey("reset_password_token", .text),
      DialectDescription.StartKey("set_password_token", .text),
      DialectDescription.StartKey(sessionKey, .oneOf(["kept", "ephemeral"])),
    ],
    // A browser enforces what the markup says before it submits a form, unless the form has `novalidate`.
    apps: [
      AppProfile(
        "browser",
        enforcedRules: [
          "readonly", "options", "visible", "required", "type", "minlength", "maxlength", "pattern", "min", "max", "step",
        ],
        submission: .widgets(["submit", "image", "button"]))
    ],
    widgetTypes: widgetTypes + toldTypes, attributes: ["disabled", "role"], selectors: ["key", "method"],
    capabilities: [.refreshScreen, .handOver, .openLink, .refreshTokens, .userinfo, .revoke, .logout, .browser])
}
