import Encodings

/// A screen state as it is sent (the vendor's OpenAPI document, docs.strivacity.com/openapi/native-journey-api.json, schema `Screen`).
///
/// A member that is `null` means the same as one that is missing.
struct FlowState: Sendable, Hashable {
  var screen: String?
  var branding: [JSONValue.Member]?
  var hostedURL: String?
  var finalizeURL: String?
  /// `nil` if the answer leaves the forms as they were.
  var forms: [FlowForm]?
  var layout: FlowLayout?
  /// By `global` or form id; taken apart by the mapping.
  var messages: [JSONValue.Member]?
  /// Which of `error` and `errors` the body has with content, though no screen state has them.
  var errorMembers: [String] = []
  /// What members say that no source describes, as an app may show it.
  var otherTexts: [String] = []
}

/// One form of a screen state.
struct FlowForm: Sendable, Hashable {
  var id: String
  var widgets: [FlowWidget]
}

/// One widget of a form; its attributes depend on its type.
struct FlowWidget: Sendable, Hashable {
  /// Empty where none is sent.
  var type: String
  /// Empty where none is sent.
  var id: String
  /// All members as sent, `type` and `id` among them.
  var members: [JSONValue.Member]

  /// The types that the vendor's API describes.
  static let types = [
    "static", "input", "password", "checkbox", "select", "multiSelect", "phone", "passcode", "date", "submit", "close",
    "passkeyLogin", "passkeyEnroll", "webauthnLogin", "webauthnEnroll",
  ]

  /// The value of a member that is there and not `null`.
  subscript(name: String) -> JSONValue? {
    for member in members.reversed() where member.name == name { return member.value.isNull ? nil : member.value }
    return nil
  }
}

/// How the widgets are arranged.
indirect enum FlowLayout: Sendable, Hashable {
  case vertical([FlowLayout])
  case horizontal([FlowLayout])
  case widget(form: String, widget: String)
  /// Also `grid`, whose shape no source describes.
  case unknown(JSONValue)
}

/// Why a body is not a screen state, in a sentence.
struct FlowWireError: Error, Sendable, Hashable {
  var sentence: String
  /// Whether it has more of something than is read.
  var isTooLarge = false
}

extension FlowState {
  /// Reads a state out of a body's JSON; unknown members are passed over.
  init(_ json: JSONValue) throws(FlowWireError) {
    guard case .object(let members) = json else { throw FlowWireError(sentence: "the body is not a JSON object") }
    if let excess = Self.excess(in: json) { throw FlowWireError(sentence: "it has \(excess)", isTooLarge: true) }
    for member in members where !member.value.isNull {
      switch member.name {
      case "screen": screen = member.value.stringValue
      case "hostedUrl": hostedURL = member.value.stringValue
      case "finalizeUrl": finalizeURL = member.value.stringValue
      case "branding": branding = member.value.objectValue
      case "forms": forms = try Self.forms(member.value)
      case "layout": layout = FlowLayout(member.value)
      case "messages": messages = try Self.messages(member.value)
      case "error", "errorKey", "errors": if Self.hasContent(member.value) { errorMembers.append(member.name) }
      default: continue
      }
    }
    otherTexts = FlowOtherTexts(of: json).texts
  }

  private static func hasContent(_ json: JSONValue) -> Bool {
    switch json {
    case .null, .bool(false): false
    case .bool(true), .number: true
    case .string(let text): !text.isEmpty
    case .array(let elements): !elements.isEmpty
    case .object(let members): !members.isEmpty
    }
  }

  /// Whether the body says anything that belongs to a screen state.
  var isEmpty: Bool {
    screen == nil && hostedURL == nil && finalizeURL == nil && forms == nil && messages == nil && layout == nil
  }

  /// Whether nothing but the address of a hosted page is sent.
  var isHostedOnly: Bool { hostedURL != nil && forms == nil && messages == nil && finalizeURL == nil }

  /// The state that is shown after this response on top of an earlier state.
  ///
  /// With forms it is a new screen, without them only its messages are new (section 6, question 3).
  ///
  /// - Parameter keepingScreen: whether an answer without forms changes nothing but messages, whatever else it brings.
  func merged(over earlier: FlowState?, keepingScreen: Bool = false) -> FlowState {
    guard let earlier else { return self }
    if keepingScreen, forms == nil {
      var merged = earlier
      merged.messages = messages
      return merged
    }
    var merged = self
    merged.screen = screen ?? earlier.screen
    merged.hostedURL = hostedURL ?? earlier.hostedURL
    merged.branding = branding ?? earlier.branding
    if forms == nil {
      merged.otherTexts = earlier.otherTexts + otherTexts.filter { !earlier.otherTexts.contains($0) }
      merged.forms = earlier.forms
      merged.layout = layout ?? earlier.layout
    }
    return merged
  }

  /// A message without a place would be an invisible error.
  private static func messages(_ json: JSONValue) throws(FlowWireError) -> [JSONValue.Member] {
    guard case .object(let members) = json else { throw FlowWireError(sentence: "'messages' is not an object") }
    for member in members where member.name != "global" {
      guard case .object(let widgets) = member.value else { continue }
      let nested = widgets.first { widget in
        guard case .object(let inner) = widget.value, widget.name != "text" else { return false }
        return !inner.isEmpty && inner.allSatisfy { if case .object = $0.value { $0.name != "text" } else { false } }
      }
      if let nested { throw FlowWireError(sentence: "'messages' has a map of messages at '\(member.name).\(nested.name)'") }
    }
    return members
  }

  private static func forms(_ json: JSONValue) throws(FlowWireError) -> [FlowForm] {
    guard case .array(let elements) = json else { throw FlowWireError(sentence: "'forms' is not a list") }
    var forms: [FlowForm] = []
    forms.reserveCapacity(elements.count)
    for element in elements {
      guard case .object = element else { throw FlowWireError(sentence: "'forms' contains something that is not an object") }
      guard let id = element["id"]?.stringValue else { throw FlowWireError(sentence: "a form has no 'id'") }
      forms.append(FlowForm(id: id, widgets: (element["widgets"]?.arrayValue ?? []).compactMap(FlowWidget.init)))
    }
    return forms
  }
}

extension FlowWidget {
  /// `nil` for what is not an object.
  init?(_ json: JSONValue) {
    guard case .object(let members) = json else { return nil }
    self.members = members
    type = json["type"]?.stringValue ?? ""
    id = json["id"]?.stringValue ?? ""
  }
}

extension FlowLayout {
  init(_ json: JSONValue) {
    switch json["type"]?.stringValue {
    case "vertical": self = .vertical((json["items"]?.arrayValue ?? []).map(FlowLayout.init))
    case "horizontal": self = .horizontal((json["items"]?.arrayValue ?? []).map(FlowLayout.init))
    case "widget":
      if let form = json["formId"]?.stringValue, let widget = json["widgetId"]?.stringValue {
        self = .widget(form: form, widget: widget)
      } else {
        self = .unknown(json)
      }
    default: self = .unknown(json)
    }
  }
}
