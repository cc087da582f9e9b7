import Diagnostics
import JourneyLanguage
import JourneyMock
import JourneyScenario

/// A way that breaks a promise as a scenario, which passes where the way can be walked.
struct BreakingScenario {
  /// Whether it compares a known with an unknown person, and fails where they can be distinguished.
  let tellsApart: Bool

  /// Widgets that get no answer, of those that are there only under a condition.
  private var leftOut: Set<String> = []

  private let way: BreakingWay
  private let promise: Promise
  private let name: String
  private let tenant: MockTenant
  private let startKeys: Set<String>
  private let goesOnInPages: Bool

  /// - Parameters:
  ///   - startKeys: what a journey of the walked dialect can begin with.
  ///   - goesOnInPages: whether a journey that is handed over goes on on the tenant's own pages.
  init(
    _ way: BreakingWay, of promise: Promise, on name: String, _ tenant: MockTenant, startKeys: Set<String>, goesOnInPages: Bool,
    tellsApart: Bool = false
  ) {
    (self.startKeys, self.goesOnInPages) = (startKeys, goesOnInPages)
    self.way = way
    self.promise = promise
    self.name = name
    self.tenant = tenant
    self.tellsApart = tellsApart
  }

  /// The same without answers to these widgets, where a condition says when they are there: the graph does not know who meets it.
  func leavingOut(_ widgets: Set<String>) -> BreakingScenario {
    var other = self
    other.leftOut.formUnion(widgets)
    return other
  }

  /// One YAML document.
  var text: String {
    var steps = BreakingSteps(
      tenant, person: person, address: tellsApart ? "${address}" : nil, startKeys: startKeys,
      goesOnInPages: goesOnInPages, leavingOut: leftOut)
    for (index, act) in way.acts.enumerated() { steps.add(act, isFirst: index == 0, isLast: index == way.acts.count - 1) }
    if let stay = way.stay {
      steps.add(stay, at: way.end)
    } else if let other = way.strangersEnd, other != way.end {
      steps.end(way.end, or: other)
    } else {
      steps.end(way.end)
    }
    let begins = tellsApart ? "Distinguishes" : "Breaks"
    var lines = [
      "# \(begins): \(promise.says.split(whereSeparator: \.isNewline).joined(separator: " "))",
      "journey: \(SampleAnswer.quoted("Breaks '\(promise.id.value)'"))",
      "id: \(SampleAnswer.quoted(Slug.of("breaks-" + promise.id.value)))",
      "tenant: \(name)",
    ]
    if let account = person.flatMap(accountName), !tellsApart { lines.append("account: \(account)") }
    if !steps.start.isEmpty { lines.append("start: {\(steps.start.joined(separator: ", "))}") }
    if tellsApart {
      lines += [
        "examples:", "  - {case: known, address: \(SampleAnswer.quoted(knownAddress))}",
        "  - {case: unknown, address: \(SampleAnswer.nobody)}",
        "indistinguishable: true",
      ]
    }
    return (lines + ["", "steps:"] + steps.lines).joined(separator: "\n") + "\n"
  }

  /// Who walks it: the person who is named last.
  private var person: Int? {
    for act in way.acts.reversed() {
      switch act {
      case .send(let form): if case .account(let place)? = form.named { return place }
      case .begin(_, .account(let place)?): return place
      case .begin, .wait, .push, .open: break
      }
    }
    return nil
  }

  private func accountName(_ place: Int) -> String? { tenant.accounts.indices.contains(place) ? tenant.accounts[place].name : nil }

  /// A text by which the tenant finds the person.
  private var knownAddress: String {
    guard let person, tenant.accounts.indices.contains(person) else { return "" }
    return BreakingSteps(tenant, person: person, address: nil, startKeys: startKeys).identity(of: person)
  }
}
