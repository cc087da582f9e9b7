internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import LocatedYAML

/// Reads the end of a journey, and what is done with its tokens.
struct TokenDecoder: PartDecoder {
  var diagnostics: [Diagnostic] = []
  var notes = ReadingNotes()

  private static let facts: [StepKey] = [.claims, .scope, .expiresIn, .refreshToken, .accessToken, .redirect]

  mutating func finish(_ fields: StepFields) -> ExpectedFinish {
    var finish = ExpectedFinish(facts: facts(fields))
    if let node = fields[.tokens], word(node, key: "tokens", NoTokens.self) != nil { finish.withoutTokens = true }
    if finish.withoutTokens,
      let clash = fields.fields.first(where: { [.claims, .scope, .expiresIn, .refreshToken, .accessToken, .probes].contains($0.key) })
    {
      report(.clashingKeys, "'\(clash.key.rawValue)' needs tokens, but 'tokens: none' expects none", at: clash.place)
    }
    let probes = fields[.probes].map { names($0, key: "probes") } ?? []
    if let node = fields[.probes] { warnIfEmpty(node, key: "probes") }
    // A server may revoke everything issued for a code once the code is replayed: the others are tried before.
    let turns = probes.map { Probe(rawValue: $0.value)?.turn ?? 0 }
    finish.probes = (0...(turns.max() ?? 0)).flatMap { turn in zip(probes, turns).filter { $0.1 == turn }.map(\.0) }
    var seen: Set<String> = []
    for probe in probes where !seen.insert(probe.value).inserted {
      report(.badValue, "the probe '\(probe.value)' is listed twice", at: probe.range)
    }
    for probe in finish.probes where Probe(rawValue: probe.value) == nil {
      diagnostics.append(.unknown(.badValue, "no probe is called '\(probe.value)'", probe, among: Probe.names))
    }
    return finish
  }

  mutating func token(_ fields: StepFields, _ action: TokenAction) -> TokenStep {
    var step = TokenStep(action: action, facts: facts(fields))
    step.refused = fields[.refused].flatMap { matcher($0, key: "refused") }
    step.press = fields[.press].flatMap { node in
      template(node, key: "press", wanted: "a form or a label").map { Located($0, at: node.range) }
    }
    if step.refused != nil, let fact = fields.fields.first(where: { Self.facts.contains($0.key) }) {
      report(.clashingKeys, "'\(fact.key.rawValue)' needs a successful response, but 'refused' expects an error", at: fact.place)
    }
    return step
  }

  private enum NoTokens: String, CaseIterable {
    case none
  }

  private mutating func facts(_ fields: StepFields) -> [NamedMatcher] {
    var facts: [NamedMatcher] = []
    for field in fields.fields where Self.facts.contains(field.key) {
      guard field.key != .claims || isMap(field.value, key: "claims"), let matcher = matcher(field.value, key: field.key.rawValue)
      else { continue }
      facts.append(NamedMatcher(name: Located(field.key.rawValue, at: field.place), matcher: matcher))
    }
    return facts
  }

  private mutating func isMap(_ node: YAMLNode, key: String) -> Bool { map(node, key: key, wanted: "a map of claims") != nil }
}
