import JourneyClient
import OktaImport
import TenantImport

extension ImportRun {
  /// Reads the configuration of a live org and imports it. `settings.source` is the address of the org.
  ///
  /// - Parameter say: gets a sentence where something is missing, and where the org is waited for.
  public init(_ settings: ImportSettings, reading access: OrgAccess, say: @escaping @Sendable (String) -> Void) async {
    do throws(OrgConnection.Refusal) {
      let connection = try OrgConnection(to: settings.source, access, folder: settings.folder)
      for warning in connection.warnings { say(warning) }
      let http = connection.http
      do {
        self = try await HTTPClientTransport.withTransport(http) { transport in
          await ImportRun(settings, access, connection, over: transport, say: say)
        }
      } catch { self.init(settings, refusedByOrg: "'\(connection.origin)' is not read: \(error)") }
    } catch { self.init(settings, refused: error.reason) }
  }

  /// - Parameter transport: carries the requests, in tests to a made org.
  init(
    _ settings: ImportSettings, _ access: OrgAccess, _ connection: OrgConnection, over transport: any HTTPTransport,
    limits: OrgLimits = OrgLimits(), clock: OrgClock = .machine, say: @escaping @Sendable (String) -> Void
  ) async {
    let api: any ManagementAPI =
      switch settings.vendor {
      case .okta: OktaAPI()
      }
    var reader = OrgReader(api, connection, over: transport, limits: limits, clock: clock, say: say)
    do throws(OrgFailure) {
      let answers = try await reader.read()
      for line in reader.missing { say("missing: \(line)") }
      self.init(settings, folder: SourceFolder(answers: answers))
      if let folder = access.savedTo { save(answers, in: folder, limits.answers) }
      // What is written was searched for it already, piece by piece.
      if (files + saved).contains(where: { reader.findsToken(in: $0.text) }) {
        self.init(settings, refusedByOrg: "the token would be in a file: nothing is written")
      }
    } catch { self.init(settings, refusedByOrg: error.reason) }
  }

  /// Makes the files of a folder from which the same is imported.
  private mutating func save(_ answers: [SourceAnswer], in folder: String, _ limits: ImportLimits) {
    let texts = Dictionary(grouping: answers) { String($0.file.prefix { $0 != ":" }) }.mapValues { $0.map { $0.line + "\n" }.joined() }
    saved = texts.sorted { $0.key < $1.key }.map { File(path: "\(folder)/\($0.key)", text: $0.value) }
    if let file = saved.first(where: { $0.text.utf8.count > limits.fileBytes }) {
      saved = []
      refuse("'\(file.path)' would be larger than what an import reads: nothing is written")
    }
  }
}
