/// How many people of a population something applies to, as far as the population says.
package struct Headcount: Sendable, Hashable {
  /// What is known of one class of people; the order is how sure it is that it applies to them.
  enum Reach: UInt8, Sendable, Hashable, Comparable {
    case never
    /// It depends on an open flag, or on a fact that the population does not have.
    case possibly
    /// In some situations.
    case somewhere
    case everywhere

    static func < (left: Reach, right: Reach) -> Bool { left.rawValue < right.rawValue }
  }

  /// How small numbers are written.
  package enum Precision: Sendable, Hashable {
    case exact
    /// Without numbers from which single people could be recognised.
    case withoutFew
  }

  let counts: [Int]
  var reaches: [Reach]
  /// The situations in which it applies to all of these people, in words; `nil` where that is long, or not the same for all of them.
  private var situation: String?

  /// - Parameter counts: how many people each class has.
  init(_ counts: [Int], _ reaches: [Reach], in situation: String?) {
    (self.counts, self.reaches, self.situation) = (counts, reaches, situation)
  }

  init(ofNoOne counts: [Int]) { self.init(counts, counts.map { _ in .never }, in: nil) }

  /// Of what may apply to anybody.
  init(notKnownOf counts: [Int]) { self.init(counts, counts.map { _ in .possibly }, in: nil) }

  /// Of all people together.
  package var total: Int { counts.reduce(0, +) }
  /// To so many it certainly applies, in some situation or in all.
  package var least: Int { sum { $0 >= .somewhere } }
  /// To so many it may apply.
  package var most: Int { sum { $0 >= .possibly } }
  /// To so many it certainly applies in every situation.
  package var everywhere: Int { sum { $0 == .everywhere } }

  /// A person who is affected by several things counts once.
  package mutating func formUnion(_ other: Headcount) {
    guard counts == other.counts else { return }
    if situation != other.situation { situation = nil }
    reaches = zip(reaches, other.reaches).map(max)
  }

  /// Of several; `nil` if one of them is not counted.
  package static func union(_ all: [Headcount?]) -> Headcount? {
    guard let first = all.first, var union = first else { return nil }
    for other in all.dropFirst() {
      guard let other else { return nil }
      union.formUnion(other)
    }
    return union
  }

  private func sum(_ isCounted: (Reach) -> Bool) -> Int {
    zip(counts, reaches).reduce(0) { isCounted($1.1) ? $0 + $1.0 : $0 }
  }
}

extension Headcount {
  /// Fewer people than this could be recognised.
  package static let few = 5

  /// E.g. `3,140 of 48,200 people, when not zone office`.
  package func text(_ precision: Precision) -> String {
    let all = Self.number(total, precision)
    let place = places
    guard most > 0 else { return "no one of \(all) people" }
    return "\(number(precision)) of \(all) people\(place.isEmpty ? "" : ", \(place)")"
  }

  /// How many they are, e.g. `between 12 and 3,140`.
  package func number(_ precision: Precision) -> String {
    let (least, most) = (least, most)
    if most == 0 { return "no one" }
    if precision == .withoutFew, most < Self.few { return Self.number(most, precision) }
    if least == most { return Self.number(most, precision) }
    let isShown = least > 0 && (precision == .exact || least >= Self.few)
    return isShown ? "between \(Self.number(least)) and \(Self.number(most))" : "at most \(Self.number(most))"
  }

  /// Where it applies to them, e.g. `when not zone office`; empty where it is everywhere, or where it is not known which people it applies to.
  package var places: String {
    guard reaches.contains(.somewhere) else { return "" }
    return situation.map { "when \($0)" } ?? "in some situations"
  }

  /// How many they are, and whether it always applies to them, e.g. `3,140, always`.
  package func row(_ precision: Precision) -> String {
    let number = number(precision)
    guard least > 0 else { return number }
    if everywhere == most { return "\(number), always" }
    return everywhere == 0 ? "\(number), in some situations" : "\(number), of them \(Self.number(everywhere, precision)) always"
  }

  /// With commas, e.g. `48,200`.
  package static func number(_ number: Int, _ precision: Precision = .exact) -> String {
    if precision == .withoutFew, number > 0, number < few { return "fewer than \(few)" }
    let digits = Array(String(number))
    return digits.enumerated().reduce(into: "") { text, digit in
      if digit.offset > 0, (digits.count - digit.offset).isMultiple(of: 3) { text += "," }
      text.append(digit.element)
    }
  }
}
