/// Names that are each used once: those of the source, with the end of the id where an older object has the same one.
package struct UniqueNames: Sendable {
  private var taken: Set<String>

  /// - Parameter reserved: what means something else.
  package init(reserved: Set<String> = []) { taken = reserved }

  /// A name for each object, in order. Of several with one name the oldest one has it, so that a new object renames none that is there.
  ///
  /// - Parameters:
  ///   - created: when each object was made, as a text that sorts by time; by the ids where it is not known.
  ///   - joined: how the end of an id is joined to a name.
  package mutating func names(
    of objects: [(id: String, name: String)], created: [String] = [],
    joined: (_ name: String, _ ending: String) -> String = { "\($0) (\($1))" }
  ) -> [String] {
    func age(_ place: Int) -> (String, String) { (place < created.count ? created[place] : "", objects[place].id) }
    var oldest: [String: Int] = [:]
    for place in objects.indices {
      if let known = oldest[objects[place].name], age(known) <= age(place) { continue }
      oldest[objects[place].name] = place
    }
    let plain = Set(oldest.values.sorted().filter { taken.insert(objects[$0].name).inserted })
    return objects.enumerated().map { place, object in
      plain.contains(place) ? object.name : name(object.name, endingAs: object.id, joined: joined)
    }
  }

  /// A name with the end of an id.
  package mutating func name(_ name: String, endingAs id: String, joined: (_ name: String, _ ending: String) -> String) -> String {
    let ending = SourceText.ending(of: id)
    var candidate = joined(name, ending)
    var number = 2
    while !taken.insert(candidate).inserted {
      candidate = joined(name, "\(ending)-\(number)")
      number += 1
    }
    return candidate
  }
}
