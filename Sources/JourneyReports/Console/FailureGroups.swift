import JourneyModel
import JourneyRunner

/// The cases that did not pass, grouped by the reason: one of each is shown in full.
struct FailureGroups: Sendable {
  /// The maximum number of reasons in full; more would not be read, and memory has to stay flat.
  private static let maxGroups = 200
  private static let maxMembers = 12

  struct Member: Sendable {
    /// In the plan.
    var index: Int
    var head: StyledText.Line
    /// The place of the expectation, or of the step.
    var place: String
    /// What was expected, in one line; empty if nothing was.
    var expected: String
  }

  private struct Group: Sendable {
    var first: Member
    var whole: StyledText
    var others: [Member] = []
    /// How many others there are, the ones that are not kept included.
    var otherCount = 0
  }

  private var groups: [Group] = []
  private var indices: [FailureReason: Int] = [:]
  /// Cases of reasons beyond that maximum.
  private var untold: [Member] = []
  private var untoldCount = 0

  var isEmpty: Bool { groups.isEmpty }

  mutating func add(_ failure: FailureText, index: Int) {
    let reason = FailureReason(failure)
    let member = Member(index: index, head: failure.head, place: Self.place(failure), expected: reason.expected)
    guard let known = indices[reason] else {
      guard groups.count < Self.maxGroups else {
        untoldCount += 1
        if untold.count < Self.maxMembers { untold.append(member) }
        return
      }
      indices[reason] = groups.count
      groups.append(Group(first: member, whole: failure.whole))
      return
    }
    groups[known].otherCount += 1
    var other = member
    if index < groups[known].first.index {
      other = groups[known].first
      groups[known].first = member
      groups[known].whole = failure.whole
    }
    groups[known].others.append(other)
    if groups[known].others.count > Self.maxMembers {
      groups[known].others.sort { $0.index < $1.index }
      groups[known].others.removeLast()
    }
  }

  /// All of them in the order of the plan.
  var text: StyledText {
    var text = StyledText()
    for group in groups.sorted(by: { $0.first.index < $1.first.index }) {
      text.addBlank()
      text.add(group.whole)
      guard group.otherCount > 0 else { continue }
      text.addBlank()
      text.add("  Same problem in \(group.otherCount) more \(group.otherCount == 1 ? "case" : "cases"):", .heading)
      Self.list(group.others, of: group.otherCount, besides: group.first.expected, in: &text)
    }
    guard untoldCount > 0 else { return text }
    text.addBlank()
    text.add("\(untoldCount) more did not pass, each for another reason; the reports list them:", .heading)
    Self.list(untold, of: untoldCount, besides: nil, in: &text)
    return text
  }

  /// - Parameter expected: what the case that is shown in full expected; the others say where they expected something else.
  private static func list(_ members: [Member], of count: Int, besides expected: String?, in text: inout StyledText) {
    for member in members.sorted(by: { $0.index < $1.index }) {
      var line = member.head
      if !member.place.isEmpty { line = line.adding("  at \(member.place)", .quiet) }
      if let expected, member.expected != expected { line = line.adding("  expected \(member.expected)", .quiet) }
      text.add(StyledText([line]), indentedBy: 4)
    }
    if count > members.count { text.add("    … and \(count - members.count) more", .quiet) }
  }

  private static func place(_ failure: FailureText) -> String {
    guard let last = failure.attempts.last else { return "" }
    var place = last.step?.place
    if case .failed(let mismatches) = last.outcome.result, let written = mismatches.first?.place { place = written }
    return place.map { "\($0.file):\($0.line):\($0.column)" } ?? ""
  }
}
