/// Names that are each used once: those of the source, with the end of the id where two objects have one.
package struct UniqueNames: Sendable {
  private var taken: Set<String>

  /// - Parameter reserved: what means something else.
  package init(reserved: Set<String> = []) { taken = reserved }

  /// A name for each object, in order.
  ///
  /// - Parameter joined: how the end of an id is joined to a name.
  package mutating func names(
    of objects: [(id: String, name: String)], joined: (_ name: String, _ ending: String) -> String = { "\($0) (\($1))" }
  ) -> [String] {
    var counts: [String: Int] = [:]
    for object in objects { counts[object.name, default: 0] += 1 }
    return objects.map { id, name in
      if counts[name] == 1, taken.insert(name).inserted { return name }
      var candidate = joined(name, SourceText.ending(of: id))
      var number = 2
      while !taken.insert(candidate).inserted {
        candidate = joined(name, "\(SourceText.ending(of: id))-\(number)")
        number += 1
      }
      return candidate
    }
  }
}
