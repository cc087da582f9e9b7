public import Diagnostics
import JourneyInsight
public import JourneyReports
import TenantDecisions

/// What differs for users between two versions of a tenant.
public struct TenantDifference: Sendable {
  /// What `--fail-on` takes: the classes of changes, and what differs in the files and was not exercised.
  public static var classNames: [String] { ChangeClass.allCases.map(\.rawValue) + [unexercised] }
  private static let unexercised = "unexercised"

  let difference: RunDifference
  /// What is wrong with the list of allowed changes.
  public let diagnostics: [Diagnostic]

  /// Hide what the walks hide: files of mocks, which causes are quoted from, may hold a secret of the caller, too.
  private let redactors: [Redactor]

  init(_ difference: RunDifference, diagnostics: [Diagnostic] = [], hiding redactors: [Redactor] = []) {
    self.difference = difference
    self.diagnostics = diagnostics
    self.redactors = redactors
  }

  private func hidden(_ text: String) -> String { redactors.reduce(text) { $1.redacted($0) } }

  /// Compares two event logs; nothing is walked.
  ///
  /// - Parameters:
  ///   - again: further logs of the version that the first one is of: what differs between these does not count.
  ///   - allowed: a file of changes that are to come, with the reasons why.
  public init(before: String, again: [String] = [], after: String, allowing allowed: String? = nil) throws(EventLogError) {
    var difference = RunDifference(
      try MetRun(log: before), as: RunDifference.Side(name: before), try MetRun(log: after), as: RunDifference.Side(name: after),
      again: try again.map { log throws(EventLogError) in try MetRun(log: log) })
    difference.leading = .impossible
    var diagnostics: [Diagnostic] = []
    if let allowed {
      let list = AllowedList(
        allowed, of: "changes", reason: AllowedList.reasonToCome, holdsTexts: true, in: ProjectFiles.around(allowed),
        diagnostics: &diagnostics)
      list.apply(to: &difference, diagnostics: &diagnostics)
    }
    self.init(difference, diagnostics: diagnostics)
  }

  /// How many cases both sides have.
  public var walks: Int { difference.walks }
  /// Whether the rules and accounts of two mocks were compared, which needs no walk of a scenario.
  public var comparesMocks: Bool { difference.comparesMocks }
  /// Whether it is not known what the rules ask of some people, whether people who could sign in still can, or whether a promise is still
  /// kept, and that is not allowed.
  public var isNotKnown: Bool {
    difference.ruledDoubts.contains { $0.allowed == nil } || difference.peopleDoubts.contains { $0.id != nil && $0.allowed == nil }
  }
  /// How many changes there are.
  public var count: Int { difference.changes.count + difference.computedChanges.count }
  /// Whether a side could not be walked, or was not walked to its end.
  public var isBroken: Bool { !difference.broken.isEmpty || difference.isInterrupted }
  public var isInterrupted: Bool { difference.isInterrupted }

  /// Whether a change of one of these classes came that is not allowed, or one that was allowed did not come.
  public func fails(on classes: Set<String>) -> Bool {
    if classes.contains(Self.unexercised), difference.unexercisedWholes.contains(where: { $0.allowed == nil }) { return true }
    if difference.computedChanges.contains(where: { $0.allowed == nil && classes.contains($0.meaning.rawValue) }) { return true }
    return !difference.missing.isEmpty || difference.changes.contains { $0.allowed == nil && classes.contains($0.meaning.rawValue) }
  }

  /// For a terminal.
  public var text: String { text(withFewPeople: true) }
  /// The same, in which fewer than five people are a number only if that is wished.
  public func text(withFewPeople: Bool) -> String { hidden(DifferenceText(difference, withFewPeople ? .exact : .withoutFew).text) }
  /// For the comment of a pull request; at most 60,000 bytes.
  public var markdown: String { hidden(DifferenceMarkdown(difference).text) }
  /// One object a line.
  public var json: String { hidden(DifferenceJSON(difference).text) }
  /// A page with both screens of each change.
  public var html: String { hidden(DifferencePage(difference).text) }
}
