internal import Encodings

/// What a field makes of a text before it holds it (HTML section 4.10.5.1, value sanitization).
struct HeldText: Sendable, Hashable {
  private let type: String
  /// Whether it is a field of several addresses.
  private let takesSeveral: Bool
  private let range: InputRange?

  /// - Parameter type: the control's type, `text` for unknown ones.
  init(_ element: HTMLElement, type: String) {
    self.type = type
    takesSeveral = type == "email" && element.has("multiple")
    range = InputRange(type: type, value: element["value"]) { element[$0] }
  }

  /// The text as the field holds it: one line, empty for what is not a number, date or time, the nearest place of a slider.
  func callAsFunction(_ text: String) -> String {
    switch type {
    case "hidden", "textarea": return text
    case "number": return TypedText.isNumber(text) ? text : ""
    case "range": return range?.onSlider(text) ?? text
    case "color": return Self.color(text.trimmingASCIISpace.asciiLowercased)
    case "datetime-local": return TypedText.Shape.moment.fits(text) ? Self.moment(text) : ""
    case "date", "month", "week", "time": return TypedText.Shape(rawValue: type)?.fits(text) == false ? "" : text
    case "email", "url": return address(Self.line(text))
    default: return Self.line(text)
    }
  }

  private static func line(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" }))
  }

  private func address(_ line: String) -> String {
    guard takesSeveral else { return line.trimmingASCIISpace }
    return line.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmingASCIISpace }.joined(separator: ",")
  }

  /// The six digits of a colour that is written with three, four, six or eight; black for any other text.
  private static func color(_ text: String) -> String {
    let digits = text.hasPrefix("#") ? Array(text.dropFirst()) : []
    guard [3, 4, 6, 8].contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return "#000000" }
    return "#" + (digits.count < 6 ? String(digits.prefix(3).flatMap { [$0, $0] }) : String(digits.prefix(6)))
  }

  /// In the shortest spelling: `T` in the middle, and no seconds where there are none.
  private static func moment(_ text: String) -> String {
    var time = String(text.dropFirst(11))
    if time.utf8.count > 8 {
      while time.hasSuffix("0") { time.removeLast() }
      if time.hasSuffix(".") { time.removeLast() }
    }
    if time.utf8.count == 8, time.hasSuffix(":00") { time.removeLast(3) }
    return "\(text.prefix(10))T\(time)"
  }
}
