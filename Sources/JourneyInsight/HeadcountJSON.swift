import Encodings
import TenantDecisions

/// Numbers of people for machines: never one from which a single person could be recognised.
enum HeadcountJSON {
  /// A member `people`; none where people are not counted.
  static func members(_ count: Headcount?) -> [JSONValue.Member] {
    guard let count else { return [] }
    return [
      .init(
        "people",
        [
          "text": .string(count.text(.withoutFew)), "of": isFew(count.total) ? .null : .integer(count.total),
          "from": .integer(isFew(count.least) ? 1 : count.least), "to": .integer(isFew(count.most) ? Headcount.few - 1 : count.most),
          "always": isFew(count.everywhere) ? .null : .integer(count.everywhere),
        ])
    ]
  }

  private static func isFew(_ number: Int) -> Bool { number > 0 && number < Headcount.few }
}
