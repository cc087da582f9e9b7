import JourneyTestSupport

@testable import JourneyKit

extension RecordingProject {
  /// Serves Acme, and records on it as on a live tenant; the file's text is empty where nothing was written.
  ///
  /// - Parameters:
  ///   - client: the app's id in tenants.yaml.
  ///   - more: keys of the tenant besides the usual ones, a line each.
  func recordLive(
    as account: String?, client: String = "acme-web", start: [String] = [], more: [String] = [], _ answers: [String]
  ) async throws -> (outcome: RecordOutcome, text: String, transcript: String) {
    let person = ScriptedPerson(answers)
    var recording = RecordSettings(file: folder.file("journeys/recorded.yaml"))
    (recording.tenant, recording.account, recording.start) = ("staging", account, start)
    recording.run.seed = 7
    recording.run.spelling = SampleProject.flags
    recording.run.environment = [
      "JANE_PASSWORD": "Jane-horse-11", "PETRA_PASSWORD": "Petra-crane-55", "RITA_PASSWORD": "Rita-zebra-33",
    ]
    var serving = RunSettings()
    serving.paths = [folder.file("journeys")]
    let outcome = try await ServedMock(tenant: "acme", serving).withServer { [recording, folder] address in
      let lines = [
        "  staging:", "    dialect: journey-flow", "    issuer: \(address)",
        "    client: {id: \(client), redirect_uri: \"https://app.acme.test/callback\", entry_url: \"https://app.acme.test/welcome\"}",
        "    accounts:", "      jane: {email: jane@acme.test, password: \"${secret.JANE_PASSWORD}\"}",
        "      petra: {email: petra@acme.test, password: \"${secret.PETRA_PASSWORD}\", phone: \"+36305550111\"}",
        "      rita: {email: rita@acme.test, password: \"${secret.RITA_PASSWORD}\", phone: \"+36305550199\"}",
      ]
      let all = lines + more.map { "    \($0.replacing("ADDRESS", with: address))" }
      try folder.write(Self.tenants + all.map { "\($0)\n" }.joined(), to: "journeys/tenants.yaml")
      return try await RecordRun(recording).record(with: person)
    }
    return (outcome, outcome == .nothing ? "" : try folder.text(of: "journeys/recorded.yaml"), person.transcript)
  }
}
