/// The path of a member in an object of a source.
package struct MemberPath: Sendable, Hashable {
  package enum Step: Sendable, Hashable {
    case member(String)
    /// From 0.
    case element(Int)
  }

  package var steps: [Step]

  package init(_ steps: [Step] = []) { self.steps = steps }

  /// A path with a step more.
  package func appending(_ step: Step) -> MemberPath { MemberPath(steps + [step]) }

  package subscript(name: String) -> MemberPath { appending(.member(name)) }
  package subscript(index: Int) -> MemberPath { appending(.element(index)) }
}

extension MemberPath {
  /// Without places in lists.
  package var names: MemberPath { MemberPath(steps.filter { if case .member = $0 { true } else { false } }) }
}

/// Written with dots, for paths of our own.
extension MemberPath: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text.split(separator: ".").map { .member(String($0)) }) }
}

extension MemberPath: CustomStringConvertible {
  /// E.g. `conditions.network.include[0]`; a name of other signs than letters, digits, `_` and `-` is in brackets.
  package var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .element(let index): text += "[\(index)]"
      case .member(let name):
        text += Self.isPlain(name) ? (text.isEmpty ? "" : ".") + SourceText.maskedIDs(name) : "['\(SourceText.name(name))']"
      }
    }
    return text
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && name.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_")
          || $0 == UInt8(ascii: "-")
      }
  }
}
