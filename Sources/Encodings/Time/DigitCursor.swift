/// Goes through the digits and separators of a date's text.
struct DigitCursor {
  private var rest: ArraySlice<UInt8>

  init(_ text: String) {
    rest = Array(text.utf8)[...]
  }

  var isAtEnd: Bool {
    rest.isEmpty
  }

  /// The number of exactly this many digits.
  mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(ASCIISet.digits.contains) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Goes past one of these characters, if it is here.
  mutating func take(anyOf characters: StaticString) -> Bool {
    guard let byte = rest.first, ASCIISet(characters).contains(byte) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Year, month and day with hyphens.
  mutating func date() -> CivilDate? {
    guard let year = number(4), take(anyOf: "-"), let month = number(2), take(anyOf: "-"), let day = number(2) else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// The milliseconds of a fraction; 0 where there is none, `nil` for a point without digits.
  mutating func fraction() -> Int? {
    guard take(anyOf: ".") else { return 0 }
    let digits = rest.prefix(while: ASCIISet.digits.contains)
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    let milliseconds = digits.prefix(3) + repeatElement(UInt8(ascii: "0"), count: max(0, 3 - digits.count))
    return milliseconds.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// How many minutes the clock is ahead of UTC.
  mutating func offsetMinutes() -> Int? {
    if take(anyOf: "Zz") { return 0 }
    let isBehind = rest.first == UInt8(ascii: "-")
    guard take(anyOf: "+-"), let hours = number(2), take(anyOf: ":"), let minutes = number(2), hours <= 23, minutes <= 59 else {
      return nil
    }
    return (hours * 60 + minutes) * (isBehind ? -1 : 1)
  }
}
