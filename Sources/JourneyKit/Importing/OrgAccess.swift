/// How an import reads a live org: with which token, under which policy, and whether the answers are kept.
public struct OrgAccess: Sendable {
  /// The kinds of tokens that an org accepts, each with its scheme in the header `Authorization`.
  public enum TokenKind: String, Sendable, Hashable, CaseIterable {
    /// An access token of a service app, which can do what its scopes say.
    case bearer
    /// An API token of an administrator, which can do whatever the administrator can.
    case ssws

    var scheme: String {
      switch self {
      case .bearer: "Bearer"
      case .ssws: "SSWS"
      }
    }
  }

  /// The name of the secret that has the token.
  public var secret: String
  public var kind = TokenKind.bearer
  public var secretsFile: String?
  public var policyFile: String?
  /// The environment variables of the caller.
  public var environment: [String: String] = [:]
  /// The folder that the answers are kept in, secrets taken out; `nil` to keep none.
  public var savedTo: String?

  public init(secret: String) { self.secret = secret }

  /// The longest name of a secret.
  private static let mostOfName = 64

  /// Whether a text can be the name of a variable. A token itself is none: it is too long, begins with a digit or has dots in it.
  public static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= mostOfName, !isDigit(first) else { return false }
    return text.utf8.allSatisfy {
      isDigit($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_")
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
