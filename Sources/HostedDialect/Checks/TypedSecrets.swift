import Encodings
import JourneyModel

/// What a person typed that must not be seen, as it is looked for in addresses.
struct TypedSecrets: Sendable {
  private static let shortest = 6
  private var texts: Set<String> = []
  private var search = SecretSearch()

  mutating func add(_ secret: Secret) {
    let text = secret.unsafeText
    guard text.utf8.count >= Self.shortest else { return }
    texts.insert(text)
    // A password that is a plain word, as the weak ones are that a server must refuse, is in many addresses by chance.
    if text.utf8.contains(where: { !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }) { search.learn(text) }
  }

  /// Whether one of them is in an address: as the value of a parameter, or anywhere behind the host in any coding.
  func isFound(in url: WebURL) -> Bool {
    guard !texts.isEmpty else { return false }
    if (url.queryItems + url.fragmentItems).contains(where: { texts.contains($0.value) }) { return true }
    let behindHost = Array("\(url.path)?\(url.query ?? "")#\(url.fragment ?? "")".utf8)
    return search.isFound(in: behindHost[...])
  }
}
