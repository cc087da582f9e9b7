package import JourneyModel

/// A way into a value: `$.a.b[0]['x y']` into a document, `name.part[0]` into a variable.
///
/// After `$` or a variable's name any number of steps: `.name` of letters, digits, `_`, `-` and all that is not ASCII;
/// `['any name']` or `["any name"]`, where a backslash takes the next character as it is; `[0]`, or `[-1]` from the
/// end; `[*]` for every element of a list and every value of a map. Nothing else of JSONPath: no filters, no `..`.
package struct ValuePath: Sendable, Hashable {
  /// Where a path begins.
  package enum Root: Sendable, Hashable {
    /// The value at hand, `$`.
    case document
    /// What a name is bound to.
    case variable(String)
  }

  /// One step from a value into what it holds.
  package enum Step: Sendable, Hashable {
    case member(String)
    /// From 0, or from the end: -1 is the last.
    case index(Int)
    case every
  }

  package var root: Root
  /// Empty for the root itself.
  package var steps: [Step]

  package init(root: Root = .document, steps: [Step]) {
    self.root = root
    self.steps = steps
  }
}

extension ValuePath {
  /// What the steps lead to; `nil` if there is nothing.
  ///
  /// With `[*]` it is the list of all that is found on the way on, in order, lists within it laid side by side;
  /// `nil` where there is neither list nor map to take the elements of, or where no element has the next name or index:
  /// it may be misspelt. The root is the caller's to look up.
  package func value(in root: Value) -> Value? {
    guard let (found, isMany) = found(in: root) else { return nil }
    return isMany ? .list(found) : found.first
  }

  /// Why nothing can be said of a value that is missing; `nil` if all but its last step is there, and could have it.
  ///
  /// What is missing below a value that is missing itself, or is of another kind, may be misspelt.
  package func missingParent(in root: Value) -> MissingParent? {
    for count in steps.indices {
      let parent = ValuePath(root: self.root, steps: Array(steps[..<count]))
      guard let found = parent.found(in: root)?.values else { return MissingParent(path: parent, found: nil) }
      guard let other = found.first, !found.contains(where: { $0.mayHold(steps[count]) }) else { continue }
      return MissingParent(path: parent, found: other)
    }
    return nil
  }

  /// What a path leads through and cannot go on from.
  package struct MissingParent: Sendable, Hashable {
    package var path: ValuePath
    /// What is there, which has no names or no indices; `nil` if nothing is.
    package var found: Value?
  }

  /// All that the steps lead to, and whether that may be several values; `nil` if there is nothing.
  private func found(in root: Value) -> (values: [Value], isMany: Bool)? {
    var found = [root]
    var isMany = false
    for step in steps {
      if case .every = step {
        let branching = found.filter(\.hasElements)
        guard isMany || !branching.isEmpty else { return nil }
        isMany = true
      }
      found = found.flatMap { $0.children(at: step) }
      guard step == .every || !found.isEmpty else { return nil }
    }
    return (found, isMany)
  }
}

extension ValuePath: CustomStringConvertible {
  /// The path as it is written, in its shortest form.
  package var description: String {
    let start =
      switch root {
      case .document: "$"
      case .variable(let name): name
      }
    return start + steps.map(\.text).joined()
  }
}

extension ValuePath.Step {
  /// The step as it is written, e.g. `.name`, `['x y']`, `[0]`.
  package var text: String {
    switch self {
    case .member(let name) where name.isPlainName: ".\(name)"
    case .member(let name): "['\(name.escapedForQuotes)']"
    case .index(let index): "[\(index)]"
    case .every: "[*]"
    }
  }
}

extension Value {
  fileprivate var hasElements: Bool {
    switch self {
    case .list, .map: true
    case .null, .bool, .number, .text, .secret: false
    }
  }

  /// Whether a step may lead on from here; null is a value that is not there.
  fileprivate func mayHold(_ step: ValuePath.Step) -> Bool {
    switch (step, self) {
    case (.member, .map), (.index, .list), (.every, .map), (.every, .list), (_, .null): true
    case (.member, _), (.index, _), (.every, _): false
    }
  }

  fileprivate func children(at step: ValuePath.Step) -> [Value] {
    switch (step, self) {
    case (.member(let name), .map): self[name].map { [$0] } ?? []
    case (.index(let index), .list(let elements)): self[index < 0 ? elements.count + index : index].map { [$0] } ?? []
    case (.every, .list(let elements)): elements
    case (.every, .map(let members)): members.map(\.value)
    case (.member, _), (.index, _), (.every, _): []
    }
  }
}

extension String {
  fileprivate var isPlainName: Bool { !isEmpty && unicodeScalars.allSatisfy(\.isPartOfPathName) }

  fileprivate var escapedForQuotes: String {
    var escaped = ""
    for scalar in unicodeScalars {
      if scalar == "'" || scalar == "\\" { escaped.unicodeScalars.append("\\") }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}

extension Unicode.Scalar {
  /// Whether it is allowed in a name without quotation marks.
  var isPartOfPathName: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
    default: value >= 0xA0
    }
  }
}
