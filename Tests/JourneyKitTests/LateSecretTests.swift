import FoundationEssentials
import JourneyModel
import JourneyReports
import JourneyRunner
import JourneyTestSupport
import Testing

@testable import JourneyKit

/// What a server shows before it sends it as a secret.
struct LateSecretTests {
  private struct Nobody: RunListener {
    mutating func record(_ searched: SearchedEvent) {}
  }

  private static let token = "Qz7mK2pWx9LrT4vB8nYc"

  @Test(arguments: [true, false], [true, false])
  func `a text of a page that becomes a token later is not in the log at the end`(isWrittenBefore: Bool, isInterrupted: Bool) async throws {
    try await TemporaryFolder.with { folder in
      let path = folder.file("run.jsonl")
      var recorder = RunRecorder(spool: try LogSpool(path: path, SettingSpelling()), secrets: RunSecrets(), next: Nobody())
      defer { recorder.spool.close() }
      var count = 0
      func record(_ kind: RunEvent.Kind) {
        count += 1
        recorder.record(RunEvent(sequence: count, time: .zero, scenario: "a", attempt: 1, step: nil, kind: kind))
      }
      record(.attemptStarted())
      record(.warning("the page has the reference \(Self.token)"))
      if isWrittenBefore {
        recorder.settle()
        #expect(String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self).contains(Self.token))
      }
      recorder.learn([Secret(Self.token, name: "access token", source: .server)], of: "a")
      if !isInterrupted { record(.scenarioEnded(ScenarioResult(verdict: .passed, attempts: 1, duration: .zero))) }
      recorder.hideLate()
      let log = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
      #expect(!log.contains(Self.token) && log.contains("the page has the reference ***"))
    }
  }
}
