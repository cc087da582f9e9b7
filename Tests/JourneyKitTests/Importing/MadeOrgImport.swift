import Diagnostics
import Encodings
import FoundationEssentials
import JourneyClient
import JourneyModel
import JourneyTestSupport
import Synchronization

@testable import JourneyKit

/// An import of a made org over its management API, in this process; nothing waits.
struct MadeOrgImport: Sendable {
  static let address = "https://heron.okta.test"
  static let folder = "\(Fixtures.packageRoot)/fixtures/imports/okta-heron"
  static let token = MadeManagementAPI.token

  var run: ImportRun
  /// What a person was shown meanwhile.
  var said: [String]
  /// How long was waited, in seconds.
  var waits: [Int64]
  var requests: [HTTPRequestMessage]

  /// Everything that may reach a person or a file.
  var outputs: String {
    let files = (run.files + run.saved).map(\.text)
    return ([run.next, run.summary] + files + said + run.diagnostics.map(\.message) + run.unaccepted + run.stale).joined(separator: "\n")
  }
  /// Why nothing is imported.
  var reason: String { run.diagnostics.map(\.message).joined(separator: "\n") }
  var texts: [String] { run.files.map(\.text) }
  var targets: [String] { requests.map(\.url.requestTarget) }

  /// The time of a test, which goes on as soon as somebody waits.
  private final class Time: Sendable {
    let state = Mutex((now: Instant(seconds: 1_700_000_000), waits: [Int64]()))
    var clock: OrgClock {
      OrgClock(
        now: { self.state.withLock { $0.now } },
        sleep: { span async throws(CancellationError) in
          self.state.withLock { state in
            state.now = state.now + span
            state.waits.append(span.components.seconds)
          }
        })
    }
  }

  static func of(
    _ api: MadeManagementAPI, over transport: (any HTTPTransport)? = nil, at address: String = address, limits: OrgLimits = OrgLimits(),
    strict: Bool = false,
    _ change: (inout OrgAccess) -> Void = { _ in }
  ) async throws -> MadeOrgImport {
    var access = OrgAccess(secret: "OKTA_TOKEN")
    access.environment = ["OKTA_TOKEN": token]
    access.savedTo = "saved-nowhere"
    change(&access)
    var settings = ImportSettings(vendor: .okta, source: address, name: "heron")
    settings.isStrict = strict
    let said = Mutex<[String]>([])
    let time = Time()
    let run: ImportRun
    do throws(OrgConnection.Refusal) {
      let connection = try OrgConnection(to: address, access, folder: settings.folder)
      for warning in connection.warnings { said.withLock { $0.append(warning) } }
      run = await ImportRun(settings, access, connection, over: transport ?? api, limits: limits, clock: time.clock) { line in
        said.withLock { $0.append(line) }
      }
    } catch { run = ImportRun(settings, refused: error.reason) }
    return MadeOrgImport(
      run: run, said: said.withLock { $0 }, waits: time.state.withLock(\.waits), requests: await api.requests)
  }

  /// The same org from its folder, without the files whose names begin so.
  static func fromFolder(without names: [String] = []) async throws -> [String] {
    try await TemporaryFolder.with { folder in
      for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder) where !names.contains(where: name.hasPrefix) {
        try folder.write(try String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8), to: "org/\(name)")
      }
      return ImportRun(ImportSettings(vendor: .okta, source: folder.file("org"), name: "heron")).files.map(\.text)
    }
  }

  /// What is imported from the files that were saved.
  func again() async throws -> [String] {
    try await TemporaryFolder.with { folder in
      for file in run.saved { try folder.write(file.text, to: file.path.replacing("saved-nowhere", with: "saved")) }
      return ImportRun(ImportSettings(vendor: .okta, source: folder.file("saved"), name: "heron")).files.map(\.text)
    }
  }
}
