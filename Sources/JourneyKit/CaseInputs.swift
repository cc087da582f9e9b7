import Encodings
import JourneyLanguage
import JourneyModel
import JourneyRunner
import JourneyScenario

/// Digests of what the cases of a run read before they are walked, for logs that are merged.
///
/// Of secrets and environment variables there are none: a short text could be guessed by its digest, and the number of a job or the port of a
/// server differs between runs that belong together.
struct CaseInputs {
  private let project: Project
  private let settings: RunSettings

  init(_ project: Project, _ settings: RunSettings) { (self.project, self.settings) = (project, settings) }

  /// What one case reads in addition to its scenario and its mock.
  func of(_ planned: PlannedCase, on site: TenantSite) -> [RunInput: String] {
    var inputs: [RunInput: String] = [:]
    if let entry = project.tenants?[site.name] { inputs[RunInput(.tenant, name: site.name)] = String(entry.fingerprint, radix: 16) }
    let snapshots = SnapshotFiles(
      project.files, scenario: planned.id, app: planned.facts.app, isOfBrowser: planned.tenant.engine == .browser, writes: false,
      spelling: settings.spelling)
    // A run that stores its screens compares none, whatever was there.
    inputs[RunInput(.snapshots)] = settings.updatesSnapshots ? "stored by the run" : snapshots.digest
    return inputs
  }

  /// All of them together, with the scenarios and mocks.
  func of(_ cases: [PlannedCase]) -> [RunInput: String] {
    var inputs: [RunInput: String] = [:]
    var (scenarios, snapshots) = (FNV1a(), FNV1a())
    for planned in cases {
      scenarios.combine("\(planned.id) \(planned.facts.content ?? "")\n".utf8)
      for (input, digest) in planned.facts.inputs {
        if input.kind == .snapshots { snapshots.combine("\(planned.id) \(digest)\n".utf8) } else { inputs[input] = digest }
      }
    }
    inputs[RunInput(.scenario, name: "all")] = String(scenarios.value, radix: 16)
    inputs[RunInput(.snapshots)] = String(snapshots.value, radix: 16)
    for tenant in project.walkedTenants(Set(cases.map(\.tenant.name))) {
      inputs[RunInput(.mock, name: tenant.name)] = tenant.definition
    }
    return inputs
  }
}
