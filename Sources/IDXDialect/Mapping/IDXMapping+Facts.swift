import Encodings
import JourneyModel
import ModelCoding

extension IDXMapping {
  /// What the body tells and does not ask (sheet section 3.3, last paragraph); every name once.
  var facts: [Fact] {
    var facts: [Fact] = []
    for authenticator in ["currentAuthenticator", "currentAuthenticatorEnrollment"].compactMap(response.authenticator) {
      facts += authenticator.context.flatMap(Self.facts) + authenticator.settings.map { Fact("settings.\($0.name)", Value($0.value)) }
    }
    if response.authenticator(at: "recoveryAuthenticator") != nil { facts.append(Fact("purpose", "recover")) }
    for (fact, path) in Self.places {
      if let value = value(at: path), let text = value.scalarText, !text.isEmpty { facts.append(Fact(fact, .text(text))) }
    }
    for member in response.resolve("deviceEnrollment")?.objectValue ?? [] where !member.value.isNull {
      facts.append(Fact("deviceEnrollment.\(member.name)", Value(member.value)))
    }
    for form in response.remediations { facts += form.told.map { Fact($0.name, Value($0.value)) } }
    let links = response.everyMessage.flatMap(\.links)
    if !links.isEmpty { facts.append(Fact("links", .list(links.map { Value($0) }))) }
    if case .failure(let address) = response.outcome { facts.append(Fact("failureRedirect", .text(address), isVolatile: true)) }
    var names = Set<String>()
    return facts.filter { names.insert($0.name).inserted }
  }

  /// Texts that stand elsewhere in the body, by the names of their facts.
  private static let places: [(fact: String, path: [String])] = [
    ("user.identifier", ["user", "identifier"]), ("app.label", ["app", "label"]), ("captcha.type", ["captcha", "type"]),
    ("client.browser", ["client", "browser"]), ("client.os", ["client", "os"]), ("client.location", ["client", "location", "city"]),
  ]

  private func value(at path: [String]) -> JSONValue? {
    var value = response.resolve(path[0])
    for name in path.dropFirst() { value = value?[name] }
    return value
  }

  /// The facts of one member of `contextualData`.
  private static func facts(_ member: JSONValue.Member) -> [Fact] {
    let value = member.value
    switch member.name {
    // They stand in a choice of questions, or in the options of a ceremony.
    case "questions", "questionKeys", "activationData", "challengeData": return []
    case "correctAnswer": return [Fact(member.name, value.scalarText.map(Value.text) ?? Value(value), isVolatile: true)]
    case "sharedSecret", "otp", "signedToken":
      return [Fact(member.name, value.scalarText.map(Value.text) ?? Value(value), isVolatile: true, isSecret: true)]
    case "qrcode": return [Fact(member.name, Value(value["href"] ?? value), isVolatile: true, isSecret: true)]
    case "challenge":
      let method = (value["value"] ?? value)["challengeMethod"]?.stringValue
      return method.map { [Fact("challengeMethod", .text($0))] } ?? []
    case "samedevice", "devicebootstrap": return [Fact(member.name, Value(value), isVolatile: true, isSecret: true)]
    default: return [Fact(member.name, Value(value))]
    }
  }
}
