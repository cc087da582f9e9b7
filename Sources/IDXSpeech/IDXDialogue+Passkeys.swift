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
  ) -> EnrolledPasskey? {
    guard let field = reading.form.ceremony, case .ceremony(let kind) = field.kind else { return nil }
    let challenge = transactions.open[session.id]?.challenge ?? ""
    transactions.open[session.id]?.challenge = nil
    let verifier = PasskeyVerifier(relyingParty: world.relyingParty, challenge: challenge, requiresVerification: false)
    let sent = body.value(at: field.path) ?? [:]
    let passkey =
      switch kind {
      case .create: Self.made(sent, verifier)
      case .get: session.account.flatMap { account in world.passkeys(of: account).lazy.compactMap { Self.used(sent, $0, verifier) }.first }
      }
    let isGood = passkey != nil && !challenge.isEmpty
    reading.answer.set(.string(isGood ? "good" : "bad"), at: field.path + ["passkey"])
    return isGood ? passkey : nil
  }

  private static func made(_ sent: JSONValue, _ verifier: PasskeyVerifier) -> EnrolledPasskey? {
    do throws(PasskeyVerifier.Refusal) {
      return try verifier.enrol(clientData: bytes(sent["clientData"]), attestation: bytes(sent["attestation"]))
    } catch {
      return nil
    }
  }

  /// The passkey with its new count, if it is the one that signed.
  private static func used(_ sent: JSONValue, _ passkey: EnrolledPasskey, _ verifier: PasskeyVerifier) -> EnrolledPasskey? {
    var passkey = passkey
    do throws(PasskeyVerifier.Refusal) {
      passkey.count = try verifier.prove(
        clientData: bytes(sent["clientData"]), authenticatorData: bytes(sent["authenticatorData"]), signature: bytes(sent["signatureData"]),
        by: passkey)
      return passkey
    } catch {
      return nil
    }
  }

  /// The vendor's SDKs send Base64 of either alphabet.
  private static func bytes(_ value: JSONValue?) -> [UInt8] {
    let letters = (value?.stringValue ?? "").utf8.compactMap { byte -> UInt8? in
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
