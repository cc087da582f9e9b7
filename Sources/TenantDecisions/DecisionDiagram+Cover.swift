/// Combinations of answers that together are a function: for each, the variables that it fixes with the answers that they may have.
struct DiagramCover: Sendable, Hashable {
  /// More combinations than this are more than anybody reads.
  static let most = 60

  var parts: [[Int: Set<Int>]]
  /// What they cover together.
  var node: DecisionDiagram.Node

  static let nothing = DiagramCover(parts: [], node: DecisionDiagram.no)
  static let everything = DiagramCover(parts: [[:]], node: DecisionDiagram.yes)
}

extension DecisionDiagram {
  /// Few combinations that cover all of a function and nothing beyond another one, none of which can be left out.
  ///
  /// As Minato and Morreale do it: what only some answers of the first variable lead to is covered there, the rest without it.
  mutating func cover(_ least: Node, within most: Node) throws(DiagramLimit) -> DiagramCover {
    var memo: [[Node]: DiagramCover] = [:]
    return try cover(least, most, &memo)
  }

  private mutating func cover(_ least: Node, _ most: Node, _ memo: inout [[Node]: DiagramCover]) throws(DiagramLimit) -> DiagramCover {
    if least == Self.no { return .nothing }
    if most == Self.yes { return .everything }
    if let known = memo[[least, most]] { return known }
    let variable = min(self.variable(of: least), self.variable(of: most))
    var common = Self.yes
    for answer in answers(of: variable) { common = try and(common, child(most, variable, answer)) }
    var parts: [DiagramCover] = []
    var rest = Self.no
    for answer in answers(of: variable) {
      let own = child(least, variable, answer)
      let part = try cover(try and(own, try not(common)), child(most, variable, answer), &memo)
      rest = try or(rest, try and(own, try not(part.node)))
      parts.append(part)
    }
    let shared = try cover(rest, common, &memo)
    let result = DiagramCover(
      parts: Self.joined(parts, by: variable) + shared.parts, node: try or(try node(variable, parts.map(\.node)), shared.node))
    guard result.parts.count <= DiagramCover.most else { throw DiagramLimit() }
    memo[[least, most]] = result
    return result
  }

  /// Each combination once, with all the answers for which it is there.
  private static func joined(_ covers: [DiagramCover], by variable: Int) -> [[Int: Set<Int>]] {
    var order: [[Int: Set<Int>]] = []
    var answers: [[Int: Set<Int>]: Set<Int>] = [:]
    for (answer, cover) in covers.enumerated() {
      for part in cover.parts where answers[part, default: []].insert(answer).inserted && answers[part]?.count == 1 { order.append(part) }
    }
    return order.map { $0.merging([variable: answers[$0] ?? []]) { $1 } }
  }
}
