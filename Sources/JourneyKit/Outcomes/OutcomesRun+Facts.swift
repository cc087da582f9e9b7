import Diagnostics
import TenantDecisions

/// What is fixed of people and situations.
extension OutcomesRun {
  /// The facts that some settings fix: of a person or situation by its name, or written out.
  mutating func facts(_ settings: [String], isOfPerson: Bool) -> FactValues {
    var values = FactValues()
    let flag = isOfPerson ? "--who" : "--given"
    checkRepeats(settings, flag)
    for setting in settings {
      if let known = isOfPerson ? rules.people.first(where: { $0.name == setting })?.values : rules.situation(setting) {
        values = values.updated(with: rules.complete(known, isOfPerson: isOfPerson))
      } else if let equals = setting.firstIndex(of: "=") {
        set(String(setting[..<equals]), String(setting[setting.index(after: equals)...]), flag, isOfPerson, &values)
      } else {
        refuseName(setting, flag, isOfPerson)
      }
    }
    return values
  }

  /// One call is about one person in one situation: a fact that is given twice would be lost.
  private mutating func checkRepeats(_ settings: [String], _ flag: String) {
    let names = settings.filter { !$0.contains("=") }
    if names.count > 1 { refuse("\(flag): '\(names[0])' and '\(names[1])' are two: give one of them in a call", nil) }
    var seen: Set<Substring> = []
    for name in settings.filter({ $0.contains("=") }).map({ $0.prefix { $0 != "=" } })
    where !seen.insert(name.split(separator: ".").last ?? name).inserted {
      refuse("\(flag): '\(name)' is given twice; several names of one fact are joined with '+'", nil)
    }
  }

  /// A person that the tenant rules out has no outcomes.
  mutating func checkPossible(_ who: FactValues) {
    for condition in rules.impossible where condition.decided({ who.truth(of: $0, in: rules.facts) }) == true {
      refuse("--who: 'impossible' rules out such a person: \(RuleWording.text(condition, facts: rules.facts))", nil)
    }
  }

  private mutating func set(_ name: String, _ text: String, _ flag: String, _ isOfPerson: Bool, _ values: inout FactValues) {
    guard let fact = rules.fact(name, isOfPerson: isOfPerson) else {
      refuseFact(name, text, flag, isOfPerson)
      return
    }
    checkRead(fact, text, flag)
    let words = if case .names = fact.kind { text.split(separator: "+").map(String.init) } else { [text] }
    for unfit in rules.set(fact, to: words, in: &values) {
      refuse("\(flag): \(unfit.message)", unfit.known.isEmpty ? nil : NameAdvice(for: words[unfit.place], among: unfit.known))
    }
  }

  private mutating func refuseName(_ name: String, _ flag: String, _ isOfPerson: Bool) {
    let known = isOfPerson ? rules.people.map(\.name) : rules.situations.map(\.name)
    let advice = NameAdvice(for: name, among: known)
    let fact = rules.listedNames.keys.sorted().first { rules.listedNames[$0]?.contains(name) == true && rules.facts[$0] != nil }
    // A group or a zone is neither a person nor a situation, but may be meant.
    let meant = fact.flatMap { rules.facts[$0] }.map { fact in
      "'\(name)' is a name of '\(fact.name)': write '\(Self.option(fact)) \(fact.shortName)=\(name)'"
    }
    refuse("\(flag): no \(isOfPerson ? "person" : "situation") '\(name)'\(advice.expected)", suggestion: meant ?? advice.suggestion)
  }

  private mutating func refuseFact(_ name: String, _ text: String, _ flag: String, _ isOfPerson: Bool) {
    let known = rules.facts.values.filter { $0.isOfPerson == isOfPerson }.map(\.shortName).sorted()
    let advice = NameAdvice(for: name, among: known)
    let other = rules.facts.values.filter { $0.shortName == name && $0.isOfPerson != isOfPerson }.map(Self.option).first
    let meant = other.map { "did you mean '\($0) \(name)=\(text)'?" }
    refuse("\(flag): no fact '\(name)'" + (meant == nil ? advice.expected : ""), suggestion: meant ?? advice.suggestion)
  }

  /// A fact that no condition reads would leave everything as it is, as if nothing were asked.
  private mutating func checkRead(_ fact: DecisionFact, _ text: String, _ flag: String) {
    let read = rules.readFacts
    guard !read.contains(fact.name), fact.name != DecisionFact.client else { return }
    let other = rules.facts.values.first { $0.shortName == fact.shortName && $0.name != fact.name && read.contains($0.name) }
    let known = read.filter { (rules.facts[$0]?.isOfPerson ?? false) == fact.isOfPerson }.sorted()
    refuse(
      "\(flag): no rule reads '\(fact.name)' in its condition, so it makes no difference"
        + (other == nil && !known.isEmpty ? "; rules read \(NameAdvice.list(known))" : ""),
      suggestion: other.map { "did you mean '\(Self.option($0)) \($0.shortName)=\(text)'?" })
  }

  /// The option that takes a fact.
  private static func option(_ fact: DecisionFact) -> String { fact.isOfPerson ? "--who" : "--given" }
}
