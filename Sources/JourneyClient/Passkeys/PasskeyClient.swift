package import Encodings
import JourneyModel

/// Where a ceremony is run: a page of an origin, or an app that represents its server.
package struct PasskeyClient: Sendable, Hashable {
  /// What the client says it is: `https://app.acme.test`; `nil` for an app, which speaks for the relying party itself.
  package let origin: WebURL?
  /// Whether the credential says that the authenticator is part of the device, as browsers do.
  package let tellsAttachment: Bool

  /// - Parameter page: the page that runs the ceremony; `nil` for an app.
  package init(page: WebURL?, tellsAttachment: Bool) {
    origin = page
    self.tellsAttachment = tellsAttachment
    host = page?.host ?? ""
  }

  private let host: String

  /// The relying party's id, where this client may speak to it (Web Authentication Level 2, section 5.1.3, step 7).
  func relyingParty(_ id: String?) throws(CeremonyError) -> String {
    guard origin != nil else {
      guard let id else { throw .type("the options name no relying party") }
      return id
    }
    guard let id else { return host }
    guard host == id || host.hasSuffix("." + id) else {
      throw CeremonyError(
        name: "SecurityError", sentence: "a page of '\(host)' may not use passkeys of the relying party '\(id)'")
    }
    return id
  }

  /// What the authenticator signs of the client (section 5.8.1), in the order of members that browsers write.
  func data(type: String, challenge: String, relyingParty: String) -> [UInt8] {
    let origin = self.origin.flatMap { $0.origin?.description } ?? "https://\(relyingParty)"
    return JSONWriter.write([
      "type": .string(type), "challenge": .string(challenge), "origin": .string(origin), "crossOrigin": false,
    ])
  }
}
