import Encodings
import JourneyModel
import ModelCoding

/// What a widget has to know about its form.
struct IDXFormContext {
  let form: FormID
  let authenticator: IDXAuthenticator?
  let wire: IDXForm
}

extension IDXMapping {
  /// The widgets of fields; a field that is only sent back has no widget.
  func widgets(_ fields: [IDXField], of context: IDXFormContext) -> [Widget] {
    fields.flatMap { field -> [Widget] in
      switch field.content {
      case .form(let inner):
        if let ceremony = field.ceremony { return [credential(field, ceremony, of: context)] }
        return widgets(inner, of: context)
      case .value, .options, .display, .forms:
        return widget(field, of: context).map { [$0] } ?? []
      }
    }
  }

  private func widget(_ field: IDXField, of context: IDXFormContext) -> Widget? {
    guard field.isWidget else { return nil }
    var widget = Widget(id: field.id, typeName: "text", isVisible: field.isVisible, kind: .submitter)
    if let label = field.label, !label.isEmpty { widget.label = RichText(label) }
    switch field.content {
    case .forms(let options): widget.kind = .choice(choices(options, field, of: context))
    case .options(let options): widget.kind = .choice(choices(options, field, of: context))
    case .display(let display):
      widget.kind = kind(of: field, as: display, of: context)
      widget.extras = [Value.Member("inputType", .text(display.inputType))]
      if let format = display.format { widget.extras.append(Value.Member("format", .text(format))) }
      widget.extras += display.extras.map { Value.Member($0.name, Value($0.value)) }
    case .value, .form: widget.kind = field.type == "boolean" ? toggle(field) : .entry(entry(field, of: context))
    }
    widget.extras += field.extras.map { Value.Member($0.name, Value($0.value)) }
    widget.typeName = field.isCaptcha ? "captcha" : field.isVisible ? Self.typeName(of: widget.kind, field) : "hidden"
    return widget
  }

  private static func typeName(of kind: WidgetKind, _ field: IDXField) -> String {
    switch kind {
    case .choice: "choice"
    case .toggle: "checkbox"
    case .credential: "credential"
    case .entry, .output, .submitter, .close, .unknown: field.isSecret ? "password" : "text"
    }
  }

  private func kind(of field: IDXField, as display: IDXDisplay, of context: IDXFormContext) -> WidgetKind {
    guard display.options.isEmpty else { return .choice(choices(display.options, field, of: context)) }
    return field.type == "boolean" || display.inputType == "checkbox" ? toggle(field) : .entry(entry(field, of: context))
  }

  private func toggle(_ field: IDXField) -> WidgetKind {
    // A field that is off by default has an answer already: people who are asked whether to stay signed in may leave it as it is.
    let isAnswered = field.value?.lenientBool != nil
    return .toggle(
      Toggle(isOn: field.value?.lenientBool ?? false, isReadOnly: field.isCarried, isRequired: field.isRequired && !isAnswered))
  }

  private func entry(_ field: IDXField, of context: IDXFormContext) -> Entry {
    Entry(
      purpose: purpose(of: field, of: context), value: field.value?.scalarText, isReadOnly: field.isCarried,
      isRequired: field.isRequired, validator: field.rules.map { Value.Member($0.name, Value($0.value)) }, isSecret: field.isCaptcha)
  }

  /// A one-time code is distinguished from a password by its authenticator: the wire calls both `passcode`.
  private func purpose(of field: IDXField, of context: IDXFormContext) -> Entry.Purpose {
    if field.isCaptcha { return .captcha }
    if !field.isVisible { return .hidden }
    let isPassword = context.authenticator.map { $0.type == "password" || $0.key == "okta_password" } ?? true
    switch field.name {
    case "totp": return .passcode
    case "passcode", "nextPasscode": if !isPassword { return .passcode }
    case "email" where !field.isSecret: return .email
    case "phoneNumber" where !field.isSecret: return .phone
    default: break
    }
    return field.isSecret ? .password : .text
  }

  /// The hidden fields of a ceremony as one thing to approve, with the options that the body has elsewhere.
  private func credential(_ field: IDXField, _ ceremony: CredentialPrompt.Ceremony, of context: IDXFormContext) -> Widget {
    let data = ceremony == .create ? "activationData" : "challengeData"
    let related = context.wire.relatesTo.lazy.compactMap { response.resolve($0)?[data] }.first
    let options = context.authenticator?.context.first { $0.name == data }?.value ?? related
    return Widget(
      id: field.id, typeName: "credential", label: field.label.map { RichText($0) },
      kind: .credential(CredentialPrompt(ceremony: ceremony, options: options.map { Value($0) } ?? .null)),
      extras: field.extras.map { Value.Member($0.name, Value($0.value)) })
  }
}

extension IDXField {
  /// Whether a person or a program deals with it; what is only sent back is not a widget.
  ///
  /// This does not apply to a field that holds others: those are the widgets.
  var isWidget: Bool {
    if isPlumbing || isVoid { return false }
    return !isCarried || isVisible && !(label ?? "").isEmpty
  }

  /// Whether it is a CAPTCHA.
  var isCaptcha: Bool { hint == "captcha" || (name == "captchaToken" && !isVisible) }

  /// The ceremony whose results its hidden fields take; `nil` if it is none.
  var ceremony: CredentialPrompt.Ceremony? {
    guard case .form(let fields) = content else { return nil }
    let names = Set(fields.filter { !$0.isVisible }.map(\.name))
    guard names.contains("clientData") else { return nil }
    if names.contains("attestation") { return .create }
    return names.contains("authenticatorData") && names.contains("signatureData") ? .get : nil
  }
}

extension JSONValue {
  /// The text of a string, the spelling of a number or flag.
  var scalarText: String? {
    switch self {
    case .string(let text): text
    case .number(let spelling): spelling
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}
