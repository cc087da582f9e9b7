import Encodings

/// The widgets of the protocol, with the attributes that each may have.
enum FlowWidgetType: String, Sendable, CaseIterable {
  case `static`, input, password, checkbox, select, multiSelect, phone, passcode, date, submit, close
  case passkeyLogin, passkeyEnroll, webauthnLogin, webauthnEnroll

  /// The default content of a widget's JSON: the vendor's apps cannot read a widget without it.
  var defaults: [(FlowWidgetAttribute, ScreenNode)] {
    switch self {
    case .static: [(.value, .literal(""))]
    case .input: [(.label, .literal("")), (.readonly, false), (.required, false)]
    case .password: [(.label, .literal("")), (.qualityIndicator, false)]
    case .checkbox: [(.label, .literal("")), (.value, false), (.readonly, false), (.required, false)]
    case .select: [(.readonly, false), (.options, .list([])), (.required, false)]
    case .multiSelect: [(.label, .literal("")), (.value, .list([])), (.readonly, false), (.options, .list([]))]
    case .phone: [(.label, .literal("")), (.readonly, false), (.required, false)]
    case .passcode: [(.label, .literal(""))]
    case .date: [(.readonly, false), (.required, false)]
    case .submit, .close, .passkeyLogin, .passkeyEnroll: [(.label, .literal(""))]
    case .webauthnLogin, .webauthnEnroll: [(.label, .literal("")), (.authenticatorType, .literal("deviceBiometrics"))]
    }
  }

  /// What the vendor's server sends as `null` where there is nothing, as its SDKs' fixtures have it.
  ///
  /// - Parameter render: the kind of drawing; a link has no colours in the fixtures.
  func nulls(render: String?) -> [FlowWidgetAttribute] {
    switch self {
    case .input: [.value, .autocomplete, .inputmode, .minLength, .maxLength, .regex]
    case .phone, .select: [.value]
    case .date: [.value, .notBefore, .notAfter]
    case .submit, .close: render == "link" ? [] : [.textColor, .bgColor, .hint]
    case .static, .password, .checkbox, .multiSelect, .passcode, .passkeyLogin, .passkeyEnroll, .webauthnLogin, .webauthnEnroll: []
    }
  }

  /// The rules of a password's validator, which are all there where one of them is.
  static let passwordRules: [FlowWidgetAttribute] = [
    .minLength, .maxLength, .maxNumericCharacterSequences, .maxRepeatedCharacters, .restrictedCharacters,
  ]

  /// What may be written, in the order sent.
  var attributes: [FlowWidgetAttribute] {
    switch self {
    case .static: [.value, .render]
    case .input:
      [
        .label, .value, .readonly, .placeholder, .autocomplete, .inputmode, .required, .minLength, .maxLength, .regex, .format,
        .autocompleteHint,
      ]
    case .password:
      [
        .label, .qualityIndicator, .minLength, .maxLength, .maxNumericCharacterSequences, .maxRepeatedCharacters, .mustContain,
        .restrictedCharacters,
      ]
    case .checkbox: [.label, .value, .readonly, .required, .render, .labelType]
    case .select: [.label, .value, .readonly, .placeholder, .options, .required, .render]
    case .multiSelect: [.label, .value, .readonly, .options, .minSelectable, .maxSelectable]
    case .phone: [.label, .value, .readonly, .required]
    case .passcode: [.label, .length]
    case .date: [.label, .value, .readonly, .placeholder, .required, .notBefore, .notAfter, .render]
    case .submit, .close: [.label, .render, .textColor, .bgColor, .hint]
    case .passkeyLogin, .passkeyEnroll: [.label, .render, .hint]
    case .webauthnLogin, .webauthnEnroll: [.label, .authenticatorType, .render, .hint]
    }
  }

  /// Whether the apps cannot draw it without `render`.
  var defaultRender: String? {
    switch self {
    case .static: "text"
    case .checkbox: "checkboxShown"
    case .select: "dropdown"
    case .date: "native"
    case .submit, .close, .passkeyLogin, .passkeyEnroll, .webauthnLogin, .webauthnEnroll: "button"
    case .input, .password, .multiSelect, .phone, .passcode: nil
    }
  }

  /// Whether it takes an answer.
  var takesAnswer: Bool {
    switch self {
    case .input, .password, .checkbox, .select, .multiSelect, .phone, .passcode, .date: true
    case .passkeyLogin, .passkeyEnroll, .webauthnLogin, .webauthnEnroll: true
    case .static, .submit, .close: false
    }
  }
}

extension FlowWidgetType {
  /// Whether it asks for a credential; once it has one it submits its form.
  var isCredential: Bool { self == .passkeyLogin || self == .webauthnLogin || isEnrolment }
  /// Whether it has a credential made.
  var isEnrolment: Bool { self == .passkeyEnroll || self == .webauthnEnroll }
}

extension ScreenNode: ExpressibleByBooleanLiteral {
  init(booleanLiteral value: Bool) { self = .literal(.bool(value)) }
}

/// An attribute of a widget as a screens file writes it; its position in the JSON is its place.
enum FlowWidgetAttribute: String, Sendable, CaseIterable {
  case label, value, readonly, placeholder, autocomplete, inputmode, options, qualityIndicator, authenticatorType
  case required, minLength, maxLength, regex, length, mustContain, maxNumericCharacterSequences, maxRepeatedCharacters
  case restrictedCharacters, minSelectable, maxSelectable, notBefore, notAfter
  case render, labelType, autocompleteHint, textColor, bgColor, hint
  /// What the server requires of a text in addition to what it sends to the app.
  case format

  enum Place { case widget, validator, render, server }
  /// What it takes.
  enum Shape { case localText, word, flag, number, words, options, value, hint }

  var place: Place {
    switch self {
    case .label, .value, .readonly, .placeholder, .autocomplete, .inputmode, .options, .qualityIndicator, .authenticatorType: .widget
    case .required, .minLength, .maxLength, .regex, .length, .mustContain, .maxNumericCharacterSequences, .maxRepeatedCharacters,
      .restrictedCharacters, .minSelectable, .maxSelectable, .notBefore, .notAfter:
      .validator
    case .render, .labelType, .autocompleteHint, .textColor, .bgColor, .hint: .render
    case .format: .server
    }
  }

  var shape: Shape {
    switch self {
    case .label, .placeholder: .localText
    case .value: .value
    case .readonly, .required, .qualityIndicator: .flag
    case .minLength, .maxLength, .length, .maxNumericCharacterSequences, .maxRepeatedCharacters, .minSelectable, .maxSelectable:
      .number
    case .mustContain: .words
    case .options: .options
    case .autocomplete, .inputmode, .regex, .restrictedCharacters, .notBefore, .notAfter, .render, .labelType, .autocompleteHint,
      .textColor, .bgColor, .format, .authenticatorType:
      .word
    case .hint: .hint
    }
  }

  /// The member's name in the JSON: the kind of drawing is the `type` of `render`.
  var member: String { self == .render ? "type" : rawValue }
}
