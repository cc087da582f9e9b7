internal import Diagnostics
package import JourneyModel

extension Reference {
  /// What it leads to, or its default where it leads to nothing; `null` is something.
  package func resolve(in bindings: Bindings) throws(BindingFailure) -> Value {
    guard var value = bindings.values[name] else {
      if let fallback { return .text(fallback) }
      throw BindingFailure("'\(name)' has no value yet", at: range)
    }
    for (depth, part) in path.enumerated() {
      guard let next = Self.step(part, into: value) else {
        if let fallback { return .text(fallback) }
        throw BindingFailure(missing(part, of: value, depth: depth), at: range)
      }
      value = next
    }
    return value
  }

  private static func step(_ part: Part, into value: Value) -> Value? {
    switch part {
    case .member(let name): value[name]
    case .index(let index): value[index]
    }
  }

  private func missing(_ part: Part, of value: Value, depth: Int) -> String {
    let owner = Reference(name: name, path: Array(path.prefix(depth)), range: range).spelling
    switch (part, value) {
    case (.member(let member), _) where depth == 0 && name == "secret": return "the secret '\(member)' is not set"
    case (.member(let member), _) where depth == 0 && name == "env": return "the environment variable '\(member)' is not set"
    case (.member(let member), .map(let members)):
      let names = members.map(\.name)
      let nearest = ClosestMatch.of(member, in: names).map { "; did you mean '\($0)'?" }
      let known = names.prefix(20).joined(separator: ", ")
      return "'\(owner)' has no '\(member)'" + (nearest ?? (known.isEmpty ? "; it is empty" : "; it has \(known)"))
    case (.index(let index), .list(let elements)):
      return
        "'\(owner)' has \(elements.count) element\(elements.count == 1 ? "" : "s"), so [\(index)] does not exist, because counting begins at 0"
    case (.member(let member), _): return "'\(owner)' is \(value.kindName), which has no '\(member)'"
    case (.index(let index), _): return "'\(owner)' is \(value.kindName), which has no [\(index)]"
    }
  }
}

extension Reference {
  /// Whether it names one of the project's secrets.
  package var isSecret: Bool { name == "secret" }
}
