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
  private var children: [[Node]] = []
  private var known: [[Int]: Node] = [:]

  /// - Parameter answers: for each variable, in the order in which they are asked, how many answers it has.
  init(answers: [Int], limit: Int) {
    self.answers = answers
    self.limit = limit
  }

  var count: Int { children.count }

  static func value(_ value: Int) -> Node { ~value }

  /// The value that a node is; `nil` for one that asks.
  static func value(of node: Node) -> Int? { node < 0 ? ~node : nil }

  /// The variable that a node asks; past the last for a value.
  func variable(of node: Node) -> Int { node < 0 ? answers.count : variables[node] }

  /// The answers that a variable can have.
  func answers(of variable: Int) -> Range<Int> { 0..<answers[variable] }

  /// The node for one answer of a variable.
  func child(_ node: Node, _ variable: Int, _ answer: Int) -> Node {
    node < 0 || variables[node] != variable ? node : children[node][answer]
  }

  /// The function that is one of these, by the variable's answer.
  mutating func node(_ variable: Int, _ parts: [Node]) throws(DiagramLimit) -> Node {
    if let first = parts.first, parts.allSatisfy({ $0 == first }) { return first }
    let key = [variable] + parts
    if let node = known[key] { return node }
    guard children.count < limit else { throw DiagramLimit() }
    variables.append(variable)
    children.append(parts)
    known[key] = children.count - 1
    return children.count - 1
  }

  /// Whether a variable has this answer.
  mutating func test(_ variable: Int, is answer: Int) throws(DiagramLimit) -> Node {
    try node(variable, (0..<answers[variable]).map { $0 == answer ? Self.yes : Self.no })
  }

  /// One function where a condition holds, another where it does not.
  mutating func choose(_ condition: Node, _ yes: Node, _ no: Node) throws(DiagramLimit) -> Node {
    var memo: [NodeGroup: Node] = [:]
    return try choose(condition, yes, no, &memo)
  }

  private mutating func choose(
    _ condition: Node, _ yes: Node, _ no: Node, _ memo: inout [NodeGroup: Node]
  ) throws(DiagramLimit) -> Node {
    if condition == Self.yes || yes == no { return yes }
    if condition == Self.no { return no }
    if yes == Self.yes, no == Self.no { return condition }
    let key = NodeGroup(first: condition, second: yes, third: no)
    if let node = memo[key] { return node }
    let variable = min(self.variable(of: condition), self.variable(of: yes), self.variable(of: no))
    var parts: [Node] = []
    for answer in 0..<answers[variable] {
      parts.append(
        try choose(child(condition, variable, answer), child(yes, variable, answer), child(no, variable, answer), &memo))
    }
    let node = try self.node(variable, parts)
    memo[key] = node
    return node
  }

  mutating func and(_ left: Node, _ right: Node) throws(DiagramLimit) -> Node { try choose(left, right, Self.no) }
  mutating func or(_ left: Node, _ right: Node) throws(DiagramLimit) -> Node { try choose(left, Self.yes, right) }
  mutating func not(_ node: Node) throws(DiagramLimit) -> Node { try choose(node, Self.no, Self.yes) }

  /// The function with other values.
  mutating func mapped(_ node: Node, _ value: (Int) -> Int) throws(DiagramLimit) -> Node {
    var memo: [Node: Node] = [:]
    return try mapped(node, value, &memo)
  }

  private mutating func mapped(_ node: Node, _ value: (Int) -> Int, _ memo: inout [Node: Node]) throws(DiagramLimit) -> Node {
    if let own = Self.value(of: node) { return Self.value(value(own)) }
    if let known = memo[node] { return known }
    var parts: [Node] = []
    for child in children[node] { parts.append(try mapped(child, value, &memo)) }
    let result = try self.node(variables[node], parts)
    memo[node] = result
    return result
  }

  /// Two functions at once: their values, paired by `value`.
  mutating func joined(_ left: Node, _ right: Node, _ value: (Int, Int) -> Int) throws(DiagramLimit) -> Node {
    var memo: [NodeGroup: Node] = [:]
    return try joined(left, right, value, &memo)
  }

  private mutating func joined(
    _ left: Node, _ right: Node, _ value: (Int, Int) -> Int, _ memo: inout [NodeGroup: Node]
  ) throws(DiagramLimit) -> Node {
    if let one = Self.value(of: left), let other = Self.value(of: right) { return Self.value(value(one, other)) }
    if let known = memo[NodeGroup(first: left, second: right, third: 0)] { return known }
    let variable = min(self.variable(of: left), self.variable(of: right))
    var parts: [Node] = []
    for answer in 0..<answers[variable] {
      parts.append(try joined(child(left, variable, answer), child(right, variable, answer), value, &memo))
    }
    let result = try node(variable, parts)
    memo[NodeGroup(first: left, second: right, third: 0)] = result
    return result
  }

  /// Whether a condition holds for some answers of these variables.
  mutating func exists(_ node: Node, over isQuantified: [Bool]) throws(DiagramLimit) -> Node {
    var memo: [Node: Node] = [:]
    return try exists(node, isQuantified, &memo)
  }

  private mutating func exists(_ node: Node, _ isQuantified: [Bool], _ memo: inout [Node: Node]) throws(DiagramLimit) -> Node {
    if node < 0 { return node }
    if let known = memo[node] { return known }
    var parts: [Node] = []
    for child in children[node] { parts.append(try exists(child, isQuantified, &memo)) }
    var result = Self.no
    if isQuantified[variables[node]] {
      for part in parts { result = try or(result, part) }
    } else {
      result = try self.node(variables[node], parts)
    }
    memo[node] = result
    return result
  }

  /// The values that it can have.
  ///
  /// - Parameter isAsked: the variables that may be asked for them; `nil` for all.
  func values(of node: Node, through isAsked: [Bool]? = nil) -> Set<Int> {
    var seen: Set<Node> = []
    var open = [node]
    while let next = open.popLast() {
      if seen.insert(next).inserted, next >= 0, isAsked?[variables[next]] ?? true { open += children[next] }
    }
    return Set(seen.compactMap { Self.value(of: $0) })
  }

  /// Answers that lead to a value, as variables with answers; `nil` if none do.
  func path(from node: Node, to value: Int) -> [(variable: Int, answer: Int)]? {
    var dead: Set<Node> = []
    return path(from: node, to: value, &dead)
  }

  private func path(from node: Node, to value: Int, _ dead: inout Set<Node>) -> [(variable: Int, answer: Int)]? {
    if node < 0 { return ~node == value ? [] : nil }
    guard !dead.contains(node) else { return nil }
    for (answer, child) in children[node].enumerated() {
      if let rest = path(from: child, to: value, &dead) { return [(variables[node], answer)] + rest }
    }
    dead.insert(node)
    return nil
  }
}

/// Nodes that were already combined.
private struct NodeGroup: Hashable {
  var first: Int
  var second: Int
  var third: Int
}
