import Encodings
import Testing

/// What becomes of an answer of which one member is changed, by app.
struct DecoderRow: Sendable, CustomTestStringConvertible {
  /// The sample, then the way to the member.
  let place: String
  /// The letters of the apps that stop where it is missing, and where it is `null`; `nil` where that is not asked.
  let missing: String?
  let null: String?
  /// A value of another kind, and the apps that stop there.
  let other: String
  let otherStops: String

  init(_ place: String, _ missing: String?, _ null: String?, _ other: String, _ otherStops: String) {
    self.place = place
    self.missing = missing.map(Self.letters)
    self.null = null.map(Self.letters)
    self.other = other
    self.otherStops = Self.letters(of: otherStops)
  }

  /// Where the two lines of iOS agree, one letter is for both.
  private static func letters(of row: String) -> String {
    row.replacing("i", with: "io").replacing("I", with: "i")
  }

  var testDescription: String { "\(place) \(other)" }

  enum Change: Sendable {
    case missing, null, other
  }

  var changes: [(Change, String)] {
    (missing.map { [(.missing, $0)] } ?? []) + (null.map { [(.null, $0)] } ?? []) + [(.other, otherStops)]
  }

  var sample: String { String(place.prefix { $0 != "." }) }

  func answer(_ change: Change) throws -> JSONValue {
    let path = DecoderSamples.path(of: sample) + place.split(separator: ".").dropFirst().map(String.init)
    let value: JSONValue? =
      switch change {
      case .missing: nil
      case .null: .null
      case .other: try JSONReader.read(other)
      }
    return try DecoderSamples.answer(sample).setting(path, to: value)
  }
}

/// The rows: iOS is `i`, today's line of it alone `I`, Android in Kotlin `a`, Flutter `f`, Android in Java `j`.
///
/// Read off `Form.swift`, `Layout.swift`, `Message.swift` and `Types.swift` (iOS), `Form.kt`, `Layout.kt`, `Message.kt` and `Types.kt`
/// (Kotlin), `models.dart` (Flutter), `WidgetModel.java`, `FormModel.java`, `LayoutModel.java` and `ScreenRenderer.java` (Java).
enum DecoderRows {

  static let all = [
    texts, buttons, input, password, checkbox, select, groups, multiSelect, passcode, phone, date, closing, nestedForms, passkeyLogin,
    webauthnLogin, passkeyEnroll, webauthnEnroll, answers, globals, lastAnswers,
  ].flatMap { $0 }

  private static let texts: [DecoderRow] = [
    DecoderRow("static.id", "iaf", "iaf", "5", "iaf"),
    DecoderRow("static.value", "iaf", "iaf", "5", "iaf"),
    DecoderRow("static.render", "f", "f", "5", "iafj"),
    DecoderRow("static.render.type", "iaf", "iaf", "5", "iaf"),
  ]

  private static let buttons: [DecoderRow] = [
    DecoderRow("submit.id", "iaf", "iaf", "5", "iaf"),
    DecoderRow("submit.label", "ia", "ia", "5", "iaf"),
    DecoderRow("submit.render", "f", "f", "5", "iafj"),
    DecoderRow("submit.render.type", "iaf", "iaf", "5", "iaf"),
    DecoderRow("submit.render.textColor", "", "", "5", "iaf"),
    DecoderRow("submit.render.bgColor", "", "", "5", "iaf"),
    DecoderRow("submit.render.hint.icon", "", "", "5", "iaf"),
    DecoderRow("submit.render.hint.variant", "", "", "5", "iaf"),
    DecoderRow("submit.render.hint", "", "", "5", "iafj"),
  ]

  private static let input: [DecoderRow] = [
    DecoderRow("input.id", "iaf", "iaf", "5", "iaf"),
    DecoderRow("input.label", "ia", "ia", "5", "iaf"),
    DecoderRow("input.value", "", "", "5", "iaf"),
    DecoderRow("input.readonly", "iaf", "iaf", "5", "iafj"),
    DecoderRow("input.autocomplete", "", "", "5", "iaf"),
    DecoderRow("input.inputmode", "", "", "5", "iaf"),
    DecoderRow("input.placeholder", "", "", "5", "f"),
    DecoderRow("input.render", "", "", "5", "I"),
    DecoderRow("input.render.autocompleteHint", "", "", "5", "I"),
    DecoderRow("input.validator", "ia", "ia", "5", "iafj"),
    DecoderRow("input.validator.required", "ia", "ia", "5", "iafj"),
    DecoderRow("input.validator.minLength", "", "", #""x""#, "iafj"),
    DecoderRow("input.validator.maxLength", "", "", #""x""#, "iafj"),
    DecoderRow("input.validator.regex", "", "", "5", "iaf"),
  ]

  private static let password: [DecoderRow] = [
    DecoderRow("password.id", "iaf", "iaf", "5", "iaf"),
    DecoderRow("password.label", "ia", "ia", "5", "iaf"),
    DecoderRow("password.qualityIndicator", "iaf", "iaf", "5", "iafj"),
    DecoderRow("password.validator", "", "", "5", "iafj"),
    DecoderRow("password.validator.required", "", "", "5", "f"),
    DecoderRow("password.validator.minLength", "", "", #""x""#, "iafj"),
    DecoderRow("password.validator.maxLength", "", "", #""x""#, "f"),
    DecoderRow("password.validator.maxNumericCharacterSequences", "", "", #""x""#, "iafj"),
    DecoderRow("password.validator.maxRepeatedCharacters", "", "", #""x""#, "iafj"),
    DecoderRow("password.validator.mustContain", "j", "j", "5", "iafj"),
    DecoderRow("password.validator.mustContain.0", "", "iaf", "5", "iaf"),
  ]

  private static let checkbox: [DecoderRow] = [
    DecoderRow("checkbox.id", "iaf", "iaf", "5", "iaf"),
    DecoderRow("checkbox.label", "ia", "ia", "5", "iaf"),
    DecoderRow("checkbox.value", "ia", "ia", "5", "iafj"),
    DecoderRow("checkbox.readonly", "iaf", "iaf", "5", "iafj"),
    DecoderRow("checkbox.validator", "", "", "5", "iafj"),
    DecoderRow("checkbox.validator.required", "ia", "ia", "5", "iafj"),
    DecoderRow("checkbox.render", "f", "f", "5", "iafj"),
    DecoderRow("checkbox.render.type", "iaf", "iaf", "5", "iaf"),
    DecoderRow("checkbox.render.labelType", "iaf", "iaf", "5", "iaf"),
  ]

  private static let select: [DecoderRow] = [
    DecoderRow("select.id", "iaf", "iaf", "5", "iaf"),
    DecoderRow("select.label", "", "", "5", "iaf"),
    DecoderRow("select.value", "", "", "5", "iaf"),
    DecoderRow("select.placeholder", "", "", "5", "f"),
    DecoderRow("select.readonly", "iaf", "iaf", "5", "iafj"),
    DecoderRow("select.render", "f", "f", "5", "iafj"),
    DecoderRow("select.render.type", "iaf", "iaf", "5", "iaf"),
    DecoderRow("select.options", "iaf", "iafj", "5", "iafj"),
    DecoderRow("select.options.0", "", "iafj", "5", "iafj"),
    DecoderRow("select.options.0.type", "ia", "ia", "5", "ia"),
    DecoderRow("select.options.0.label", "", "", "5", "iaf"),
    DecoderRow("select.options.0.value", "f", "f", "5", "iaf"),
    DecoderRow("select.validator", "ia", "ia", "5", "iafj"),
    DecoderRow("select.validator.required", "ia", "ia", "5", "iafj"),
  ]

  private static let groups: [DecoderRow] = [
    DecoderRow("grouped.id", "iaf", "iaf", "5", "iaf"),
    DecoderRow("grouped.options.0.options", "f", "fj", "5", "iafj"),
    DecoderRow("grouped.options.0.options.0", "", "iafj", "5", "iafj"),
    DecoderRow("grouped.options.0.label", "", "", "5", "iaf"),
    DecoderRow("grouped.options.0.options.0.type", "ia", "ia", "5", "ia"),
    DecoderRow("grouped.options.0.options.0.label", "", "", "5", "iaf"),
    DecoderRow("grouped.options.0.options.0.value", "f", "f", "5", "iaf"),
  ]

  private static let multiSelect: [DecoderRow] = [
    DecoderRow("multiSelect.id", "iaf", "iaf", "5", "iaf"),
    DecoderRow("multiSelect.label", "ia", "ia", "5", "iaf"),
    DecoderRow("multiSelect.value", "ia", "ia", "5", "ia"),
    DecoderRow("multiSelect.value.0", "", "", "5", "ia"),
    DecoderRow("multiSelect.values", "", "", "5", "f"),
    DecoderRow("multiSelect.values.0", "", "f", "5", "f"),
    DecoderRow("multiSelect.placeholder", "", "", "5", "f"),
    DecoderRow("multiSelect.readonly", "iaf", "iaf", "5", "iafj"),
    DecoderRow("multiSelect.options", "iaf", "iafj", "5", "iafj"),
    DecoderRow("multiSelect.options.0", "", "iafj", "5", "iafj"),
    DecoderRow("multiSelect.options.0.type", "ia", "ia", "5", "ia"),
    DecoderRow("multiSelect.options.0.label", "ia", "ia", "5", "iaf"),
    DecoderRow("multiSelect.options.0.value", "iaf", "iaf", "5", "iaf"),
    DecoderRow("multiSelect.options.0.options", nil, "j", "5", "iaj"),
    DecoderRow("multiSelect.options.0.options", nil, "j", "[5]", "iaj"),
    DecoderRow("multiSelect.options.0", nil, nil, #"{"type":"group","label":"G","options":[]}"#, "ia"),
    DecoderRow("multiSelect.validator", "", "", "5", "iafj"),
    DecoderRow("multiSelect.validator.minSelectable", "ia", "ia", #""x""#, "iafj"),
    DecoderRow("multiSelect.validator.maxSelectable", "ia", "ia", #""x""#, "iafj"),
  ]

  private static let passcode: [DecoderRow] = [
    DecoderRow("passcode.id", "iaf", "iaf", "5", "iaf"),
    DecoderRow("passcode.label", "ia", "ia", "5", "iaf"),
    DecoderRow("passcode.validator", "", "", "5", "iafj"),
    DecoderRow("passcode.validator.length", "", "", #""x""#, "iafj"),
  ]

  private static let phone: [DecoderRow] = [
    DecoderRow("phone.id", "iaf", "iaf", "5", "iaf"),
    DecoderRow("phone.label", "ia", "ia", "5", "iaf"),
    DecoderRow("phone.value", "", "", "5", "iaf"),
    DecoderRow("phone.readonly", "iaf", "iaf", "5", "iafj"),
    DecoderRow("phone.validator", "", "", "5", "iafj"),
    DecoderRow("phone.validator.required", "", "", "5", "iafj"),
  ]

  private static let date: [DecoderRow] = [
    DecoderRow("date.id", "iaf", "iaf", "5", "iaf"),
    DecoderRow("date.label", "", "", "5", "iaf"),
    DecoderRow("date.placeholder", "", "", "5", "iaf"),
    DecoderRow("date.value", "", "", "5", "iaf"),
    DecoderRow("date.readonly", "iaf", "iaf", "5", "iafj"),
    DecoderRow("date.render", "fj", "fj", "5", "iafj"),
    DecoderRow("date.render.type", "iaf", "iaf", "5", "iaf"),
    DecoderRow("date.validator", "", "", "5", "iafj"),
    DecoderRow("date.validator.required", "", "", "5", "iafj"),
    DecoderRow("date.validator.notBefore", "", "", "5", "iaf"),
    DecoderRow("date.validator.notAfter", "", "", "5", "iaf"),
  ]

  private static let closing: [DecoderRow] = [
    DecoderRow("close.id", "af", "af", "5", "af"),
    DecoderRow("close.label", "a", "a", "5", "af"),
    DecoderRow("close.render", "f", "f", "5", "af"),
    DecoderRow("close.render.type", "af", "af", "5", "af"),
    DecoderRow("close.render.textColor", "", "", "5", "af"),
    DecoderRow("close.render.bgColor", "", "", "5", "af"),
    DecoderRow("close.render.hint", "", "", "5", "af"),
    DecoderRow("close.render.hint.icon", "", "", "5", "af"),
    DecoderRow("close.render.hint.variant", "", "", "5", "af"),
  ]

  private static let nestedForms: [DecoderRow] = [
    DecoderRow("form.id", "ia", "ia", "5", "ia"),
    DecoderRow("form.widgets", "ia", "ia", "5", "ia"),
    DecoderRow("form.widgets.0.value", "ia", "ia", "5", "ia"),
  ]

  private static let passkeyLogin: [DecoderRow] = [
    DecoderRow("passkeyLogin.id", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyLogin.label", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyLogin.assertionOptions", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyLogin.assertionOptions.allowCredentials", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyLogin.assertionOptions.allowCredentials.0.id", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyLogin.assertionOptions.challenge", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyLogin.assertionOptions.rpId", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyLogin.assertionOptions.userVerification", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyLogin.render", "", "", "5", "Ia"),
    DecoderRow("passkeyLogin.render.type", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyLogin.assertionOptions.timeout", "I", "I", #""x""#, "Ia"),
    DecoderRow("passkeyLogin.assertionOptions.allowCredentials.0.type", "", "", "5", "Ia"),
    DecoderRow("passkeyLogin.assertionOptions.allowCredentials.0.transports", "", "", "5", "Ia"),
    DecoderRow("passkeyLogin.assertionOptions.allowCredentials.0.transports.0", "", "Ia", "5", "Ia"),
    DecoderRow("passkeyLogin.assertionOptions.allowCredentials.0", "", "Ia", "5", "Ia"),
  ]

  private static let webauthnLogin: [DecoderRow] = [
    DecoderRow("webauthnLogin.id", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnLogin.label", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnLogin.assertionOptions", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnLogin.assertionOptions.allowCredentials", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnLogin.assertionOptions.allowCredentials.0.id", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnLogin.assertionOptions.challenge", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnLogin.assertionOptions.rpId", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnLogin.assertionOptions.userVerification", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnLogin.render", "", "", "5", "Ia"),
    DecoderRow("webauthnLogin.render.type", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnLogin.assertionOptions.timeout", "I", "I", #""x""#, "Ia"),
    DecoderRow("webauthnLogin.assertionOptions.allowCredentials.0.type", "", "", "5", "Ia"),
    DecoderRow("webauthnLogin.assertionOptions.allowCredentials.0.transports", "", "", "5", "Ia"),
    DecoderRow("webauthnLogin.assertionOptions.allowCredentials.0.transports.0", "", "Ia", "5", "Ia"),
    DecoderRow("webauthnLogin.assertionOptions.allowCredentials.0", "", "Ia", "5", "Ia"),
    DecoderRow("webauthnLogin.authenticatorType", "Ia", "Ia", "5", "Ia"),
  ]

  private static let passkeyEnroll: [DecoderRow] = [
    DecoderRow("passkeyEnroll.id", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.label", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.rp", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.rp.id", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.rp.name", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.user", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.user.id", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.user.name", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.user.displayName", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.challenge", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.pubKeyCredParams", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.pubKeyCredParams.0.type", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.excludeCredentials", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.excludeCredentials.0.id", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.authenticatorSelection", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.attestation", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.pubKeyCredParams.0.alg", "Ia", "Ia", #""x""#, "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.pubKeyCredParams.0", "", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.excludeCredentials.0", "", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.render", "", "", "5", "Ia"),
    DecoderRow("passkeyEnroll.render.type", "Ia", "Ia", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.excludeCredentials.0.type", "", "", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.excludeCredentials.0.transports", "", "", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.authenticatorSelection.authenticatorAttachment", "I", "I", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.authenticatorSelection.requireResidentKey", "I", "I", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.authenticatorSelection.residentKey", "I", "I", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.authenticatorSelection.userVerification", "I", "I", "5", "Ia"),
    DecoderRow("passkeyEnroll.enrollOptions.excludeCredentials.0.transports.0", "", "Ia", "5", "Ia"),
  ]

  private static let webauthnEnroll: [DecoderRow] = [
    DecoderRow("webauthnEnroll.id", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.label", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.rp", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.rp.id", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.rp.name", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.user", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.user.id", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.user.name", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.user.displayName", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.challenge", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.pubKeyCredParams", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.pubKeyCredParams.0.type", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.excludeCredentials", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.excludeCredentials.0.id", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.authenticatorSelection", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.attestation", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.pubKeyCredParams.0.alg", "Ia", "Ia", #""x""#, "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.pubKeyCredParams.0", "", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.excludeCredentials.0", "", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.render", "", "", "5", "Ia"),
    DecoderRow("webauthnEnroll.render.type", "Ia", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.excludeCredentials.0.type", "", "", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.excludeCredentials.0.transports", "", "", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.authenticatorSelection.authenticatorAttachment", "I", "I", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.authenticatorSelection.requireResidentKey", "I", "I", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.authenticatorSelection.residentKey", "I", "I", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.authenticatorSelection.userVerification", "I", "I", "5", "Ia"),
    DecoderRow("webauthnEnroll.enrollOptions.excludeCredentials.0.transports.0", "", "Ia", "5", "Ia"),
    DecoderRow("webauthnEnroll.authenticatorType", "Ia", "Ia", "5", "Ia"),
  ]

  private static let answers: [DecoderRow] = [
    DecoderRow("answer.screen", "", "", "5", "iaf"),
    DecoderRow("answer.hostedUrl", "j", "j", "5", "iaf"),
    DecoderRow("answer.branding", "", "", "5", "iafj"),
    DecoderRow("answer.branding.logoUrl", "", "", "5", "iaf"),
    DecoderRow("answer.branding.copyright", "", "", "5", "iaf"),
    DecoderRow("answer.branding.privacyPolicyUrl", "", "", "5", "iaf"),
    DecoderRow("answer.branding.siteTermUrl", "", "", "5", "ia"),
    DecoderRow("answer.branding.brandName", "", "", "5", "f"),
    DecoderRow("answer.branding.siteTermsUrl", "", "", "5", "f"),
    DecoderRow("answer.forms", "", "", "5", "iafj"),
    DecoderRow("answer.forms.0", "", "iafj", "5", "iafj"),
    DecoderRow("answer.forms.0.id", "iaf", "iaf", "5", "iaf"),
    DecoderRow("answer.forms.0.widgets", "iafj", "iafj", "5", "iafj"),
    DecoderRow("answer.forms.0.widgets.0", "", "iafj", "5", "iafj"),
    DecoderRow("answer.forms.0.widgets.0.type", "iafj", "iafj", #""hologram""#, "iafj"),
    DecoderRow("answer.layout", "", "", "5", "iafj"),
    DecoderRow("answer.layout.type", "iaf", "iaf", #""grid""#, "ia"),
    DecoderRow("answer.layout.type", nil, nil, "5", "iaf"),
    DecoderRow("answer.layout.items", "iafj", "iafj", "5", "iafj"),
    DecoderRow("answer.layout.items.0", "", "iafj", "5", "iafj"),
    DecoderRow("answer.layout.items.0.type", "iafj", "iafj", #""grid""#, "iafj"),
    DecoderRow("answer.layout.items.0.items", "iafj", "iafj", "5", "iafj"),
    DecoderRow("answer.layout.items.1.items", "iafj", "iafj", "5", "iafj"),
    DecoderRow("answer.layout.items.1.items", nil, nil, "[5]", "iafj"),
    DecoderRow("answer.layout.items.0.items.0", "", "iafj", "5", "iafj"),
    DecoderRow("answer.layout.items.0.items.0.formId", "ia", "ia", "5", "ia"),
    DecoderRow("answer.layout.items.0.items.0.widgetId", "ia", "ia", "5", "ia"),
    DecoderRow("answer.messages", "", "", "5", "iafj"),
    DecoderRow("answer.messages.f", "", "iafj", "5", "iafj"),
    DecoderRow("answer.messages.f.w", "", "iafj", "5", "iafj"),
    DecoderRow("answer.messages.f.w.type", "iafj", "iafj", "5", "iafj"),
    DecoderRow("answer.messages.f.w.type", nil, nil, #""info""#, "j"),
    DecoderRow("answer.messages.f.w.text", "iaf", "iaf", "5", "iaf"),
  ]

  private static let globals: [DecoderRow] = [
    DecoderRow("global.messages.global", "", "iafj", "5", "iafj"),
    DecoderRow("global.messages.global.type", "iafj", "iafj", "5", "iafj"),
    DecoderRow("global.messages.global.text", "iaf", "iaf", "5", "iaf"),
    DecoderRow("global.messages.f.w.type", "fj", "fj", "5", "fj"),
    DecoderRow("global.messages.f", nil, "fj", "5", "fj"),
  ]

  private static let lastAnswers: [DecoderRow] = [
    DecoderRow("last.hostedUrl", "j", "j", "5", "ia"),
    DecoderRow("last.finalizeUrl", "", "", "5", "ia"),
    DecoderRow("last.messages", nil, "", "5", "ia"),
    DecoderRow("last.screen", nil, "", "5", "ia"),
    DecoderRow("last.branding", nil, "", "5", "ia"),
    DecoderRow("last.forms", nil, "", "5", "ia"),
    DecoderRow("last.layout", nil, "", "5", "ia"),
    DecoderRow("last.branding", nil, nil, #"{"logoUrl":5,"copyright":"c"}"#, "ia"),
    DecoderRow("last.branding", nil, nil, #"{"logoUrl":5}"#, "ia"),
    DecoderRow("last.branding", nil, nil, #"{"copyright":5}"#, "ia"),
    DecoderRow("last.branding", nil, nil, #"{"siteTermUrl":5}"#, "ia"),
    DecoderRow("last.branding", nil, nil, #"{"privacyPolicyUrl":5}"#, "ia"),
    DecoderRow("last.forms", nil, nil, "[5]", "ia"),
    DecoderRow("last.messages", nil, nil, #"{"f":5}"#, "ia"),
    DecoderRow("last.messages", nil, nil, #"{"f":{"w":5}}"#, "ia"),
    DecoderRow("last.messages", nil, nil, #"{"global":5}"#, "ia"),
    DecoderRow("last.messages", nil, nil, #"{"global":null}"#, "ia"),
    DecoderRow("last.messages", nil, nil, #"{"global":{"text":"t"}}"#, "ia"),
  ]
}
