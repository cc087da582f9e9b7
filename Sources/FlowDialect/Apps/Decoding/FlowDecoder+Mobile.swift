/// The decoders of the native SDKs for iOS and Android, which ask nearly the same.
///
/// iOS: `Render/Types/Form.swift`, `Layout.swift`, `Message.swift` and `Types.swift` of sdk-mobile-ios-native. Android:
/// `render/models/Form.kt`, `Layout.kt`, `Message.kt` and `Types.kt` of sdk-mobile-kotlin-native, whose reader has
/// `explicitNulls = false`, so that a missing member is `null`.
extension FlowDecoder {
  /// Of iOS, the line of 4.2.0, which reads passkeys.
  static let ios: FlowDecoder = {
    var decoder = ios2
    decoder.widgets["input"] = .object(inputMembers + [.takes("render", .object([.takes("autocompleteHint")]))])
    decoder.addCredentials { .needs($0, $1) }
    let looks = decoder.drawing?.rules["submit"]
    for type in credentialTypes { decoder.drawing?.rules[type] = looks }
    return decoder
  }()

  /// Of iOS, the line of 2.x, which reads none.
  static let ios2: FlowDecoder = {
    var decoder = FlowDecoder(mobile: .swift)
    // `try?` of the global message, then all of them as messages of forms.
    decoder.setMessages(.choice(.has("global"), .either(.object([globalMessage]), formMessages), formMessages))
    // `SubmitView`, `StaticView`, `CheckboxView`, `SelectView` and `DateView`, whose last branch is `FallbackTriggerView`.
    decoder.drawing = FlowDrawing(
      renderer: "the iOS SDK", scope: .inLayout, needsWholeScreen: true,
      rules: [
        "submit": [.oneOf("render.type", "button", "link")],
        "static": [.oneOf("render.type", "html", "text")],
        "checkbox": [.oneOf("render.type", "checkboxShown", "checkboxHidden"), .oneOf("render.labelType", "html", "text")],
        "select": [
          .oneOf("render.type", "dropdown", "radio"), .elements("options", for: "dropdown", else: .crash),
          .firstOfType("options", ["item", "group"], for: "dropdown"),
        ],
        "date": [.oneOf("render.type", "native", "fieldSet")],
      ])
    return decoder
  }()

  /// Of Android, which also draws `close` and passkeys.
  static let android: FlowDecoder = {
    var decoder = FlowDecoder(mobile: .kotlin)
    decoder.setMessages(.choice(.has("global"), .object([globalMessage]), formMessages))
    decoder.widgets["close"] = decoder.widgets["submit"]
    decoder.addCredentials { .takes($0, $1) }
    return decoder
  }()

  private init(mobile reader: PlatformReader) {
    let answer = JSONShape.object([
      .takes("screen"), .takes("hostedUrl"),
      .takes("branding", .object(["logoUrl", "copyright", "siteTermUrl", "privacyPolicyUrl"].map { .takes($0) })),
      .takes("forms", .list(.part(.form))), .takes("layout", .part(.layout)),
    ])
    self.init(
      reader: reader, answer: answer, lastAnswer: answer, widgets: Self.mobileWidgets, layouts: Self.mobileLayouts,
      parts: [
        .form: .object([.needs("id"), .needs("widgets", .list(.part(.widget)))]),
        .option: .object([.needs("type"), .takes("label"), .takes("value"), .takes("options", .list(.part(.option)))]),
        // A group has no value, so that neither reads one in a list of several.
        .listedOption: .object([.needs("type"), .needs("label"), .needs("value"), .takes("options", .list(.part(.listedOption)))]),
        .message: .object([.needs("type"), .needs("text")]),
      ])
  }

  /// Both decode a response completely, whatever they do with it afterwards.
  private mutating func setMessages(_ shape: JSONShape) {
    guard case .object(let members) = answer else { return }
    answer = .object(members + [.takes("messages", shape)])
    lastAnswer = .object(members + [.takes("messages", shape), .takes("finalizeUrl")])
  }

  private static let globalMessage = JSONShape.Member.needs("global", .part(.message))
  private static let formMessages = JSONShape.map(.map(.part(.message)))

  private static let mobileLayouts: [String: JSONShape] = [
    "widget": .object([.needs("formId"), .needs("widgetId")]),
    "horizontal": .object([.needs("items", .list(.part(.layout)))]),
    "vertical": .object([.needs("items", .list(.part(.layout)))]),
  ]

  private static let typedRender = JSONShape.Member.takes("render", .object([.needs("type")]))
  private static let readonly = JSONShape.Member.needs("readonly", .flag)

  private static let inputMembers: [JSONShape.Member] = [
    .needs("id"), .needs("label"), .takes("value"), readonly, .takes("autocomplete"), .takes("inputmode"),
    .needs(
      "validator",
      .object([.takes("minLength", .whole), .takes("maxLength", .whole), .takes("regex"), .needs("required", .flag)])),
  ]

  private static let mobileWidgets: [String: JSONShape] = [
    // A form within a form is not drawn, but its widgets have to be right.
    "form": .part(.form),
    "static": .object([.needs("id"), .needs("value"), typedRender]),
    "submit": .object([
      .needs("id"), .needs("label"),
      .takes(
        "render",
        .object([
          .needs("type"), .takes("textColor"), .takes("bgColor"), .takes("hint", .object([.takes("icon"), .takes("variant")])),
        ])),
    ]),
    "input": .object(inputMembers),
    "password": .object([
      .needs("id"), .needs("label"), .needs("qualityIndicator", .flag),
      .takes(
        "validator",
        .object([
          .takes("minLength", .whole), .takes("maxNumericCharacterSequences", .whole), .takes("maxRepeatedCharacters", .whole),
          .takes("mustContain", .list(.text)),
        ])),
    ]),
    "checkbox": .object([
      .needs("id"), .needs("label"), .needs("value", .flag), readonly, .takes("validator", .object([.needs("required", .flag)])),
      .takes("render", .object([.needs("type"), .needs("labelType")])),
    ]),
    "select": .object([
      .needs("id"), .takes("label"), .takes("value"), readonly, typedRender, .needs("options", .list(.part(.option))),
      .needs("validator", .object([.needs("required", .flag)])),
    ]),
    "multiSelect": .object([
      .needs("id"), .needs("label"), .needs("value", .sparseList(.text)), readonly,
      .needs("options", .list(.part(.listedOption))),
      .takes("validator", .object([.needs("minSelectable", .whole), .needs("maxSelectable", .whole)])),
    ]),
    "passcode": .object([.needs("id"), .needs("label"), .takes("validator", .object([.takes("length", .whole)]))]),
    "phone": .object([
      .needs("id"), .needs("label"), .takes("value"), readonly, .takes("validator", .object([.takes("required", .flag)])),
    ]),
    "date": .object([
      .needs("id"), .takes("label"), .takes("placeholder"), .takes("value"), readonly, typedRender,
      .takes("validator", .object([.takes("required", .flag), .takes("notBefore"), .takes("notAfter")])),
    ]),
  ]
}

/// The ceremonies of passkeys and security keys.
extension FlowDecoder {
  fileprivate static let credentialTypes = ["passkeyLogin", "passkeyEnroll", "webauthnLogin", "webauthnEnroll"]

  /// - Parameter detail: a member that one of the SDKs needs and the other one does without.
  fileprivate mutating func addCredentials(_ detail: (String, JSONShape) -> JSONShape.Member) {
    let assertion = Self.assertion(detail)
    let enrolment = Self.enrolment(detail)
    widgets["passkeyLogin"] = Self.credential([assertion])
    widgets["passkeyEnroll"] = Self.credential([enrolment])
    widgets["webauthnLogin"] = Self.credential([assertion, .needs("authenticatorType")])
    widgets["webauthnEnroll"] = Self.credential([enrolment, .needs("authenticatorType")])
  }

  private static func credential(_ members: [JSONShape.Member]) -> JSONShape {
    .object([.needs("id"), .needs("label"), typedRender] + members)
  }

  private static let knownCredentials = JSONShape.list(
    .object([.needs("id"), .takes("type"), .takes("transports", .list(.text))]))

  private static func assertion(_ detail: (String, JSONShape) -> JSONShape.Member) -> JSONShape.Member {
    .needs(
      "assertionOptions",
      .object([
        .needs("allowCredentials", knownCredentials), .needs("challenge"), .needs("rpId"), .needs("userVerification"),
        detail("timeout", .whole),
      ]))
  }

  private static func enrolment(_ detail: (String, JSONShape) -> JSONShape.Member) -> JSONShape.Member {
    .needs(
      "enrollOptions",
      .object([
        .needs("rp", .object([.needs("id"), .needs("name")])),
        .needs("user", .object([.needs("id"), .needs("name"), .needs("displayName")])), .needs("challenge"),
        .needs("pubKeyCredParams", .list(.object([.needs("type"), .needs("alg", .whole)]))),
        .needs("excludeCredentials", knownCredentials),
        .needs(
          "authenticatorSelection",
          .object([
            detail("authenticatorAttachment", .text), detail("requireResidentKey", .flag), detail("residentKey", .text),
            detail("userVerification", .text),
          ])),
        .needs("attestation"),
      ]))
  }
}
