/// Why a text is not a URL that may be used.
package enum WebURLError: Error, Sendable, Hashable, CustomStringConvertible {
  /// More bytes than the caller allows.
  case tooLong(limit: Int)
  /// A character that has to be percent-encoded, or a `%` without two digits; the offset counts bytes from 0.
  case illegalCharacter(offset: Int)
  /// No `scheme:` at the beginning.
  case missingScheme
  /// An `http` or `https` URL without a host.
  case missingHost
  /// A host that is neither a name nor a strictly spelled IP address.
  case invalidHost
  /// A port that is not a number up to 65535.
  case invalidPort
  /// A path that would be read as a host, such as `//x` where there is none.
  case ambiguousPath

  package var description: String {
    switch self {
    case .tooLong(let limit): "the URL is longer than \(limit) bytes"
    case .illegalCharacter(let offset): "the URL has a character at byte \(offset) that must be percent-encoded"
    case .missingScheme: "the URL has no scheme"
    case .missingHost: "the URL has no host"
    case .invalidHost: "the URL's host is neither a name nor an IP address"
    case .invalidPort: "the URL's port is not a number up to 65535"
    case .ambiguousPath: "the URL's path begins with '//' and there is no host"
    }
  }
}
