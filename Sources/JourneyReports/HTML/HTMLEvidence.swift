import Diagnostics
import JourneyRunner
import ScreenPages

/// What the run was made of, so that other people can check it and repeat it.
struct HTMLEvidence {
  private static let maxTenants = 200

  private let report: Report
  private let earlier: EarlierRun?

  init(_ report: Report, _ earlier: EarlierRun?) {
    self.report = report
    self.earlier = earlier
  }

  var element: MarkupElement {
    var section = MarkupElement.section("evidence", "Evidence")
    guard let start = report.start else {
      section.add(MarkupElement("p", text: "The log has no beginning, so nothing is known of the run."))
      return section
    }
    var list = MarkupElement("dl", class: "facts")
    for (name, value) in facts(of: start) {
      list.add(MarkupElement("dt", text: name))
      list.add(MarkupElement("dd", text: HarmlessText.line(value, limit: 500)))
    }
    section.add(list)
    if !start.tenants.isEmpty { section.add(tenants(of: start)) }
    return section
  }

  private func facts(of start: RunStart) -> [(name: String, value: String)] {
    var facts = [
      ("begun", "\(RunTime.text(start, after: .zero)) UTC"), ("took", DurationWords.short(report.totals.duration)),
      ("journey", start.version), ("seed", String(start.seed)), ("at a time", String(start.jobs)), ("host", start.host),
      ("policy", policy(of: start)),
    ]
    if let label = start.label { facts.append(("label", label)) }
    if let shard = start.shard { facts.append(("shard", "\(shard.number) of \(shard.count)")) }
    if !start.again.isEmpty { facts.append(("options", start.again.map(ShellWord.quoted).joined(separator: " "))) }
    let owners = Set(report.cases.compactMap(\.planned.owner)).sorted()
    if !owners.isEmpty { facts.append(("owners", owners.prefix(50).joined(separator: ", "))) }
    if let then = earlier?.start {
      facts.append(("compared with", "the run of \(RunTime.text(then, after: .zero)) UTC, seed \(then.seed)"))
    }
    return facts
  }

  /// The policy of `--policy`, which is among what a repeated run needs.
  private func policy(of start: RunStart) -> String {
    guard let flag = start.again.firstIndex(of: "--policy"), flag + 1 < start.again.count else { return "none" }
    return start.again[flag + 1]
  }

  private func tenants(of start: RunStart) -> MarkupElement {
    var list = MarkupElement("ul", class: "tenants")
    for tenant in start.tenants.prefix(Self.maxTenants) {
      let what = tenant.mock.map { "mock, \($0)" } ?? "live"
      var item = MarkupElement("li", text: HarmlessText.line("\(tenant.name): \(what)", limit: 500))
      if let digest = tenant.definition {
        item.add(text: " ")
        item.add(MarkupElement("code", text: HarmlessText.line(digest, limit: 200)))
      }
      list.add(item)
    }
    let more = start.tenants.count - Self.maxTenants
    if more > 0 { list.add(MarkupElement("li", text: "… and \(more) more")) }
    return MarkupElement("div", children: [MarkupElement("h3", text: "Tenants"), list])
  }
}
