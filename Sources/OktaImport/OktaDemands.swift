import Encodings
import TenantDecisions
import TenantImport

/// What a rule decides.
struct OktaDecision: Sendable {
  var outcome: RuleOutcome
  /// What of it is not understood; empty if it is known.
  var doubts: [String] = []
  /// What is decided where it is not as it was read.
  var otherwise = RuleOutcome.deny
  /// What it does not say.
  var gaps: [ImportReport.Gap] = []
  /// Whether it refuses people because no authenticator that it allows is active.
  var lacksAuthenticators = false
}

/// Reads what rules ask for.
struct OktaDemands: Sendable {
  let authenticators: OktaAuthenticators

  /// What an app's rule decides.
  func app(_ object: inout SourceObject) -> OktaDecision {
    let root: MemberPath = "actions.appSignOn"
    if let closed = closed(root["access"], &object) { return closed }
    keepSignedIn(root["keepMeSignedIn"], &object)
    let method = root["verificationMethod"]
    var ask = RuleAsk()
    ask.again = again(method["reauthenticateIn"], &object)
    ask.unused = again(method["inactivityPeriod"], &object)
    switch object.word(method["type"], among: ["ASSURANCE", "AUTH_METHOD_CHAIN"]) {
    case "AUTH_METHOD_CHAIN":
      guard hasSteps(method["chains"], object) else { return unreadable(method["chains"], &object) }
      guard chains(method, &ask, &object) else { return denied(method["chains"], &object) }
    case "ASSURANCE":
      switch object.word(method["factorMode"], among: ["1FA", "2FA"]) {
      case "1FA": ask.kinds = 1
      case "2FA": ask.kinds = 2
      default: return rest(RuleAsk(kinds: 1), &object, "how many kinds of proof '\(object.name)' asks for")
      }
      guard constraints(method["constraints"], &ask, &object) else { return denied(method["constraints"], &object) }
    default: return rest(RuleAsk(kinds: 1), &object, "what '\(object.name)' asks for")
    }
    return saysAgain(method, ask, object) ? rest(ask, &object) : askedAgain(ask, &object)
  }

  /// Whether a method says how long proofs are good: all of them, or each for itself.
  private func saysAgain(_ method: MemberPath, _ ask: RuleAsk, _ object: SourceObject) -> Bool {
    if object.says(method["reauthenticateIn"]) { return true }
    let chains = method["chains"]
    if object.count(chains) > 0 { return (0..<object.count(chains)).allSatisfy { saysAgain(chain: chains[$0], object) } }
    return !ask.anyOf.isEmpty
      && ask.anyOf.allSatisfy { needs in needs.count >= ask.kinds ?? 1 && needs.values.allSatisfy { $0.again != nil } }
  }

  /// Whether each step of a chain says it: for itself, or for each of its methods. No step is said to take the time of the one before it.
  private func saysAgain(chain path: MemberPath, _ object: SourceObject) -> Bool {
    let (methods, next) = (path["authenticationMethods"], path["next"])
    let isSaid =
      object.says(path["reauthenticateIn"])
      || (0..<object.count(methods)).allSatisfy { object.says(methods[$0]["reauthenticateIn"]) }
    return isSaid && (0..<object.count(next)).allSatisfy { saysAgain(chain: next[$0], object) }
  }

  /// A decision that does not say how long proofs are good, for which the API has no default: for as long as the session, or not at all.
  private func askedAgain(_ ask: RuleAsk, _ object: inout SourceObject) -> OktaDecision {
    var decision = rest(ask, &object)
    if decision.doubts.isEmpty {
      var everyTime = ask
      everyTime.again = 0
      decision.otherwise = .ask(everyTime)
    }
    decision.doubts.append("after how long '\(object.name)' asks again")
    decision.gaps.append(
      .init("after how long the \(object.kind) '\(object.name)' asks again", .missing, "whether it asks every time is an open flag"))
    return decision
  }

  /// What a session's rule decides.
  func session(_ object: inout SourceObject) -> OktaDecision {
    let root: MemberPath = "actions.signon"
    if let closed = closed(root["access"], &object) { return closed }
    var ask = RuleAsk(kinds: 1)
    switch object.word(root["primaryFactor"], among: ["PASSWORD_IDP", "PASSWORD_IDP_ANY_FACTOR"]) {
    case "PASSWORD_IDP": ask.anyOf = [[.knowledge: Self.password]] + foreign()
    case "PASSWORD_IDP_ANY_FACTOR": break
    default: return rest(ask, &object, "whether '\(object.name)' asks for a password")
    }
    let second = root["requireFactor"]
    if object.value(second) == .null {
      object.mark(second, .notUnderstood, "what is asked for is an open flag")
      return rest(ask, &object, "whether '\(object.name)' asks for a second factor")
    }
    if object.flag(second) == true {
      ask.kinds = 2
      if !prompt(root, &ask, &object) { return askedAgain(ask, &object) }
    } else {
      let unused = "it has no effect without a second factor"
      if object.word(root["factorPromptMode"], among: Self.prompts) != nil { object.mark(root["factorPromptMode"], .outside, unused) }
      if object.value(root["factorLifetime"])?.intValue != nil { object.mark(root["factorLifetime"], .outside, unused) }
    }
    var decision = rest(ask, &object)
    if object.value(second) == nil {
      decision.gaps.append(
        .init("second factor of the \(object.kind) '\(object.name)'", .assumed, "none is asked for, which is the API's default"))
    }
    return decision
  }

  /// What a rule decides that lets no person in, or of which that is not known; `nil` for one that lets people in.
  private func closed(_ path: MemberPath, _ object: inout SourceObject) -> OktaDecision? {
    switch object.word(path, among: ["ALLOW", "DENY"]) {
    case "ALLOW": return nil
    case "DENY":
      object.markAll(below: "actions", .outside, "nothing is asked where access is refused")
      object.mark(path, .understood)
      return OktaDecision(outcome: .deny)
    default: return rest(RuleAsk(kinds: 1), &object, "whether '\(object.name)' lets people in")
    }
  }

  private static let prompts = ["ALWAYS", "SESSION", "DEVICE"]
  private static let password: ProofNeed = {
    var need = ProofNeed()
    need.types = ["password"]
    return need
  }()

  /// Signing in at another identity provider counts as the password.
  private func foreign() -> [[ProofKind: ProofNeed]] {
    guard authenticators.known.contains(where: { $0.type == "federated" }) else { return [] }
    var need = ProofNeed()
    need.types = ["federated"]
    return [[.possession: need]]
  }

  /// Returns whether it is said how often the second factor is asked for.
  private func prompt(_ root: MemberPath, _ ask: inout RuleAsk, _ object: inout SourceObject) -> Bool {
    let life = object.value(root["factorLifetime"])?.intValue
    switch object.word(root["factorPromptMode"], among: Self.prompts) {
    case "ALWAYS": ask.again = 0
    case "SESSION":
      // Anything but a number stays without a mark.
      guard let life, (0..<1_000_000).contains(life) else { return object.says(root["factorLifetime"]) }
      guard ask.anyOf != [[.knowledge: Self.password]] else {
        // People who have proven a second kind have proven possession: each authenticator but those of knowledge does.
        var second = ProofNeed()
        second.again = life * 60
        ask.anyOf = [[.knowledge: Self.password, .possession: second]]
        object.mark(root["factorLifetime"], .understood)
        return true
      }
      ask.again = life * 60
      object.mark(root["factorLifetime"], .assumed, "everything is asked for again after it: which proof is the second one is not known")
      return true
    case "DEVICE":
      object.mark(root["factorPromptMode"], .assumed, "the device is not remembered: on one that is, no second factor is asked for")
    default: return object.says(root["factorPromptMode"])
    }
    if life != nil { object.mark(root["factorLifetime"], ask.again == nil ? .outside : .understood) }
    return true
  }

  private func keepSignedIn(_ path: MemberPath, _ object: inout SourceObject) {
    switch object.value(path["postAuth"])?.stringValue?.uppercased() {
    case "NOT_ALLOWED": object.mark(path, .outside, "people are not asked whether to stay signed in")
    case "ALLOWED": object.mark(path, .assumed, "people are not asked whether to stay signed in: the org's own switch for it has no API")
    default: break
    }
  }

  /// How long proofs are good; `nil` for as long as the session, and where it is not understood, which stays without a mark.
  private func again(_ path: MemberPath, _ object: inout SourceObject) -> Int? {
    guard let text = object.value(path)?.stringValue, let span = OktaSpan.seconds(text) else { return nil }
    object.mark(path, .understood)
    return span
  }

  /// No one can meet it: none of the authenticators that it allows is active.
  private func denied(_ path: MemberPath, _ object: inout SourceObject) -> OktaDecision {
    let isRead = object.members().allSatisfy {
      !$0.path.steps.starts(with: path.steps) || $0.mark.list != .notUnderstood || !object.mayMean($0.path)
    }
    guard isRead else { return rest(RuleAsk(kinds: 1), &object, "what '\(object.name)' asks for") }
    object.markAll(below: path, .assumed, "none of the authenticators that it allows is active, so this rule lets no one in")
    object.mark("actions", .outside, "nothing is asked where access is refused")
    return OktaDecision(outcome: .deny, lacksAuthenticators: true)
  }

  /// A demand that is empty, or not there.
  private func unreadable(_ path: MemberPath, _ object: inout SourceObject) -> OktaDecision {
    object.markAll(below: path, .notUnderstood, "what is asked for is an open flag")
    guard object.value(path) == nil else { return rest(RuleAsk(kinds: 1), &object, object.doubt(path)) }
    var decision = rest(RuleAsk(kinds: 1), &object, "what '\(object.name)' asks for")
    decision.gaps.append(.init("'\(path)' of the \(object.kind) '\(object.name)'", .missing, "what is asked for is an open flag"))
    return decision
  }

  /// A decision with doubts about everything that is left.
  private func rest(_ ask: RuleAsk, _ object: inout SourceObject, _ doubt: String? = nil) -> OktaDecision {
    let unread = object.unread(below: "actions")
    for path in unread { object.mark(path, .notUnderstood, "what is asked for is an open flag") }
    object.markRest(below: "actions")
    let doubts = unread.map(object.doubt)
    return OktaDecision(outcome: .ask(ask), doubts: (doubt.map { [$0] } ?? []) + doubts)
  }
}

/// What a proof has to be.
extension OktaDemands {
  private static let types = ["security_key", "phone", "email", "password", "security_question", "app", "federated"]
  private static let methods = [
    "password", "security_question", "sms", "voice", "email", "push", "signed_nonce", "otp", "totp", "webauthn", "duo", "idp", "cert",
  ]
  private static let properties: [(String, ProofProperty)] = [
    ("deviceBound", .deviceBound), ("hardwareProtection", .hardware), ("phishingResistant", .phishingResistant),
    ("userVerification", .userVerification), ("userPresence", .presence),
  ]

  /// Whether anybody can meet them.
  private func constraints(_ path: MemberPath, _ ask: inout RuleAsk, _ object: inout SourceObject) -> Bool {
    let count = object.count(path)
    var takesAll = false
    for place in 0..<count {
      var needs: [ProofKind: ProofNeed] = [:]
      var canBeMet = true
      for kind in [ProofKind.knowledge, .possession] where object.value(path[place][kind.rawValue])?.objectValue != nil {
        let own = path[place][kind.rawValue]
        if !object.says(own) { object.mark(own, .understood) }
        guard let need = need(kind, own, &object) else {
          canBeMet = false
          continue
        }
        needs[kind] = need
      }
      if canBeMet, !needs.isEmpty { ask.anyOf.append(needs) } else if canBeMet { takesAll = true }
    }
    // What is empty asks for nothing more.
    if takesAll { ask.anyOf = [] }
    return takesAll || count == 0 || !ask.anyOf.isEmpty
  }

  /// `nil` if no active authenticator is allowed.
  private func need(_ kind: ProofKind, _ path: MemberPath, _ object: inout SourceObject) -> ProofNeed? {
    var need = ProofNeed()
    need.types = words(path["types"], Self.types, &object)
    need.methods = words(path["methods"], Self.methods, &object)
    let only = names(path["authenticationMethods"], &object)
    need.only = only.names
    let not = names(path["excludedAuthenticationMethods"], &object)
    need.not = not.names
    need.isRequired = object.flag(path["required"]) ?? (object.count(path["excludedAuthenticationMethods"]) == 0)
    // A part that is good as long as the session is not asked for again when the rest of its rule is.
    let clock = path["reauthenticateIn"]
    if let text = object.value(clock)?.stringValue, let span = OktaSpan.seconds(text) {
      object.mark(clock, .understood)
      need.again = span ?? ProofNeed.wholeSession
    }
    for (name, property) in Self.properties where kind == .possession {
      let word = object.word(path[name], among: ["REQUIRED", "OPTIONAL"])
      if word == "REQUIRED" || word == nil && property == .presence { need.properties.insert(property) }
    }
    if object.says(path["userVerificationMethods"]) {
      object.mark(path["userVerificationMethods"], .assumed, "a PIN and a fingerprint count the same")
    }
    return only.isWritten && only.names.isEmpty ? nil : need
  }

  private func words(_ path: MemberPath, _ known: [String], _ object: inout SourceObject) -> Set<String> {
    Set((0..<object.count(path)).compactMap { object.word(path[$0], among: known.map { $0.uppercased() })?.lowercased() })
  }

  /// The authenticators of a list, those of the org that are active.
  private func names(_ path: MemberPath, _ object: inout SourceObject) -> (names: Set<String>, isWritten: Bool) {
    let count = object.count(path)
    var found: Set<String> = []
    for place in 0..<count { found.formUnion(names(of: path[place], &object) ?? []) }
    return (found, count > 0)
  }

  /// `nil` for a key that is not known, which stays without a mark.
  private func names(of path: MemberPath, _ object: inout SourceObject) -> Set<String>? {
    guard let key = object.value(path["key"])?.stringValue?.lowercased(), OktaAuthenticators.isKnown(key) else { return nil }
    var names = authenticators.names(
      key: key, method: object.value(path["method"])?.stringValue?.lowercased(), id: object.value(path["id"])?.stringValue)
    for name in ["key", "method", "id"] where object.says(path[name]) { object.mark(path[name], .understood) }
    for (name, property) in Self.properties {
      guard object.word(path[name], among: ["REQUIRED", "OPTIONAL"]) == "REQUIRED" else { continue }
      names = names.filter { name in authenticators.known.contains { $0.name == name && $0.properties.contains(property) } }
    }
    if object.says(path["userVerificationMethods"]) {
      object.mark(path["userVerificationMethods"], .assumed, "a PIN and a fingerprint count the same")
    }
    // Which of them are active is not known: the constraint may be fulfilled.
    if names.isEmpty, !authenticators.isWhole {
      object.mark(path["key"], .notUnderstood, "the list of authenticators is not in the folder")
    }
    return names
  }
}

/// Chains: one step after the other.
extension OktaDemands {
  /// So many steps may be in each other.
  private static let deepest = 4

  /// Whether there is a chain, and each step of each names something.
  private func hasSteps(_ path: MemberPath, _ object: SourceObject) -> Bool {
    object.count(path) > 0
      && (0..<object.count(path)).allSatisfy { place in
        let next = path[place]["next"]
        return object.count(path[place]["authenticationMethods"]) > 0 && (!object.says(next) || hasSteps(next, object))
      }
  }

  /// Whether anybody can go through one of a method's chains.
  private func chains(_ method: MemberPath, _ ask: inout RuleAsk, _ object: inout SourceObject) -> Bool {
    let path = method["chains"]
    let isSaid = saysAgain(method, ask, object)
    var spans: Set<Int?> = ask.again == nil ? [] : [ask.again]
    for place in 0..<object.count(path) {
      ask.chains += steps(path[place], &spans, &object, depth: 1).filter { !$0.contains(where: \.isEmpty) }
    }
    // A rule has one span for all that it asks for: the shortest is the strictest.
    ask.again = isSaid ? spans.compactMap { $0 }.min() : nil
    let reason =
      isSaid
      ? "all steps are asked for again as soon as the first one is"
      : "all steps are asked for again together: after how long is an open flag, as one of them does not say it"
    for member in object.members() where (spans.count > 1 || !isSaid) && member.path.steps.starts(with: path.steps) {
      guard member.path.steps.last == .member("reauthenticateIn"), member.mark.list == .understood else { continue }
      object.mark(member.path, .assumed, reason)
    }
    return object.count(path) == 0 || !ask.chains.isEmpty
  }

  private func steps(_ path: MemberPath, _ spans: inout Set<Int?>, _ object: inout SourceObject, depth: Int) -> [[Set<String>]] {
    let first = names(path["authenticationMethods"], &object).names
    for own in [path] + (0..<object.count(path["authenticationMethods"])).map({ path["authenticationMethods"][$0] }) {
      guard let text = object.value(own["reauthenticateIn"])?.stringValue, let span = OktaSpan.seconds(text) else { continue }
      object.mark(own["reauthenticateIn"], .understood)
      spans.insert(span)
    }
    let next = path["next"]
    guard object.count(next) > 0, depth < Self.deepest else { return [[first]] }
    return (0..<object.count(next)).flatMap { steps(next[$0], &spans, &object, depth: depth + 1).map { [first] + $0 } }
  }
}
