import Encodings
import JourneyMock
import JourneyModel

extension IDXDialogue {
  /// The challenge of a journey that asks for a passkey; it is good for one answer.
  mutating func prepareCeremony(of session: Session, on screen: IDXScreenRule, in world: inout WorldState) {
    guard screen.forms.contains(where: { $0.ceremony != nil }), transactions.open[session.id]?.challenge == nil else { return }
    transactions.open[session.id]?.challenge = world.random.token()
  }

  /// Verifies what an app sent of a passkey, and adds to the answer whether it is good; the challenge is used up.
  ///
  /// - Returns: the passkey that was made or used; `nil` where none is asked for, or where it is not good.
  mutating func verifyPasskey(
    _ body: JSONValue, _ reading: inout IDXAnswerReader.Reading, of session: Session, in world: WorldState
  ) -> RegisteredPasskey? {
    guard let field = reading.form.ceremony, case .ceremony(let kind) = field.kind else { return nil }
    let challenge = transactions.open[session.id]?.challenge ?? ""
    transactions.open[session.id]?.challenge = nil
    let ceremony = PasskeyCeremony(challenge: challenge, relyingParty: world.relyingParty)
    let sent = body.value(at: field.path) ?? [:]
    func bytes(_ name: String) -> [UInt8] { Self.bytes(sent[name]?.stringValue ?? "") }
    let passkey: RegisteredPasskey? =
      switch kind {
      case .create: ceremony.registered(clientData: bytes("clientData"), attestation: bytes("attestation"))
      case .get:
        ceremony.signed(
          by: session.account.map { world.passkeys(of: $0) } ?? [], clientData: bytes("clientData"),
          authenticatorData: bytes("authenticatorData"), signature: bytes("signatureData"))
      }
    let isGood = passkey != nil && !challenge.isEmpty
    reading.answer.set(.string(isGood ? "good" : "bad"), at: field.path + ["passkey"])
    return isGood ? passkey : nil
  }

  /// The vendor's SDKs send Base64 of either alphabet.
  private static func bytes(_ text: String) -> [UInt8] {
    let letters = text.utf8.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="): nil
      default: byte
      }
    }
    return Base64URL.decode(String(decoding: letters, as: UTF8.self)) ?? []
  }
}

extension WorldState {
  /// The id of the org as a relying party: its host.
  var relyingParty: String {
    do { return try WebURL(orgAddress).host ?? "" } catch { return "" }
  }
}

extension IDXFormRule {
  /// The field that asks for a passkey; `nil` if none does.
  var ceremony: IDXFieldRule? {
    fields.first { field in
      if case .ceremony = field.kind { true } else { false }
    }
  }
}
