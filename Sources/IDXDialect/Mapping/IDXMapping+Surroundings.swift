import Encodings
import JourneyModel
import ModelCoding

extension IDXMapping {
  /// The facts of a body about the person, the app, the client and itself.
  var surroundings: [Fact] {
    var facts: [Fact] = []
    for name in ["user", "app", "captcha", "client"] { facts += told(of: name) }
    if let display = response.resolve("uiDisplay") { facts += Self.flat(display, as: "uiDisplay", without: []) }
    if let intent = response.body["intent"]?.stringValue { facts.append(Fact("intent", .text(intent))) }
    for member in response.body.objectValue ?? [] where !Self.knownMembers.contains(member.name) {
      facts += Self.flat(member.value["value"] ?? member.value, as: member.name, without: [])
    }
    return facts
  }

  /// Members of an object around the forms; its ids, which are not seen, are left out.
  private func told(of name: String) -> [Fact] {
    guard let object = response.resolve(name), case .object(let members) = object else { return [] }
    switch name {
    case "user":
      return members.flatMap { $0.name == "id" ? [] : Self.flat($0.value, as: "user.\($0.name)", without: []) }
    case "app":
      return members.flatMap { ["id", "name"].contains($0.name) ? [] : Self.link($0.value, as: "app.\($0.name)") }
    case "client":
      return members.flatMap { member -> [Fact] in
        // The place is called by its town, which is what the vendor's widget shows first.
        guard member.name == "location" else { return Self.flat(member.value, as: "client.\(member.name)", without: []) }
        let city = member.value["city"]?.stringValue.map { [Fact("client.location", .text($0))] } ?? []
        return city + Self.flat(member.value, as: "client.location", without: ["city"])
      }
    default: return Self.flat(object, as: name, without: ["id"])
    }
  }

  /// A value as a fact, an object as one for each of its members.
  private static func flat(_ value: JSONValue, as name: String, without names: Set<String>, depth: Int = 0) -> [Fact] {
    if case .object(let members) = value, depth < IDXLimits.factDepth {
      return members.without(names).flatMap { flat($0.value, as: "\(name).\($0.name)", without: [], depth: depth + 1) }
    }
    if value.isNull || value.stringValue?.isEmpty ?? false { return [] }
    return [Fact(name, Value(value))]
  }

  /// A link `{href, rel, …}` as its address, followed by its other members; anything else unchanged.
  private static func link(_ value: JSONValue, as name: String) -> [Fact] {
    guard let address = value["href"] else { return flat(value, as: name, without: []) }
    return [Fact(name, Value(address))] + flat(value, as: name, without: ["href", "rel"])
  }

  /// Members that are forms, ends, authenticators or parts of the protocol, and those that have their own names.
  ///
  /// `authentication` repeats the client's request; `context` and `step` are left over from an older protocol.
  private static let knownMembers: Set<String> = [
    "version", "stateHandle", "expiresAt", "remediation", "messages", "cancel", "context", "step", "intent", "success",
    "successWithInteractionCode", "failure", "currentAuthenticator", "currentAuthenticatorEnrollment", "recoveryAuthenticator",
    "enrollmentAuthenticator", "authenticators", "authenticatorEnrollments", "authenticatorChallenge", "webauthnAutofillUIChallenge",
    "deviceEnrollment", "factor", "user", "app", "captcha", "client", "uiDisplay", "authentication",
  ]
}
