import Encodings
import JourneyModel

/// What a person typed that must not be seen, as it is looked for in addresses.
struct TypedSecrets: Sendable {
  /// What a text is for, which decides how bad it is to find it in an address.
  enum Kind: Sendable, Hashable {
    /// It opens the account until it is changed.
    case password
    /// It is made for this journey, such as a code out of a mail, and opens nothing for long. Links in mails have such codes too.
    case code
  }

  private var passwords = Texts()
  private var codes = Texts()

  mutating func add(_ secret: Secret) {
    switch secret.source {
    case .walk: codes.add(secret.unsafeText)
    case .caller, .project, .account, .server: passwords.add(secret.unsafeText)
    }
  }

  /// What of it is in an address: as the value of a parameter, or anywhere behind the host in any coding.
  func kind(in url: WebURL) -> Kind? {
    if passwords.isFound(in: url) { return .password }
    return codes.isFound(in: url) ? .code : nil
  }

  /// The texts of one kind.
  private struct Texts: Sendable {
    private static let shortest = 6
    private var texts: Set<String> = []
    private var search = SecretSearch()

    mutating func add(_ text: String) {
      guard text.utf8.count >= Self.shortest else { return }
      texts.insert(text)
      // A password that is a plain word, as the weak ones are that a server must refuse, is in many addresses by chance.
      if text.utf8.contains(where: { !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }) { search.learn(text) }
    }

    func isFound(in url: WebURL) -> Bool {
      guard !texts.isEmpty else { return false }
      if (url.queryItems + url.fragmentItems).contains(where: { texts.contains($0.value) }) { return true }
      let behindHost = Array("\(url.path)?\(url.query ?? "")#\(url.fragment ?? "")".utf8)
      return search.isFound(in: behindHost[...])
    }
  }
}
