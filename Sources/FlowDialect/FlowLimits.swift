import Encodings

/// How many parts an answer may have; one with more of any kind breaks the walk before anything is made of it.
///
/// Far more than real screens have, and few enough that what is made of an answer costs no more than seconds.
package enum FlowLimits {
  /// Forms of one answer.
  package static let forms = 500
  /// Widgets of all forms together.
  package static let widgets = 5_000
  /// Options of all widgets together, those in groups included.
  package static let options = 20_000
  /// Messages of one answer.
  package static let messages = 1_000
  /// Bytes of the id of a form, a widget or a screen: they are repeated wherever something is said of it.
  package static let idBytes = 1_000
  /// Nodes of the layout.
  package static let layoutNodes = 10_000
  /// Warnings of one walk.
  package static let warnings = 100
}

extension FlowState {
  /// What an answer has too much of, in a sentence's end, e.g. `more than 500 forms`; `nil` where nothing.
  static func excess(in json: JSONValue) -> String? {
    if isTooLong(json["screen"]) { return longID }
    let forms = json["forms"]?.arrayValue ?? []
    if forms.contains(where: { isTooLong($0["id"]) }) { return longID }
    if forms.count > FlowLimits.forms { return "more than \(FlowLimits.forms) forms" }
    let widgets = forms.lazy.flatMap { $0["widgets"]?.arrayValue ?? [] }
    var (widgetsLeft, optionsLeft) = (FlowLimits.widgets, FlowLimits.options)
    for widget in widgets {
      widgetsLeft -= 1
      if isTooLong(widget["id"]) || isTooLong(widget["type"]) { return longID }
      count(widget["options"], named: "options", &optionsLeft)
      if widgetsLeft < 0 { return "more than \(FlowLimits.widgets) widgets" }
      if optionsLeft < 0 { return "more than \(FlowLimits.options) options" }
    }
    var messagesLeft = FlowLimits.messages
    for member in json["messages"]?.objectValue ?? [] {
      messagesLeft -= messages(in: member.value)
      if messagesLeft < 0 { return "more than \(FlowLimits.messages) messages" }
    }
    var nodesLeft = FlowLimits.layoutNodes
    count(json["layout"]?["items"], named: "items", &nodesLeft)
    return nodesLeft < 0 ? "a layout of more than \(FlowLimits.layoutNodes) nodes" : nil
  }

  private static var longID: String { "an id of more than \(FlowLimits.idBytes) bytes" }

  private static func isTooLong(_ json: JSONValue?) -> Bool { (json?.stringValue?.utf8.count ?? 0) > FlowLimits.idBytes }

  /// Those of the page, of a form or of its widgets, each of which may be sent as a list.
  private static func messages(in json: JSONValue) -> Int {
    if let list = json.arrayValue { return list.count }
    guard let members = json.objectValue else { return 1 }
    return members.reduce(0) { count, member in count + (member.value.arrayValue?.count ?? 1) }
  }

  /// Takes the elements of a list off what is left, and those of the lists in them that have this name.
  private static func count(_ json: JSONValue?, named name: String, _ left: inout Int) {
    for element in json?.arrayValue ?? [] {
      left -= 1
      guard left >= 0 else { return }
      if let inner = element[name] { count(inner, named: name, &left) }
    }
  }
}
