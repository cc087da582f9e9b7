/// Which tags a scenario must have, e.g. `smoke and not (slow or mobile)`; `not` binds closest, then `and`, then `or`.
package indirect enum TagExpression: Sendable, Hashable {
  case tag(String)
  case not(TagExpression)
  case and(TagExpression, TagExpression)
  case or(TagExpression, TagExpression)

  /// Whether it holds for these tags.
  package func holds(for tags: [String]) -> Bool {
    switch self {
    case .tag(let tag): tags.contains(tag)
    case .not(let expression): !expression.holds(for: tags)
    case .and(let left, let right): left.holds(for: tags) && right.holds(for: tags)
    case .or(let left, let right): left.holds(for: tags) || right.holds(for: tags)
    }
  }

  /// The tags that it names, in the order written.
  package var tags: [String] {
    switch self {
    case .tag(let tag): [tag]
    case .not(let expression): expression.tags
    case .and(let left, let right), .or(let left, let right): left.tags + right.tags
    }
  }

  /// Whether a text can be a tag: words of the expression and its signs cannot.
  static func isTag(_ text: String) -> Bool {
    !text.isEmpty && !["and", "or", "not"].contains(text)
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"(),[]{}".utf8.contains($0) }
  }
}

/// A selection on the command line cannot be read.
package struct SelectionError: Error, Sendable, Hashable {
  /// Lower case, without a full stop.
  package var message: String

  package init(_ message: String) { self.message = message }
}

extension TagExpression {
  /// Reads an expression.
  package init(_ text: String) throws(SelectionError) {
    var parser = TagExpressionParser(text)
    self = try parser.expression()
  }
}

/// Reads tag expressions by descent.
private struct TagExpressionParser {
  private let text: String
  private var tokens: ArraySlice<Substring>
  private var depth = 0

  init(_ text: String) {
    self.text = text
    var tokens: [Substring] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
      var rest = word
      while let bracket = rest.firstIndex(where: { $0 == "(" || $0 == ")" }) {
        if bracket > rest.startIndex { tokens.append(rest[..<bracket]) }
        tokens.append(rest[bracket...bracket])
        rest = rest[rest.index(after: bracket)...]
      }
      if !rest.isEmpty { tokens.append(rest) }
    }
    self.tokens = tokens[...]
  }

  mutating func expression() throws(SelectionError) -> TagExpression {
    let expression = try disjunction()
    guard let rest = tokens.first else { return expression }
    throw SelectionError("expected 'and' or 'or' before '\(rest)' in the tag expression '\(text)'")
  }

  private mutating func disjunction() throws(SelectionError) -> TagExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 100 else { throw SelectionError("the tag expression has more than 100 nested brackets") }
    var left = try conjunction()
    while tokens.first == "or" {
      tokens.removeFirst()
      left = .or(left, try conjunction())
    }
    return left
  }

  private mutating func conjunction() throws(SelectionError) -> TagExpression {
    var left = try term()
    while tokens.first == "and" {
      tokens.removeFirst()
      left = .and(left, try term())
    }
    return left
  }

  private mutating func term() throws(SelectionError) -> TagExpression {
    var isNegated = false
    while tokens.first == "not" {
      tokens.removeFirst()
      isNegated.toggle()
    }
    let term = try primary()
    return isNegated ? .not(term) : term
  }

  private mutating func primary() throws(SelectionError) -> TagExpression {
    guard let token = tokens.popFirst() else { throw SelectionError("a tag is missing at the end of the tag expression '\(text)'") }
    if token == "(" {
      let inner = try disjunction()
      guard tokens.popFirst() == ")" else { throw SelectionError("a ')' is missing in the tag expression '\(text)'") }
      return inner
    }
    guard TagExpression.isTag(String(token)) else {
      throw SelectionError("expected a tag, found '\(token)' in the tag expression '\(text)'")
    }
    return .tag(String(token))
  }
}
