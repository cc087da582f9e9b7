import Encodings
package import JourneyModel

/// The identity of a screen in the event log: `sha256:` and the digest of its bytes in the log.
package struct ScreenDigest: Sendable, Hashable, CustomStringConvertible {
  /// The whole text, the name of the algorithm included, digits in lower case.
  package let text: String

  /// The digest of a screen's JSON text.
  package init(of screen: Screen) { self.init(ofJSON: screen.jsonBytes) }

  /// The same, where the JSON text is there already.
  package init(ofJSON bytes: [UInt8]) { text = "sha256:" + Hex.encode(Digests.sha256(bytes)) }

  package var description: String { text }
}
