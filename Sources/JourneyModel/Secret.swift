/// A text that never reaches an output: it prints as `***` and is revealed to one tenant's origins only.
///
/// The encoder of an exchange names the origin that it goes to; a secret bound to other origins is refused there.
public struct Secret: Sendable, Hashable {
  /// Where a secret comes from, which decides whether outputs are searched for its text.
  public enum Source: Sendable, Hashable {
    /// The caller's environment or secrets file: always searched for.
    case caller
    /// A file of the project, such as a password that a scenario types. Words are not searched for: they are in the project's titles,
    /// paths and ids as well, and hiding them would hide those.
    case project
    /// The same of a tenant's account: what its owner types, and not what a scenario tries.
    case account
    /// The server, such as a cookie or a session id. Searched for where it is long and random enough to be no word by chance.
    case server
    /// The walk itself, such as a passcode or a code out of a mail: always searched for.
    case walk
  }

  private let text: String
  /// What it is called in messages, e.g. `secret.JANE_PASSWORD`; never the text itself.
  public let name: String
  /// The origins it may go to; `nil` if the walk decides, e.g. for a code that this tenant itself sent.
  public let origins: Set<Origin>?
  public let source: Source
  /// The fields that it may be typed into, apart from those of passwords and codes; `nil` for any.
  public let fields: Set<String>?

  public init(
    _ text: String, name: String, origins: Set<Origin>? = nil, source: Source = .caller, fields: Set<String>? = nil
  ) {
    self.text = text
    self.name = name
    self.origins = origins
    self.source = source
    self.fields = fields
  }

  /// The text, for an exchange with this origin.
  ///
  /// Throws where the secret is bound to other origins.
  public func reveal(to origin: Origin) throws(SecretRefusal) -> String {
    guard let origins else { return text }
    guard origins.contains(origin) else { throw SecretRefusal(secret: name, origin: origin) }
    return text
  }

  /// The clear text, without any check of where it goes.
  ///
  /// For code that searches finished output for it, compares it, or computes another secret from it. What is made of it has to
  /// be a `Secret` again or be thrown away; a request gets the text from `reveal(to:)`.
  package var unsafeText: String { text }

  /// A secret made of this one, which may go and be typed where this one may.
  public func map(_ transform: (String) -> String) -> Secret {
    Secret(transform(text), name: name, origins: origins, source: source, fields: fields)
  }

  /// Whether outputs are searched for the text.
  package var isSearchedFor: Bool {
    switch source {
    case .caller, .walk: true
    case .project, .account: !Self.isWords(text)
    case .server: text.utf8.count >= Self.shortestOfServer && Self.isRandom(text)
    }
  }

  private static let shortestOfServer = 16

  /// Letters and what joins them: no digit, no other sign.
  private static func isWords(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar == "-" || scalar == "_" || scalar == "." || scalar == "/" || scalar == " "
    }
  }

  /// Two digits or capitals at the least: tokens, handles and ids of sessions have them, names in lower case have not.
  private static func isRandom(_ text: String) -> Bool {
    text.utf8.count { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) } >= 2
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "***" }
  public var debugDescription: String { "***" }
  /// Nothing, so that a dump shows nothing either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A secret was to go to an origin that it is not for.
public struct SecretRefusal: Error, Sendable, Hashable {
  /// The secret's name.
  public let secret: String
  public let origin: Origin
}

/// Scheme, host and port of an address: the unit of trust.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// Lower case, without a colon.
  public let scheme: String
  /// Lower case.
  public let host: String
  /// The port that is used, the scheme's own where none was written.
  public let port: Int

  public init(scheme: String, host: String, port: Int) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// As an address writes it, the scheme's own port left out.
  public var description: String {
    let usual = (scheme == "https" && port == 443) || (scheme == "http" && port == 80)
    return usual ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }
}
