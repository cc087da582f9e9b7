/// An app that a mock knows for as long as it is served, in addition to those of its file.
public struct AddedClient: Sendable, Hashable {
  public var id: String
  /// Where it takes the answer to an authorization request, and where people come back to when they sign out.
  public var redirectURIs: [String]

  public init(id: String, redirectURIs: [String]) {
    self.id = id
    self.redirectURIs = redirectURIs
  }

  /// The clients of texts such as `shop-web=http://localhost:5173/callback`; one that is named twice has both addresses.
  public static func reading(_ texts: [String]) throws(SettingsProblem) -> [AddedClient] {
    var clients: [AddedClient] = []
    for text in texts {
      guard let sign = text.firstIndex(of: "=") else { throw .client(text) }
      let (id, address) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
      guard isName(id), isAddress(address) else { throw .client(text) }
      if let place = clients.firstIndex(where: { $0.id == id }) {
        clients[place].redirectURIs.append(address)
      } else {
        clients.append(AddedClient(id: id, redirectURIs: [address]))
      }
    }
    return clients
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains($0)) }
  }

  /// An absolute address, of the web or of an app's own scheme, that needs no escapes in a file.
  private static func isAddress(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.utf8.startIndex else { return false }
    return text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }
}
