/// More nodes than a diagram may have.
package struct DiagramLimit: Error, Hashable {}

/// Functions of finite facts, as nodes that are shared: each asks one variable, and each answer leads to a node or a value.
///
/// Equal functions are the same node, so that comparing them costs nothing. Variables are asked in one order.
struct DecisionDiagram {
  /// A node's place, or a value as `~value`.
  typealias Node = Int

  static let no: Node = ~0
  static let yes: Node = ~1

  /// How many nodes there may be.
  private let limit: Int
  /// By variable: how many answers it has.
  private let answers: [Int]
  private var variables: [Int] = []
  /// The nodes that answers lead to, of all nodes one after the other.
  private var children: [Node] = []
  /// By node: the place of its first child.
  private var starts: [Int] = []
  private var known = NodeIndex()
  /// What `choose` found before.
  private var chosen = NodeMemo()
  /// The children of nodes that are being made.
  private var pending: [Node] = []

  /// - Parameter answers: for each variable, in the order in which they are asked, how many answers it has.
  init(answers: [Int], limit: Int) {
    self.answers = answers
    self.limit = limit
  }

  var count: Int { variables.count }

  static func value(_ value: Int) -> Node { ~value }

  /// The value that a node is; `nil` for one that asks.
  static func value(of node: Node) -> Int? { node < 0 ? ~node : nil }

  /// The variable that a node asks; past the last for a value.
  func variable(of node: Node) -> Int { node < 0 ? answers.count : variables[node] }

  /// The answers that a variable can have.
  func answers(of variable: Int) -> Range<Int> { 0..<answers[variable] }

  /// The node for one answer of a variable.
  func child(_ node: Node, _ variable: Int, _ answer: Int) -> Node {
    node < 0 || variables[node] != variable ? node : children[starts[node] + answer]
  }

  /// Where a node's answers lead to.
  private func children(of node: Node) -> ArraySlice<Node> { children[starts[node]..<starts[node] + answers[variables[node]]] }

  /// The function that is one of these, by the variable's answer.
  mutating func node(_ variable: Int, _ parts: [Node]) throws(DiagramLimit) -> Node {
    pending += parts
    return try node(variable)
  }

  /// The function that is one of the pending nodes that were added last, by the variable's answer.
  private mutating func node(_ variable: Int) throws(DiagramLimit) -> Node {
    let first = pending.count - answers[variable]
    defer { pending.removeSubrange(first...) }
    let parts = pending[first...]
    if let part = parts.first, parts.allSatisfy({ $0 == part }) { return part }
    let hash = NodeIndex.hash(variable, parts)
    if let node = known.find(hash, where: { variables[$0] == variable && children(of: $0).elementsEqual(parts) }) { return node }
    guard count < limit else { throw DiagramLimit() }
    variables.append(variable)
    starts.append(children.count)
    children += parts
    known.insert(count - 1, hash)
    return count - 1
  }

  /// Whether a variable has this answer.
  mutating func test(_ variable: Int, is answer: Int) throws(DiagramLimit) -> Node {
    try node(variable, (0..<answers[variable]).map { $0 == answer ? Self.yes : Self.no })
  }

  /// One function where a condition holds, another where it does not.
  mutating func choose(_ condition: Node, _ yes: Node, _ no: Node) throws(DiagramLimit) -> Node {
    if condition == Self.yes || yes == no { return yes }
    if condition == Self.no { return no }
    if yes == Self.yes, no == Self.no { return condition }
    if let node = chosen.find(condition, yes, no) { return node }
    let variable = min(self.variable(of: condition), self.variable(of: yes), self.variable(of: no))
    for answer in 0..<answers[variable] {
      pending.append(try choose(child(condition, variable, answer), child(yes, variable, answer), child(no, variable, answer)))
    }
    let node = try self.node(variable)
    chosen.insert(condition, yes, no, node)
    return node
  }

  mutating func and(_ left: Node, _ right: Node) throws(DiagramLimit) -> Node { try choose(left, right, Self.no) }
  mutating func or(_ left: Node, _ right: Node) throws(DiagramLimit) -> Node { try choose(left, Self.yes, right) }
  mutating func not(_ node: Node) throws(DiagramLimit) -> Node { try choose(node, Self.no, Self.yes) }

  /// The function with other values.
  mutating func mapped(_ node: Node, _ value: (Int) -> Int) throws(DiagramLimit) -> Node {
    var memo = NodeMemo()
    return try mapped(node, value, &memo)
  }

  private mutating func mapped(_ node: Node, _ value: (Int) -> Int, _ memo: inout NodeMemo) throws(DiagramLimit) -> Node {
    if let own = Self.value(of: node) { return Self.value(value(own)) }
    if let known = memo.find(node) { return known }
    let variable = variables[node]
    for answer in 0..<answers[variable] { pending.append(try mapped(child(node, variable, answer), value, &memo)) }
    let result = try self.node(variable)
    memo.insert(node, result)
    return result
  }

  /// Two functions at once: their values, paired by `value`.
  mutating func joined(_ left: Node, _ right: Node, _ value: (Int, Int) -> Int) throws(DiagramLimit) -> Node {
    var memo = NodeMemo()
    return try joined(left, right, value, &memo)
  }

  private mutating func joined(
    _ left: Node, _ right: Node, _ value: (Int, Int) -> Int, _ memo: inout NodeMemo
  ) throws(DiagramLimit) -> Node {
    if let one = Self.value(of: left), let other = Self.value(of: right) { return Self.value(value(one, other)) }
    if let known = memo.find(left, right) { return known }
    let variable = min(self.variable(of: left), self.variable(of: right))
    for answer in 0..<answers[variable] {
      pending.append(try joined(child(left, variable, answer), child(right, variable, answer), value, &memo))
    }
    let result = try node(variable)
    memo.insert(left, right, result)
    return result
  }

  /// Whether a condition holds for some answers of these variables.
  mutating func exists(_ node: Node, over isQuantified: [Bool]) throws(DiagramLimit) -> Node {
    guard let last = isQuantified.lastIndex(of: true) else { return node }
    var memo = NodeMemo()
    return try exists(node, isQuantified, last, &memo)
  }

  private mutating func exists(
    _ node: Node, _ isQuantified: [Bool], _ last: Int, _ memo: inout NodeMemo
  ) throws(DiagramLimit) -> Node {
    if variable(of: node) > last { return node }
    if let known = memo.find(node) { return known }
    let variable = variables[node]
    var result = Self.no
    for answer in 0..<answers[variable] {
      let part = try exists(child(node, variable, answer), isQuantified, last, &memo)
      if isQuantified[variable] { result = try or(result, part) } else { pending.append(part) }
    }
    if !isQuantified[variable] { result = try self.node(variable) }
    memo.insert(node, result)
    return result
  }

  /// The values that it can have.
  ///
  /// - Parameter isAsked: the variables that may be asked for them; `nil` for all.
  func values(of node: Node, through isAsked: [Bool]? = nil) -> Set<Int> {
    var values: Set<Int> = []
    var isSeen = [Bool](repeating: false, count: count)
    var open = [node]
    while let next = open.popLast() {
      if let value = Self.value(of: next) {
        values.insert(value)
      } else if !isSeen[next] {
        isSeen[next] = true
        if isAsked?[variables[next]] ?? true { open += children(of: next) }
      }
    }
    return values
  }

  /// Answers that lead to a value, as variables with answers; `nil` if none do.
  func path(
    from node: Node, to value: Int, where known: (_ variable: Int) -> Int? = { _ in nil }
  ) -> [(variable: Int, answer: Int)]? {
    var isDead = [Bool](repeating: false, count: count)
    return path(from: node, to: value, where: known, &isDead)
  }

  private func path(
    from node: Node, to value: Int, where known: (_ variable: Int) -> Int?, _ isDead: inout [Bool]
  ) -> [(variable: Int, answer: Int)]? {
    if node < 0 { return ~node == value ? [] : nil }
    guard !isDead[node] else { return nil }
    let only = known(variables[node])
    for (answer, child) in children(of: node).enumerated() where only == nil || only == answer {
      if let rest = path(from: child, to: value, where: known, &isDead) { return [(variables[node], answer)] + rest }
    }
    isDead[node] = true
    return nil
  }
}
