/// A text that never reaches an output: it prints as `***` and is revealed to one tenant's origins only.
///
/// Whoever encodes an exchange names the origin that it goes to; a secret bound to other origins is refused there.
public struct Secret: Sendable, Hashable {
  private let text: String
  /// What it is called in messages, e.g. `secret.JANE_PASSWORD`; never the text itself.
  public let name: String
  /// The origins it may go to; `nil` where whoever walks decides, e.g. for a code that this tenant itself sent.
  public let origins: Set<Origin>?

  public init(_ text: String, name: String, origins: Set<Origin>? = nil) {
    self.text = text
    self.name = name
    self.origins = origins
  }

  /// The text, for an exchange with this origin.
  ///
  /// Throws where the secret is bound to other origins.
  public func reveal(to origin: Origin) throws(SecretRefusal) -> String {
    guard let origins else { return text }
    guard origins.contains(origin) else { throw SecretRefusal(secret: name, origin: origin) }
    return text
  }

  /// The text for the last net, which looks for it in finished output, and for the functions of the scenario language.
  ///
  /// What is made of it must be a secret again, or be thrown away.
  package var concealed: String { text }

  /// A secret made of this one, which may go where this one may.
  public func map(_ transform: (String) -> String) -> Secret {
    Secret(transform(text), name: name, origins: origins)
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
