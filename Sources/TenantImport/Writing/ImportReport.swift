import Encodings

/// What became of each member of a source: the page for people, the same for programs, and what `--strict` asks about.
package struct ImportReport: Sendable {
  /// A part of the source that is missing, and therefore has no object.
  package struct Gap: Sendable, Hashable {
    package var what: String
    package var list: ImportList
    package var reason: String

    package init(_ what: String, _ list: ImportList, _ reason: String) {
      self.what = what
      self.list = list
      self.reason = reason
    }
  }

  /// One thing that a person may want to look at.
  package struct Finding: Sendable, Hashable {
    /// Stays the same as long as the list, the object and the path do.
    package var id: String
    package var reason: String
  }

  package var name: String
  package var vendor: String
  package var objects: [SourceObject]
  package var gaps: [Gap]
  /// The people that rules name, e.g. `person 5f0c2a91`: digests of ids, so that two imports name the same person the same.
  package var people: [String]

  package init(name: String, vendor: String, objects: [SourceObject], gaps: [Gap], people: [String]) {
    self.name = name
    self.vendor = vendor
    self.objects = objects
    self.gaps = gaps
    self.people = people
  }

  /// Everything that is neither understood nor outside, in the order of the source.
  package var findings: [Finding] {
    let ofGaps = gaps.filter(\.list.needsAccepting).map { Finding(id: "\($0.list.rawValue): \($0.what)", reason: $0.reason) }
    let ofMembers = objects.flatMap { object in
      object.members().filter(\.mark.list.needsAccepting).map { member in
        Finding(id: "\(member.mark.list.rawValue): \(object.kind) '\(object.name)': \(member.path)", reason: member.mark.reason)
      }
    }
    return ofGaps + ofMembers
  }

  /// How many members are in each list, gaps counted.
  package var counts: [ImportList: Int] {
    var counts: [ImportList: Int] = [:]
    for gap in gaps { counts[gap.list, default: 0] += 1 }
    for object in objects { for member in object.members() { counts[member.mark.list, default: 0] += 1 } }
    return counts
  }

  /// Every object with its members by list, as JSON.
  package var json: String {
    let lists = objects.map { object in
      let members = Dictionary(grouping: object.members(), by: \.mark.list)
      let byList = ImportList.allCases.compactMap { list in
        members[list].map { JSONValue.Member(list.rawValue, .array($0.map { .string("\($0.path)") })) }
      }
      return JSONValue.object([
        .init("kind", .string(object.kind)), .init("name", .string(object.name)), .init("list", .string(object.worst.rawValue)),
        .init("members", .object(byList)),
      ])
    }
    let value = JSONValue.object([
      .init("about", .string("how the org '\(name)' defends its sign-in, \(ImportedTenant.mark)")), .init("version", .integer(1)),
      .init("vendor", .string(vendor)), .init("counts", .object(ImportList.allCases.map { .init($0.rawValue, .integer(counts[$0] ?? 0)) })),
      .init("named people", .integer(people.count)),
      .init(
        "gaps",
        .array(
          gaps.map { gap in
            .object([.init("list", .string(gap.list.rawValue)), .init("what", .string(gap.what)), .init("reason", .string(gap.reason))])
          })), .init("objects", .array(lists)),
    ])
    return JSONWriter.text(of: value, layout: .pretty) + "\n"
  }
}
