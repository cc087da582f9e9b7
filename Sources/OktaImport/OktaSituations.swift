import TenantDecisions
import TenantImport

/// The situations that matter to an org's rules: an ordinary one, and one for each word that rules read.
struct OktaSituations: Sendable {
  /// More are more than anybody looks at.
  private static let most = 30

  let all: [ImportedTenant.Situation]

  init(_ conditions: OktaConditions) {
    var situations = [ImportedTenant.Situation(name: TenantRules.ordinary, facts: Self.ordinary(conditions))]
    for zone in conditions.used["session.zones"] ?? [] {
      situations.append(.init(name: "in \(zone)", facts: [.init(name: "zones", words: [zone], isList: true)]))
    }
    for behavior in conditions.used["session.behaviors"] ?? [] {
      situations.append(.init(name: "behavior \(behavior)", facts: [.init(name: "behaviors", words: [behavior], isList: true)]))
    }
    for (fact, words) in [("risk", ["medium", "high"]), ("device", ["registered", "managed"])]
    where conditions.usedWords["session.\(fact)"] != nil {
      for word in words {
        situations.append(
          .init(name: fact == "risk" ? "\(word) risk" : "\(word) device", facts: [.init(name: fact, words: [word], isList: false)]))
      }
    }
    for word in (conditions.usedWords["session.platform"] ?? []).sorted() where word != "other" {
      situations.append(.init(name: "on \(word)", facts: [.init(name: "platform", words: [word], isList: false)]))
    }
    var seen: Set<String> = []
    all = Array(situations.filter { seen.insert($0.name).inserted }.prefix(Self.most))
  }

  /// Low risk, an unknown device and no zone, as far as rules read them.
  private static func ordinary(_ conditions: OktaConditions) -> [ImportedTenant.Situation.Fact] {
    let words = [("risk", "low"), ("device", "unknown"), ("platform", "other")].filter { conditions.usedWords["session.\($0.0)"] != nil }
    return words.map { .init(name: $0.0, words: [$0.1], isList: false) }
  }
}
