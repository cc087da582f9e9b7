import Diagnostics
import JourneyModel
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

  /// A hint that the two tenants were named in the wrong order; `nil` if they were not.
  ///
  /// - Parameter tenants: those that the selected scenarios are of.
  static func turned(_ settings: RunSettings, walkedBefore tenants: Set<String>) -> Diagnostic? {
    let turned = settings.tenants.first { override in
      guard let tenant = override.tenant, tenant != override.target else { return false }
      return !tenants.contains(tenant) && tenants.contains(override.target)
    }
    guard let turned, let tenant = turned.tenant else { return nil }
    let flag = settings.spelling[.tenants]
    return Diagnostic(
      .nothingFound, "\(flag) \(turned): no scenario is of '\(tenant)'", at: nil,
      suggestion: "the version that is there comes first: \(flag) \(turned.target)=\(tenant)")
  }
}

extension Project {
  /// The tenant that this one is like; `nil` if it is like no other.
  func likeness(of name: String) -> String? {
    tenants?.tenants.first { $0.name.value == name }?.like?.value
  }
}
