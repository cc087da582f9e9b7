import Encodings
import JourneyClient
import JourneyModel

/// Reads the fields of forms: their places, what they inherit, and no more of them than a body may have.
struct IDXFieldReader {
  private var left = ResponseLimits.idx.widgets
  private var messagesLeft = ResponseLimits.idx.messages
  private var formsLeft = ResponseLimits.idx.forms
  private var collected = Warnings()
  /// What the body has too much of, e.g. `more than 200 forms`; `nil` if nothing.
  private(set) var excess: String?

  /// How often an id is taken by the fields that can be sent together.
  private typealias Names = [String: Int]

  /// The fields of a form's `value`; anything in it that is not a named object is ignored.
  mutating func fields(_ json: JSONValue?) -> [IDXField] {
    var names: Names = [:]
    return fields(json, below: [], isRequired: false, &names)
  }

  private mutating func fields(_ json: JSONValue?, below path: [String], isRequired: Bool, _ names: inout Names) -> [IDXField] {
    guard let elements = json?.arrayValue else { return [] }
    guard path.count < IDXLimits.depth else {
      warn("fields are nested more than \(IDXLimits.depth) levels deep; those below are ignored")
      return []
    }
    var fields: [IDXField] = []
    for element in elements {
      guard takeOne() else { break }
      if let field = field(element, below: path, isRequired: isRequired, &names) { fields.append(field) }
    }
    return fields
  }

  private mutating func field(_ json: JSONValue, below path: [String], isRequired: Bool, _ names: inout Names) -> IDXField? {
    guard let name = json["name"]?.stringValue, !name.isEmpty, isShort(name) else { return nil }
    let isRequired = json["required"]?.lenientBool ?? isRequired
    let nested = json["form"]?["value"] ?? json["value"]?["form"]?["value"]
    let content = content(json, nested: nested, below: path + [name], isRequired: isRequired, &names)
    var value = nested == nil ? json["value"] : nil
    if value?.isNull ?? false { value = nil }
    var field = IDXField(
      id: WidgetID(path: path + [name]), name: name, label: json["label"]?.stringValue, type: json["type"]?.stringValue ?? "string",
      value: value, isRequired: isRequired, isMutable: json["mutable"]?.lenientBool ?? true,
      isVisible: json["visible"]?.lenientBool ?? true, isSecret: json["secret"]?.lenientBool ?? false,
      hint: json["hint"]?.stringValue, rules: Self.rules(json), messages: messages(json["messages"]),
      relatesTo: json["relatesTo"]?.stringValue, strayRelation: IDXStrayRelation(json["relatesTo"]),
      extras: (json.objectValue ?? []).without(Self.readMembers), content: content)
    if nested == nil { field.id = Self.unique(field.id, &names) }
    return field
  }

  private mutating func content(
    _ json: JSONValue, nested: JSONValue?, below path: [String], isRequired: Bool, _ names: inout Names
  ) -> IDXField.Content {
    if let nested { return .form(fields(nested, below: path, isRequired: isRequired, &names)) }
    guard let elements = json["options"]?.arrayValue, !elements.isEmpty else {
      // Nothing to choose from is not a text to be typed.
      return json["options"] != nil && json["type"]?.stringValue == "object" ? .forms([]) : .value
    }
    if elements.count == 1, let shown = elements[0]["value"]?["value"], let inputType = shown["inputType"]?.stringValue {
      let inner = options(shown["options"]?.arrayValue ?? [], below: path, isRequired: isRequired, names)
      let extras = (shown.objectValue ?? []).without(["inputType", "format", "options"])
      return .display(IDXDisplay(inputType: inputType, format: shown["format"]?.stringValue, options: inner, extras: extras))
    }
    let options = options(elements, below: path, isRequired: isRequired, names)
    guard !options.isEmpty else { return .value }
    let hasForms = elements.contains { Self.form(of: $0) != nil }
    return hasForms ? .forms(options) : .options(options)
  }

  /// Each option's fields are sent next to those outside it, never next to those of another option.
  private mutating func options(_ elements: [JSONValue], below path: [String], isRequired: Bool, _ names: Names) -> [IDXOption] {
    var options: [IDXOption] = []
    for element in elements {
      guard takeOne() else { break }
      guard case .object(let members) = element else { continue }
      let label = element["label"]?.stringValue
      var option = IDXOption(
        label: label, value: .null, fields: [], relatesTo: element["relatesTo"]?.stringValue,
        strayRelation: IDXStrayRelation(element["relatesTo"]),
        extras: members.without(["label", "value", "form", "relatesTo"]))
      if let form = Self.form(of: element) {
        var ownNames = names
        option.fields = fields(form, below: path, isRequired: isRequired, &ownNames)
      } else if let value = element["value"] ?? label.map({ .string($0) }) {
        option.value = value
      } else {
        warn("an option of field '\(path.joined(separator: "."))' has neither a value nor a label; it is left out")
        continue
      }
      options.append(option)
    }
    return options
  }

  private static func form(of option: JSONValue) -> JSONValue? {
    option["value"]?["form"]?["value"] ?? option["form"]?["value"]
  }

  private static let ruleNames = ["minLength", "maxLength", "format", "pattern"]

  /// The members of a field that are not among its extras.
  private static let readMembers = Set(ruleNames).union([
    "name", "label", "type", "value", "required", "mutable", "visible", "secret", "form", "options", "messages", "relatesTo",
  ])

  private static func rules(_ json: JSONValue) -> [JSONValue.Member] {
    ruleNames.compactMap { name in
      json[name].flatMap { $0.isNull ? nil : JSONValue.Member(name, $0) }
    }
  }

  /// The id, with `#2` and so on at its end if another field already has this text.
  private static func unique(_ id: WidgetID, _ names: inout Names) -> WidgetID {
    guard let taken = names[id.text] else {
      names[id.text] = 1
      return id
    }
    names[id.text] = taken + 1
    return unique(WidgetID(path: id.path.dropLast() + ["\(id.path.last ?? "")#\(taken + 1)"]), &names)
  }

  private mutating func takeOne() -> Bool {
    guard left > 0 else {
      note("more than \(ResponseLimits.idx.widgets) fields and options")
      return false
    }
    left -= 1
    return true
  }

  /// Whether one form more may be read.
  mutating func takeForm() -> Bool {
    guard formsLeft > 0 else {
      note("more than \(ResponseLimits.idx.forms) forms")
      return false
    }
    formsLeft -= 1
    return true
  }

  /// The messages of a `messages` member, in the order sent.
  mutating func messages(_ json: JSONValue?) -> [IDXMessage] {
    let sent = json?["value"]?.arrayValue ?? json?.arrayValue ?? []
    if sent.count > messagesLeft { note("more than \(ResponseLimits.idx.messages) messages") }
    let read = sent.prefix(messagesLeft)
    messagesLeft -= read.count
    if read.contains(where: { ($0["links"]?.arrayValue?.count ?? 0) > ResponseLimits.idx.links }) {
      note("a message with more than \(ResponseLimits.idx.links) links")
    }
    return read.compactMap(IDXMessage.init)
  }

  /// Whether a name is short enough to be joined to others.
  mutating func isShort(_ name: String) -> Bool {
    if name.utf8.count <= ResponseLimits.idx.idBytes { return true }
    note("a name of more than \(ResponseLimits.idx.idBytes) bytes")
    return false
  }

  private mutating func note(_ excess: String) { self.excess = self.excess ?? excess }

  var warnings: [String] { collected.sentences }

  private mutating func warn(_ sentence: String) { collected.add(sentence) }
}

extension JSONValue {
  /// A flag, also one that is sent as the text `true` or `false`.
  var lenientBool: Bool? {
    switch self {
    case .bool(let flag): flag
    case .string("true"): true
    case .string("false"): false
    case .null, .string, .number, .array, .object: nil
    }
  }
}
