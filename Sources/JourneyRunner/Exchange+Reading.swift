internal import Encodings
internal import JourneyModel
internal import ModelCoding

extension Exchange.Answered {
  /// The header of this name in any case: its value, or the list of them if it occurs several times.
  func header(_ name: String) -> Value? {
    let found = headers.filter { $0.name.equalsIgnoringASCIICase(name) }
    return found.count > 1 ? .list(found.map(\.value)) : found.first?.value
  }

  /// The body read as JSON, what must not be seen as secrets; `nil` if it is not JSON.
  var document: Value? {
    do throws(JSONError) {
      let value = Value(try JSONReader.read(body))
      return concealedMembers.isEmpty ? value : value.concealing(concealedMembers)
    } catch {
      return nil
    }
  }
}

extension Exchange {
  /// The edges of its graph that a mock took, from a header that only mocks send.
  var edges: [String] {
    guard let response else { return [] }
    var edges: [String] = []
    for header in response.headers where header.name.equalsIgnoringASCIICase(Self.edgeHeader) {
      guard let text = header.value.text else { continue }
      for edge in text.utf8.split(separator: UInt8(ascii: ",")) {
        edges.append(String(Substring(edge.drop { $0 == UInt8(ascii: " ") })))
      }
    }
    return edges
  }

  private static let edgeHeader = "x-journey-edge"
}

extension Value {
  /// The same value, with the texts under these names as secrets, at any depth.
  fileprivate func concealing(_ names: Set<String>) -> Value {
    switch self {
    case .map(let members):
      .map(members.map { Member($0.name, names.contains($0.name) ? $0.value.asSecret($0.name) : $0.value.concealing(names)) })
    case .list(let elements): .list(elements.map { $0.concealing(names) })
    case .null, .bool, .number, .text, .secret: self
    }
  }

  private func asSecret(_ name: String) -> Value {
    switch self {
    case .text(let text), .number(let text): .secret(Secret(text, name: name, source: .server))
    case .list(let elements): .list(elements.map { $0.asSecret(name) })
    case .map(let members): .map(members.map { Member($0.name, $0.value.asSecret(name)) })
    case .null, .bool, .secret: self
    }
  }
}
