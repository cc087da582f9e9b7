/// A number compared by its value and not by its spelling or a binary fraction: `1`, `1.0` and `10e-1` are one.
struct DecimalNumber: Sendable, Hashable, Comparable {
  private let isNegative: Bool
  /// Without zeros at either end; empty for 0.
  private let digits: [UInt8]
  /// How many places the point is to the right of the digits' beginning.
  private let magnitude: Int

  /// A number as JSON writes it; `nil` for other texts, and for exponents that no number of this world has.
  init?(_ spelling: String) {
    var rest = Substring(spelling).utf8
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    let whole = rest.prefix(while: Self.isDigit)
    rest = rest.dropFirst(whole.count)
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix(while: Self.isDigit)
      guard !fraction.isEmpty else { return nil }
      rest = rest.dropFirst(fraction.count + 1)
    }
    guard !whole.isEmpty, whole.count == 1 || whole.first != 0x30, let exponent = Self.exponent(rest) else { return nil }
    let all = Array(whole) + Array(fraction)
    let zeros = all.prefix { $0 == 0x30 }.count
    digits = all.dropFirst(zeros).reversed().drop { $0 == 0x30 }.reversed()
    magnitude = digits.isEmpty ? 0 : whole.count - zeros + exponent
    self.isNegative = isNegative && !digits.isEmpty
  }

  init(_ number: Int) {
    isNegative = number < 0
    let all = Array(String(number.magnitude).utf8)
    digits = number == 0 ? [] : all.reversed().drop { $0 == 0x30 }.reversed()
    magnitude = number == 0 ? 0 : all.count
  }

  private static func exponent(_ text: Substring.UTF8View) -> Int? {
    guard let letter = text.first else { return 0 }
    guard letter | 0x20 == UInt8(ascii: "e") else { return nil }
    let digits = text.dropFirst()
    let unsigned = digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") ? digits.dropFirst() : digits
    guard !unsigned.isEmpty, unsigned.count <= 9, unsigned.allSatisfy(isDigit) else { return nil }
    return Int(String(Substring(digits)))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isSmallerInSize(than: left) : left.isSmallerInSize(than: right)
  }

  private func isSmallerInSize(than other: DecimalNumber) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    if magnitude != other.magnitude { return magnitude < other.magnitude }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
