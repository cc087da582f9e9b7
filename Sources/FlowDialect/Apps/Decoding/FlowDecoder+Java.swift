/// The models of the Android SDK in Java: `ScreenRenderer.java`, `WidgetModel.java`, `FormModel.java`, `LayoutModel.java` and
/// `JSON.java` of sdk-mobile-android-native.
///
/// Any value makes a text there, and a flag that is missing is false, so that texts have no rules but the ones below.
extension FlowDecoder {
  static let java = FlowDecoder(
    reader: .android,
    answer: .object([
      hostedURL, .takes("branding", .object([])), .takes("forms", .list(.part(.form))),
      .takes("layout", .object([.needs("items", .list(.part(.layout)))])),
      .takes("messages", .map(.map(.part(.message)), except: [.takes("global", .part(.message))])),
    ]),
    lastAnswer: .object([hostedURL]),
    widgets: javaWidgets,
    layouts: [
      "widget": .object([]), "horizontal": .object([.needs("items", .list(.part(.layout)))]),
      "vertical": .object([.needs("items", .list(.part(.layout)))]),
    ],
    parts: [
      .form: .object([.needs("widgets", .list(.part(.widget)))]),
      .option: .object([options]),
      // Any other type of message makes it throw.
      .message: .object([.needs("type", .word("error"))]),
    ],
    drawing: javaDrawing)

  /// The constructors of the widgets and `ViewFactory.java`, which throw: `NativeSDK` catches, and opens the hosted page.
  private static let javaDrawing = FlowDrawing(
    renderer: "the Java SDK", scope: .inForms,
    rules: [
      "submit": [.oneOf("render.type", "button", "link")],
      "static": [.oneOf("render.type", "html", "text")],
      // Any label that is not HTML is a text.
      "checkbox": [.oneOf("render.type", "checkboxShown", "checkboxHidden")],
      "select": [.oneOf("render.type", "dropdown", "radio"), .elements("options"), .firstOfType("options", ["item", "group"])],
      "multiSelect": [.elements("options"), .firstOfType("options", ["item", "group"])],
      "input": [.oneOfIfSent("inputmode", "email")],
      "date": [.oneOf("render.type", "native", "fieldSet")],
    ])

  /// `Uri.parse` takes no `null`, in every answer.
  private static let hostedURL = JSONShape.Member.needs("hostedUrl", .anything)
  /// `has` is called, so that only a missing member is an empty list.
  private static let options = JSONShape.Member(name: "options", shape: .list(.part(.option)), presence: .optionalNotNull)
  private static let readonly = JSONShape.Member.takes("readonly", .flag)
  private static let render = JSONShape.Member.takes("render", .object([]))
  private static let requiredAlone = JSONShape.Member.takes("validator", .object([.takes("required", .flag)]))

  private static let javaWidgets: [String: JSONShape] = [
    "static": .object([render]),
    "submit": .object([.takes("render", .object([.takes("hint", .object([]))]))]),
    "input": .object([
      readonly,
      .takes("validator", .object([.takes("minLength", .whole), .takes("maxLength", .whole), .takes("required", .flag)])),
    ]),
    "password": .object([
      .takes("qualityIndicator", .flag),
      .takes(
        "validator",
        .object([
          .takes("minLength", .whole), .takes("maxNumericCharacterSequences", .whole), .takes("maxRepeatedCharacters", .whole),
          // `getJSONArray` throws where there is none.
          .needs("mustContain", .sparseList(.anything)),
        ])),
    ]),
    "checkbox": .object([.takes("value", .flag), readonly, requiredAlone, render]),
    "select": .object([readonly, requiredAlone, render, options]),
    "multiSelect": .object([
      readonly, options, .takes("validator", .object([.takes("minSelectable", .whole), .takes("maxSelectable", .whole)])),
    ]),
    "passcode": .object([.takes("validator", .object([.takes("length", .whole)]))]),
    "phone": .object([readonly, requiredAlone]),
    // The only `render` that is not checked first.
    "date": .object([readonly, requiredAlone, .needs("render", .object([]))]),
  ]
}
