import Diagnostics
import JourneyModel
import JourneyRunner
import JourneyScenario

/// What is wrong with scenarios that are walked on another tenant than their own.
struct MovedScenarios {
  /// Every error of the files, and of those that only the other tenant causes the first few, with how many more there are.
  let diagnostics: [Diagnostic]

  private static let shown = 10

  /// - Parameters:
  ///   - before: the scenarios on their own tenants.
  ///   - now: the same on those of the settings.
  init(_ before: JourneyRun, _ now: JourneyRun, _ settings: RunSettings) {
    let own = before.diagnostics.filter { $0.severity == .error }
    let known = Set(own)
    let moved = now.diagnostics.filter { $0.severity == .error && !known.contains($0) }
    let rest = moved.count - Self.shown
    diagnostics = rest > 0 ? own + moved.prefix(Self.shown) + [Self.summary(rest, now, settings)] : moved + own
  }

  private static func summary(_ rest: Int, _ now: JourneyRun, _ settings: RunSettings) -> Diagnostic {
    let more = "\(rest) more error\(rest == 1 ? "" : "s") like these"
    if let target = settings.tenants.first(where: { $0.tenant == nil })?.target, let site = now.project.sites[target] {
      let message = "\(more): every scenario of '\(site.dialect.description.name)' is moved to '\(target)'"
      let old = now.project.likeness(of: target) ?? now.project.defaultTenant ?? "OLD"
      return Diagnostic(
        .badSelection, message, at: nil,
        suggestion: "name whose scenarios are meant, e.g. \(settings.spelling[.tenants]) \(old)=\(target)")
    }
    let pairs = settings.tenants.compactMap { override in override.tenant.map { "the scenarios of '\($0)' do not fit '\(override.target)'" }
    }
    return Diagnostic(.badSelection, "\(more): \(pairs.joined(separator: ", "))", at: nil)
  }

  /// On which tenants each side walks scenarios that name another one.
  struct Moves {
    private(set) var before: [TenantOverride] = []
    private(set) var now: [TenantOverride] = []

    /// Where no scenario is of the first version of a pair, those of the second one are walked, as in a comparison the other way round; else
    /// those of a tenant that the first version is like, as for two drafts.
    ///
    /// - Parameters:
    ///   - pairs: the versions of the settings.
    ///   - scenarios: the project with the tenants that its scenarios name.
    ///   - isOfLog: whether the first side is a log, and not walked.
    init(_ pairs: [TenantOverride], scenarios: JourneyRun, isOfLog: Bool) {
      let written = Set(scenarios.plan.cases.map(\.tenant.name))
      for pair in pairs {
        guard !isOfLog, let name = pair.tenant, !written.contains(name), scenarios.project.sites[name] != nil,
          let owner = ([pair.target] + scenarios.project.likenesses(of: name)).first(where: written.contains)
        else {
          now.append(pair)
          continue
        }
        before.append(TenantOverride(of: owner, to: name))
        if owner != pair.target { now.append(TenantOverride(of: owner, to: pair.target)) }
      }
    }
  }
}

extension Project {
  /// The tenant that this one is like; `nil` if it is like no other.
  func likeness(of name: String) -> String? {
    tenants?.tenants.first { $0.name.value == name }?.like?.value
  }

  /// The tenants that this one is like, the nearest first.
  func likenesses(of name: String) -> [String] {
    var found: [String] = []
    var next = likeness(of: name)
    while let known = next, !found.contains(known) {
      found.append(known)
      next = likeness(of: known)
    }
    return found
  }
}
