/// How much of a kind a JSON text may have, so that what is made of it costs no more than a second or so.
package struct JSONCounts: Sendable, Hashable {
  /// Values, arrays and objects counted.
  package var values: Int
  /// Members of one object: looking one up takes as many comparisons.
  package var members: Int
  /// Bytes of one member's name: names are joined to those of what lies inside.
  package var nameBytes: Int

  package init(values: Int, members: Int, nameBytes: Int) {
    self.values = values
    self.members = members
    self.nameBytes = nameBytes
  }

  /// For what anybody may have sent; some thirty times what the largest real answers hold.
  package static let usual = JSONCounts(values: 200_000, members: .max, nameBytes: .max)
  /// For the answers of a tenant that are searched by names.
  package static let answer = JSONCounts(values: 100_000, members: 2_000, nameBytes: 1_000)
  /// For files of one's own.
  package static let unlimited = JSONCounts(values: .max, members: .max, nameBytes: .max)
}
