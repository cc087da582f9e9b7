import Encodings
import JourneyModel
import ModelCoding

extension IDXMapping {
  /// What the body shows without asking for it, e.g. `context.correctAnswer`; each name once.
  var facts: [Fact] {
    var facts = FactList()
    for owner in ["currentAuthenticator", "currentAuthenticatorEnrollment"] {
      guard let authenticator = response.authenticator(at: owner) else { continue }
      facts.add(authenticator.context.flatMap { Self.facts(inContext: $0) }, elsewhere: owner)
      facts.add(authenticator.settings.map { Fact("settings.\($0.name)", Value($0.value)) }, elsewhere: owner)
      facts.add(authenticator.profile.map { Fact("profile.\($0.name)", Value($0.value)) }, elsewhere: owner)
      facts.add(Self.facts(besides: authenticator), elsewhere: owner)
      if !isShown(authenticator) { facts.add(Self.names(of: authenticator, as: owner)) }
    }
    if let challenge = response.deviceChallenge { facts.add(Self.facts(ofChallenge: challenge), elsewhere: "authenticatorChallenge") }
    if response.authenticator(at: "recoveryAuthenticator") != nil { facts.add(Fact("purpose", "recover")) }
    for owner in ["recoveryAuthenticator", "enrollmentAuthenticator"] {
      if let authenticator = response.authenticator(at: owner) { facts.add(Self.facts(of: authenticator, as: owner)) }
    }
    for member in response.resolve("deviceEnrollment")?.objectValue ?? [] where !member.value.isNull {
      facts.add(Fact("deviceEnrollment.\(member.name)", Value(member.value)))
    }
    for form in response.remediations { facts.add(form.told.map { Fact($0.name, Value($0.value)) }, elsewhere: form.name) }
    if !links.isEmpty { facts.add(Fact("links", .list(links))) }
    if case .failure(let address) = response.outcome { facts.add(Fact("failureRedirect", .text(address), isVolatile: true)) }
    facts.add(surroundings)
    return facts.facts
  }

  /// The links of all messages in one list; which message has which is said by the messages themselves.
  private var links: [Value] {
    response.everyMessage.flatMap(\.links).compactMap { link in
      guard let url = link.url else { return nil }
      return .map([Value.Member("url", .text(url))] + (link.label.map { [Value.Member("label", .text($0))] } ?? []))
    }
  }

  // MARK: Authenticators

  /// Whether any form is about it, and so says what it is.
  private func isShown(_ authenticator: IDXAuthenticator) -> Bool {
    var seen: Set<[String]> = []
    return (response.remediations + response.actions).contains { form in
      // Forms about the same thing are many, and comparing it is dear.
      let subject = [form.place?.owner ?? "", form.place == nil ? form.name : ""] + form.relatesTo
      return seen.insert(subject).inserted && self.authenticator(of: form) == authenticator
    }
  }

  /// The facts of one member of `contextualData`.
  private static func facts(inContext member: JSONValue.Member) -> [Fact] {
    let value = member.value
    switch member.name {
    // They are in a choice of questions, or in the options of a ceremony.
    case "questions", "questionKeys", "activationData", "challengeData": return []
    case "correctAnswer": return [Fact(member.name, value.scalarText.map(Value.text) ?? Value(value), isVolatile: true)]
    case "sharedSecret", "otp", "signedToken":
      return [Fact(member.name, value.scalarText.map(Value.text) ?? Value(value), isVolatile: true, isSecret: true)]
    case "qrcode": return [Fact(member.name, Value(value["href"] ?? value), isVolatile: true, isSecret: true)]
    case "challenge": return facts(ofChallenge: value["value"] ?? value)
    case "samedevice", "devicebootstrap": return [Fact(member.name, Self.device(value, as: member.name), isVolatile: true)]
    default: return [Fact(member.name, Value(value))]
    }
  }

  /// What a device gets to be set up: people see its name and what it runs, and everything else may let another device take its place.
  private static func device(_ value: JSONValue, as name: String) -> Value {
    switch value {
    case .object(let members):
      return .map(
        members.map { member in
          let isShown = deviceWords.contains(member.name) && member.value.stringValue != nil
          return Value.Member(member.name, isShown ? Value(member.value) : device(member.value, as: "\(name).\(member.name)"))
        })
    case .array(let elements): return .list(elements.map { device($0, as: name) })
    case .string, .number: return .secret(Secret(value.scalarText ?? "", name: name, source: .server))
    case .null, .bool: return Value(value)
    }
  }

  private static let deviceWords: Set<String> = ["name", "displayName", "deviceName", "nickname", "model", "platform", "osVersion"]

  /// How a device is asked to identify the person: the method under its own name, everything else after `challenge.`.
  ///
  /// What differs from one transaction to the next is a secret, or the query of an address, which is left out.
  private static func facts(ofChallenge challenge: JSONValue) -> [Fact] {
    var facts: [Fact] = []
    for member in challenge.objectValue ?? [] where !member.value.isNull && !member.value.isAction {
      let name = "challenge.\(member.name)"
      switch member.name {
      case "challengeMethod": facts.append(Fact(member.name, Value(member.value)))
      case "challengeRequest": facts.append(Fact(name, Value(member.value), isVolatile: true, isSecret: true))
      case "href", "downloadHref":
        facts.append(Fact(name, member.value.stringValue.map { .text(String($0.prefix { $0 != "?" })) } ?? Value(member.value)))
      default: facts.append(Fact(name, Value(member.value)))
      }
    }
    return facts
  }

  /// Data of the current authenticator in addition to its forms.
  private static func facts(besides authenticator: IDXAuthenticator) -> [Fact] {
    var facts: [Fact] = []
    if let nickname = authenticator.nickname { facts.append(Fact("authenticator.nickname", .text(nickname))) }
    return facts + authenticator.extras.map { Fact("authenticator.\($0.name)", Value($0.value)) }
  }

  /// What an authenticator is, where no form says it.
  private static func names(of authenticator: IDXAuthenticator, as owner: String) -> [Fact] {
    let texts = [("key", authenticator.key), ("type", authenticator.type), ("displayName", authenticator.displayName)]
    let facts = texts.compactMap { name, text in text.map { Fact("\(owner).\(name)", .text($0)) } }
    guard !authenticator.methods.isEmpty else { return facts }
    return facts + [Fact("\(owner).methods", .list(authenticator.methods.map(Value.text)))]
  }

  /// Everything that is said of an authenticator that no form has to relate to.
  private static func facts(of authenticator: IDXAuthenticator, as owner: String) -> [Fact] {
    var facts = names(of: authenticator, as: owner)
    if let nickname = authenticator.nickname { facts.append(Fact("\(owner).nickname", .text(nickname))) }
    facts += authenticator.settings.map { Fact("\(owner).settings.\($0.name)", Value($0.value)) }
    facts += authenticator.profile.map { Fact("\(owner).profile.\($0.name)", Value($0.value)) }
    facts += authenticator.context.flatMap { Self.facts(inContext: $0) }.map { $0.inside(owner) }
    return facts + authenticator.extras.map { Fact("\(owner).\($0.name)", Value($0.value)) }
  }
}

/// Facts, each name once: one whose name is taken and whose value is another gets where it is from before its name.
private struct FactList {
  private(set) var facts: [Fact] = []
  private var taken: [String: Value] = [:]

  mutating func add(_ fact: Fact) {
    guard taken[fact.name] == nil else { return }
    taken[fact.name] = fact.value
    facts.append(fact)
  }

  mutating func add(_ list: [Fact], elsewhere owner: String? = nil) {
    for fact in list {
      guard let owner, let other = taken[fact.name], other != fact.value else {
        add(fact)
        continue
      }
      add(fact.inside(owner))
    }
  }
}

extension Fact {
  /// The same with the name of what it belongs to in front.
  fileprivate func inside(_ owner: String) -> Fact {
    var fact = self
    fact.name = "\(owner).\(name)"
    return fact
  }
}
