import Encodings
package import JourneyClient

extension ResponseLimits {
  /// Those of this dialect's answers.
  package static let flow = ResponseLimits(forms: 500, widgets: 5_000, options: 20_000, messages: 1_000, layoutNodes: 10_000)
}

extension FlowState {
  /// What an answer has too much of, in a sentence's end, e.g. `more than 500 forms`; `nil` if nothing.
  static func excess(in json: JSONValue) -> String? {
    if isTooLong(json["screen"]) { return longID }
    let forms = json["forms"]?.arrayValue ?? []
    if forms.contains(where: { isTooLong($0["id"]) }) { return longID }
    if forms.count > ResponseLimits.flow.forms { return "more than \(ResponseLimits.flow.forms) forms" }
    let widgets = forms.lazy.flatMap { $0["widgets"]?.arrayValue ?? [] }
    var (widgetsLeft, optionsLeft) = (ResponseLimits.flow.widgets, ResponseLimits.flow.options)
    for widget in widgets {
      widgetsLeft -= 1
      if isTooLong(widget["id"]) || isTooLong(widget["type"]) { return longID }
      count(widget["options"], named: "options", &optionsLeft)
      if widgetsLeft < 0 { return "more than \(ResponseLimits.flow.widgets) widgets" }
      if optionsLeft < 0 { return "more than \(ResponseLimits.flow.options) options" }
    }
    var messagesLeft = ResponseLimits.flow.messages
    for member in json["messages"]?.objectValue ?? [] {
      messagesLeft -= messages(in: member.value)
      if messagesLeft < 0 { return "more than \(ResponseLimits.flow.messages) messages" }
    }
    var nodesLeft = ResponseLimits.flow.layoutNodes
    count(json["layout"]?["items"], named: "items", &nodesLeft)
    return nodesLeft < 0 ? "a layout of more than \(ResponseLimits.flow.layoutNodes) nodes" : nil
  }

  private static var longID: String { "an id of more than \(ResponseLimits.flow.idBytes) bytes" }

  private static func isTooLong(_ json: JSONValue?) -> Bool { (json?.stringValue?.utf8.count ?? 0) > ResponseLimits.flow.idBytes }

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
