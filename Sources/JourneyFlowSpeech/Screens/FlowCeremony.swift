import Encodings
import JourneyMock
import JourneyModel

/// The ceremony of a widget for passkeys or security keys.
struct FlowCeremony: Sendable, Hashable {
  /// The widget's id, which is a part of the challenge.
  var widget: String
  /// Whether a new credential is made, or one is used.
  var isEnrolment: Bool
  /// Whether the authenticator is a thing of its own, and no part of the device.
  var isSecurityKey: Bool

  /// The relying party: the host of the app's address, so that its own pages may run the ceremony, else that of the tenant.
  static func relyingParty(of session: Session, in world: WorldState) -> String {
    for address in [session.request.redirectURI, world.issuer] {
      let parts = address.split(separator: "://", maxSplits: 1)
      if parts.count == 2, parts[0] == "https" || parts[0] == "http" {
        return String(parts[1].prefix { $0 != ":" && $0 != "/" && $0 != "?" })
      }
    }
    return world.tenant.name
  }

  /// It cannot be guessed without the session's secret id, and each is valid once.
  func challenge(in session: Session) -> String {
    Base64URL.encode(Digests.sha256("\(session.id) \(session.ceremonies) \(widget)"))
  }

  func verifier(in session: Session, _ world: WorldState) -> PasskeyVerifier {
    PasskeyVerifier(relyingParty: Self.relyingParty(of: session, in: world), challenge: challenge(in: session))
  }

  /// `assertionOptions` or `enrollOptions` with every member that one of the SDKs cannot do without.
  func options(in session: Session, _ world: WorldState) -> JSONValue {
    let account = session.account.map { world.accounts[$0] }
    let known = (account?.passkeys ?? []).map { passkey -> JSONValue in
      ["id": .string(passkey.id), "type": "public-key", "transports": [isSecurityKey ? "usb" : "internal"]]
    }
    let party = Self.relyingParty(of: session, in: world)
    guard isEnrolment else {
      return [
        "challenge": .string(challenge(in: session)), "rpId": .string(party), "allowCredentials": .array(known),
        "userVerification": "required", "timeout": 60_000,
      ]
    }
    let name = account?[.email] ?? account?[.username] ?? ""
    return [
      "rp": ["id": .string(party), "name": .string(world.tenant.name)],
      // A person's own id is text that is base64url already.
      "user": ["id": .string(account?[.sub] ?? ""), "name": .string(name), "displayName": .string(name)],
      "challenge": .string(challenge(in: session)), "pubKeyCredParams": [["type": "public-key", "alg": -7]],
      "excludeCredentials": .array(known),
      "authenticatorSelection": [
        "authenticatorAttachment": isSecurityKey ? "cross-platform" : "platform", "requireResidentKey": .bool(!isSecurityKey),
        "residentKey": isSecurityKey ? "discouraged" : "required", "userVerification": "required",
      ],
      "attestation": "none",
    ]
  }
}
