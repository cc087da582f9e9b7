import Diagnostics
import JourneyInsight
import JourneyLanguage
import JourneyMock

/// Works out who gets tokens from two mocks: for each account of both, and for a person who registers.
struct AccountsComparison {
  typealias Side = (name: String, mock: MockTenant, project: Project)

  private let before: Side
  private let now: Side

  init(_ before: Side, _ now: Side) { (self.before, self.now) = (before, now) }

  func compared() async -> ComparedAccounts {
    var people: [ComparedAccounts.Person] = []
    let names = Set(now.mock.accounts.map(\.name))
    for account in before.mock.accounts where names.contains(account.name) {
      people.append(
        ComparedAccounts.Person(
          name: account.name, before: await Self.reach(of: account.name, before), now: await Self.reach(of: account.name, now)))
    }
    return ComparedAccounts(
      before.name, now.name, people, gone: before.mock.accounts.map(\.name).filter { !names.contains($0) },
      newcomer: (await Self.reachOfNewcomers(before), await Self.reachOfNewcomers(now)))
  }

  /// Whether an account gets tokens by some path, which is walked; rather by one on which it keeps its password.
  private static func reach(of account: String, _ side: Side) async -> ComparedAccounts.Reach {
    let usual = await reach(account, side) { side.mock.tokenReach(of: account, keepingPassword: true, avoiding: $0) }
    if case .reached = usual { return usual }
    let any = await reach(account, side) { side.mock.tokenReach(of: account, keepingPassword: false, avoiding: $0) }
    return switch (usual, any) {
    case (.never, .reached(let path)): .byNewPassword(path: path)
    case (.unknown, .reached), (.never, _): any
    default: usual
    }
  }

  /// Whether a person who is not in the mock's file gets tokens by registering, by a path that is walked.
  private static func reachOfNewcomers(_ side: Side) async -> ComparedAccounts.Reach {
    await reach("a new user", side) { side.mock.tokenReachOfNewcomers(avoiding: $0) }
  }

  /// How many paths are walked at most to find one that leads to tokens.
  private static let mostPaths = 4

  /// - Parameter search: for a path without some edges.
  private static func reach(
    _ person: String, _ side: Side, _ search: (_ avoided: Set<String>) -> TokenReach
  ) async -> ComparedAccounts.Reach {
    let promise = Promise.noTokens(for: person, at: side.mock.definition.name.range)
    var avoided: Set<String> = []
    var failure: String?
    for _ in 0..<mostPaths {
      switch search(avoided) {
      // No other path is left: the one that could not be walked may be one all the same.
      case .never: return failure.map { .unknown($0) } ?? .never
      case .unknown(let reason): return .unknown(failure ?? "\(side.name): \(reason)")
      case .reached(let way):
        guard let reason = await Self.failure(of: way, breaking: promise, side) else { return .reached(path: way.line) }
        failure = failure ?? reason
        guard let edge = way.lastEdge, avoided.insert(edge).inserted else { return .unknown(failure ?? reason) }
      }
    }
    return .unknown(failure ?? "")
  }

  /// Why a path could not be walked to tokens; `nil` if it could.
  private static func failure(of way: BreakingWay, breaking promise: Promise, _ side: Side) async -> String? {
    let judge = PromiseJudge(project: side.project)
    let scenario = judge.scenario(way, of: promise, on: side.name, side.mock)
    return switch await judge.walked(scenario, on: side.name, side.mock) {
    case .asPredicted: nil
    case .otherwise: "\(side.name): walking the path \(way.line) did not lead to tokens"
    case .notToItsEnd(let reason):
      "\(side.name): the path \(way.line) was found and could not be walked\(reason.map { ": \($0)" } ?? "")"
    }
  }
}

extension BreakingWay {
  /// The edge by which it comes to its end; `nil` where no form is sent on it.
  fileprivate var lastEdge: String? {
    for act in acts.reversed() { if case .send(let form) = act, let edge = form.edges.last { return edge } }
    return nil
  }
}
