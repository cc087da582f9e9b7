import Encodings
import JourneyMock

extension FlowDialogue {
  /// Says in `X-Journey-Ignored` which members of a posted body no widget of the form has.
  ///
  /// A server ignores them; a reader of the exchange may want to know. It is not part of the protocol.
  func marked(_ response: HTTPResponseMessage, ignoring answer: JSONValue, form: FlowFormRule?) -> HTTPResponseMessage {
    let widgets = form?.widgets.map(\.path) ?? []
    let ignored = Self.leaves(of: answer, below: []).filter { leaf in !widgets.contains { leaf.starts(with: $0) } }
    guard !ignored.isEmpty else { return response }
    var response = response
    let names = ignored.prefix(16).map { Self.printable($0.joined(separator: ".")) }
    response.headers.append("X-Journey-Ignored", names.joined(separator: ","))
    return response
  }

  /// The paths of everything that is not an object with members.
  private static func leaves(of value: JSONValue, below path: [String]) -> [[String]] {
    guard let members = value.objectValue, !members.isEmpty else { return path.isEmpty ? [] : [path] }
    return members.flatMap { leaves(of: $0.value, below: path + [$0.name]) }
  }

  /// What is allowed in a header, for any member names of a client.
  private static func printable(_ name: String) -> String {
    String(name.unicodeScalars.prefix(64).map { $0.isASCII && $0.value > 0x20 && $0.value < 0x7F && $0 != "," ? Character($0) : "?" })
  }
}
