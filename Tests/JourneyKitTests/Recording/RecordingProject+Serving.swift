import JourneyReports
import JourneyTestSupport
import Synchronization
import Testing

@testable import JourneyKit

extension RecordingProject {
  /// What was written to the file, and what was told.
  struct Served: Sendable {
    var text: String
    var told: String
  }

  /// Serves a mock that records, and runs a shipped scenario against it.
  func recordServed(_ journey: ServedJourney) async throws -> Served {
    for path in try Fixtures.files(below: "journeys", suffix: ".yaml") where path.contains("/_fragments/") {
      let name = path.dropFirst("journeys/".count)
      try folder.write(try Fixtures.text(of: path), to: "journeys/_walked/\(name)")
    }
    let text = try Fixtures.text(of: "journeys/\(journey.file)")
    let documents = text.split(separator: "\n---\n").map { String($0) }
    let document = try #require(documents.first { $0.contains("journey: \(journey.title)\n") })
    let tenant = journey.walked.map { "tenant: \($0)\n" } ?? ""
    return try await recordServed(on: journey.tenant, walking: tenant + document + "\n", as: "journeys/_walked/\(journey.file)")
  }

  /// Serves a mock that records, and runs scenarios against it; the mock ends with them.
  func recordServed(
    on tenant: String, walking scenarios: String, as name: String = "journeys/_walked/walked.yaml", into file: String? = nil, jobs: Int = 1
  ) async throws -> Served {
    try folder.write(scenarios, to: name)
    let target = file ?? folder.file("journeys/recorded.yaml")
    let told = HeardText()
    var settings = RunSettings()
    settings.paths = [folder.file("journeys")]
    settings.spelling = SampleProject.flags
    var serving = ServedMock.Settings()
    serving.port = 0
    serving.recording = MockRecording(file: target) { told.add($0) }
    let walked = folder.file(name)
    try await ServedMock(tenant: tenant, settings).withServer(serving) { [settings] address in
      var run = settings
      run.paths = [walked]
      run.seed = 7
      run.jobs = jobs
      run.mockAddresses = [try MockAddress(at: address)]
      let report = try await JourneyRun.planned(run).run()
      guard report.totals.passed == report.totals.cases else { told.add("does not pass when served: \(report.totals)\n"); return }
    }
    return Served(text: try folder.text(of: String(target.dropFirst(folder.path.count + 1))), told: told.text)
  }

  /// Adds tenants as the shipped journeys have them.
  func addTenants(_ names: [String]) throws {
    let lines = try Fixtures.text(of: "journeys/tenants.yaml").split(separator: "\n", omittingEmptySubsequences: false)
    var added = ""
    for name in names {
      let own = lines.drop { !$0.hasPrefix("  \(name):") }
      added += ([own.first ?? ""] + own.dropFirst().prefix { $0.isEmpty || $0.hasPrefix("    ") }).joined(separator: "\n") + "\n"
    }
    let all = try folder.text(of: "journeys/tenants.yaml") + added.replacing("../fixtures/tenants", with: "../tenants")
    try folder.write(all, to: "journeys/tenants.yaml")
  }

  /// Has Acme's mail with a code say something else.
  func changeMail(to text: String) throws {
    let acme = try folder.text(of: "tenants/acme.yaml")
    let usual = "${code} is your code. It is good for five minutes."
    try #require(acme.contains(usual))
    try folder.write(acme.replacing(usual, with: text), to: "tenants/acme.yaml")
  }

  /// The password and the key of an account, as the mock's file has them.
  func secrets(of tenant: String, _ account: String?) throws -> [String] {
    guard let account else { return [] }
    let lines = try Fixtures.text(of: "fixtures/tenants/\(tenant.split(separator: "-")[0]).yaml").split(separator: "\n")
    let own = lines.drop { !$0.hasPrefix("  \(account):") }.dropFirst().prefix { $0.hasPrefix("    ") }
    return own.filter { $0.contains("password:") || $0.contains("totp:") }.compactMap { $0.split(separator: " ").last.map(String.init) }
  }
}

/// Lines that are told from another task.
private final class HeardText: Sendable {
  private let lines = Mutex("")

  func add(_ text: String) { lines.withLock { $0 += text } }
  var text: String { lines.withLock { $0 } }
}
