/// The models of the Flutter SDK: `models.dart` of sdk-flutter, whose fields are not nullable where a member is needed.
extension FlowDecoder {
  static let flutter = FlowDecoder(
    reader: .dart,
    answer: .object([
      .takes("screen"), .takes("hostedUrl"),
      .takes("branding", .object(["logoUrl", "brandName", "copyright", "privacyPolicyUrl", "siteTermsUrl"].map { .takes($0) })),
      .takes("forms", .list(.part(.form))),
      .takes("layout", .object([.needs("type"), .needs("items", .list(.part(.layout)))])),
      .takes("messages", .map(.map(.part(.message)), except: [.takes("global", .part(.message))])),
    ]),
    // With `finalizeUrl` the sign-in is over before a model is made.
    lastAnswer: .object([]),
    widgets: flutterWidgets,
    layouts: [
      "widget": .object([]), "horizontal": .object([.needs("items", .list(.part(.layout)))]),
      "vertical": .object([.needs("items", .list(.part(.layout)))]),
    ],
    parts: [
      .form: .object([.needs("id"), .needs("widgets", .list(.part(.widget)))]),
      // Options of a group have no options themselves.
      .option: .choice(
        .isOfType("group"), .object([.takes("label"), .needs("options", .list(.object([.takes("label"), .needs("value")])))]),
        .object([.takes("label"), .needs("value")])),
      .message: .object([.needs("type"), .needs("text")]),
    ])

  private static let typedRender = JSONShape.Member.needs("render", .object([.needs("type")]))
  private static let readonly = JSONShape.Member.needs("readonly", .flag)
  private static let required = JSONShape.Member.takes("required", .flag)
  private static let button = JSONShape.object([
    .needs("id"), .takes("label"),
    .needs(
      "render",
      .object([
        .needs("type"), .takes("textColor"), .takes("bgColor"), .takes("hint", .object([.takes("icon"), .takes("variant")])),
      ])),
  ])

  private static let flutterWidgets: [String: JSONShape] = [
    "static": .object([.needs("id"), .needs("value"), typedRender]),
    "submit": button,
    "close": button,
    "input": .object([
      .needs("id"), .takes("label"), .takes("value"), .takes("placeholder"), readonly, .takes("autocomplete"), .takes("inputmode"),
      .takes("validator", .object([required, .takes("minLength", .whole), .takes("maxLength", .whole), .takes("regex")])),
    ]),
    "password": .object([
      .needs("id"), .takes("label"), .needs("qualityIndicator", .flag),
      .takes(
        "validator",
        .object([
          required, .takes("minLength", .whole), .takes("maxLength", .whole), .takes("maxNumericCharacterSequences", .whole),
          .takes("maxRepeatedCharacters", .whole), .takes("mustContain", .list(.text)),
        ])),
    ]),
    "checkbox": .object([
      .needs("id"), .takes("label"), .takes("value", .flag), readonly, .takes("validator", .object([required])),
      .needs("render", .object([.needs("type"), .needs("labelType")])),
    ]),
    "select": .object([
      .needs("id"), .takes("label"), .takes("value"), .takes("placeholder"), readonly, typedRender,
      .needs("options", .list(.part(.option))), .takes("validator", .object([required])),
    ]),
    "multiSelect": .object([
      .needs("id"), .takes("label"), .takes("values", .list(.text)), .takes("placeholder"), readonly,
      .needs("options", .list(.part(.option))),
      .takes("validator", .object([.takes("minSelectable", .whole), .takes("maxSelectable", .whole)])),
    ]),
    "passcode": .object([.needs("id"), .takes("label"), .takes("validator", .object([.takes("length", .whole)]))]),
    "phone": .object([.needs("id"), .takes("label"), .takes("value"), readonly, .takes("validator", .object([required]))]),
    "date": .object([
      .needs("id"), .takes("label"), .takes("placeholder"), .takes("value"), readonly, typedRender,
      .takes("validator", .object([required, .takes("notBefore"), .takes("notAfter")])),
    ]),
  ]
}
