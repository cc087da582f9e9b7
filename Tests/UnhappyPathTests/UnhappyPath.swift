import Encodings
import JourneyTestSupport
import Testing

/// One way in which a run goes wrong, and the required result; the docs show its message.
struct UnhappyPath: Sendable, CustomTestStringConvertible {
  /// What the first scenario's tenant is.
  enum Place: Sendable {
    /// Nothing is served; only the issuer is set.
    case nowhere(issuer: String)
    case raw(RawServer.Certificate?, RawServer.Behaviour)
    /// A tenant as it should be, but for what is changed on the way out.
    case tenant(TroubledTenant.Trouble)
    /// A port that neither accepts nor refuses connections.
    case crowded
  }

  enum Verdict: String, Sendable {
    /// The journeys are as they should be; what is around them is not.
    case passed
    case failed, broken
    /// Nothing runs: a file has errors.
    case refused
  }

  let name: String
  var verdict = Verdict.broken
  let place: Place
  /// Further keys of the tenant's entry, e.g. `request_timeout: 1s`; `ISSUER` stands for the tenant's address.
  var entry: String?
  /// Steps after `finish`, each a line of YAML.
  var more: [String] = []
  /// Flags besides those of every run.
  var flags: [String] = []
  /// Where standard output goes.
  var output = OutputTrouble.none
  /// Files that are written over the usual ones; `nil` for one that is taken away.
  var files: [String: String?] = [:]
  /// Variables besides those of every run.
  var environment: [String: String] = [:]

  var testDescription: String { name }

  var exitCode: Int32 {
    switch verdict {
    case .passed: flags.isEmpty ? 0 : 74
    case .failed: 1
    case .refused: 2
    case .broken: 3
    }
  }

  /// A tenant whose answers at one path are others.
  static func at(
    _ path: String, _ name: String, _ verdict: Verdict = .broken, entry: String? = nil, more: [String] = [],
    _ change: @escaping @Sendable (HTTPResponseMessage) throws -> RawServer.Manner
  ) -> UnhappyPath {
    let trouble: TroubledTenant.Trouble = { request, answer in request.url.path.hasSuffix(path) ? try change(answer) : nil }
    return UnhappyPath(name: name, verdict: verdict, place: .tenant(trouble), entry: entry, more: more)
  }
}

extension HTTPResponseMessage {
  /// The same answer with a member of its JSON changed.
  func with(_ member: String, _ change: (String) throws -> JSONValue) throws -> RawServer.Manner {
    var members = try JSONReader.read(body).objectValue ?? []
    for index in members.indices where members[index].name == member {
      members[index].value = try change(members[index].value.stringValue ?? "")
    }
    var answer = self
    answer.body = JSONWriter.write(.object(members))
    return .answer(answer)
  }

  /// The same answer without a member of its JSON.
  func without(_ member: String) throws -> RawServer.Manner {
    var answer = self
    answer.body = JSONWriter.write(.object((try JSONReader.read(body).objectValue ?? []).filter { $0.name != member }))
    return .answer(answer)
  }

  /// The same way back to the app, which is all that the body says, to another address.
  func leading(_ change: (String) -> String) -> RawServer.Manner {
    var answer = self
    answer.body = Array(change(String(decoding: body, as: UTF8.self)).utf8)
    return .answer(answer)
  }
}
