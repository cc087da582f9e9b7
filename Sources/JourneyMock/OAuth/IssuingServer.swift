/// The authorization server that is asked: where a tenant has several, none knows the codes and tokens of another one.
package enum IssuingServer: Sendable, Hashable {
  /// The tenant's only one.
  case any
  /// The one that this issuer names.
  case named(String)

  /// Whether what names this issuer is of this server, by whichever host each of them was asked.
  package func issued(_ issuer: String) -> Bool {
    switch self {
    case .any: true
    case .named(let own): Self.path(of: own).elementsEqual(Self.path(of: issuer))
    }
  }

  /// An issuer without scheme, host and port.
  private static func path(of issuer: String) -> Substring.UTF8View {
    let text = issuer.utf8
    guard let colon = text.firstRange(of: "://".utf8) else { return Substring(issuer).utf8 }
    let rest = text[colon.upperBound...]
    return rest[(rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex)...]
  }
}
