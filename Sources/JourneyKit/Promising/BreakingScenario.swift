import Diagnostics
import JourneyLanguage
import JourneyMock
import JourneyScenario

/// A way that breaks a promise as a scenario, which passes where the way can be walked.
struct BreakingScenario {
  /// Whether it compares a known with an unknown person, and fails where they can be distinguished.
  let tellsApart: Bool

  /// Whether fields that are there only under a condition are left out.
  private var leavesOutConditional = false

  private let way: BreakingWay
  private let promise: Promise
  private let name: String
  private let tenant: MockTenant
  private let startKeys: Set<String>

  /// - Parameter startKeys: what a journey of the walked dialect can begin with.
  init(
    _ way: BreakingWay, of promise: Promise, on name: String, _ tenant: MockTenant, startKeys: Set<String>, tellsApart: Bool = false
  ) {
    self.startKeys = startKeys
    self.way = way
    self.promise = promise
    self.name = name
    self.tenant = tenant
    self.tellsApart = tellsApart
  }

  /// The same without the fields that are there only under a condition, of which the graph does not know who meets it.
  var withoutConditional: BreakingScenario {
    var other = self
    other.leavesOutConditional = true
    return other
  }

  /// One YAML document.
  var text: String {
    var steps = BreakingSteps(
      tenant, person: person, address: tellsApart ? "${address}" : nil, startKeys: startKeys, leavesOutConditional: leavesOutConditional)
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
    return BreakingSteps(tenant, person: person, address: nil, startKeys: startKeys, leavesOutConditional: false).identity(of: person)
  }
}
