/// The bounds and steps of a field of numbers, dates or times (HTML sections 4.10.5.3.7 and 4.10.5.3.8).
package struct InputRange: Sendable, Hashable {
  /// One of the attributes by which a browser judges what is in the field.
  package enum Bound: String, Sendable, Hashable { case min, max, step }

  /// What the texts of a field count for.
  private enum Unit: Hashable {
    case number
    case shape(TypedText.Shape)

    func number(of text: String) -> Double? {
      switch self {
      case .number: TypedText.isNumber(text) ? Double(text) : nil
      case .shape(let shape): shape.number(of: text)
      }
    }

    /// What a step of 1 is, the step without the attribute in that, and the word for it.
    var step: (scale: Double, usual: Double, word: String) {
      switch self {
      case .number, .shape(.color): (1, 1, "")
      case .shape(.date): (86_400_000, 1, " days")
      case .shape(.month): (1, 1, " months")
      case .shape(.week): (604_800_000, 1, " weeks")
      case .shape(.time), .shape(.moment): (1000, 60, " seconds")
      }
    }

    /// What steps are counted from where the field does not say: weeks begin on Mondays, and 1 January 1970 was none.
    var base: Double { self == .shape(.week) ? -259_200_000 : 0 }
  }

  private let unit: Unit
  private let isSlider: Bool
  private let minimum, maximum: Double?
  private let base: Double
  /// `nil` where any value between the bounds is right.
  private let step: Double?
  /// The attributes as written, for messages and for the digits of a slider.
  private let written: [Bound: String]
  private let value: String?

  /// - Parameters:
  ///   - type: the field's type; `nil` comes of one that has no bounds.
  ///   - value: what the page has in it, from which steps count where it has no `min`.
  ///   - attribute: an attribute as the page has it.
  package init?(type: String, value: String?, attribute: (String) -> String?) {
    switch type {
    case "number", "range": unit = .number
    default:
      guard let shape = TypedText.Shape(rawValue: type), shape != .color else { return nil }
      unit = .shape(shape)
    }
    isSlider = type == "range"
    var written: [Bound: String] = [:]
    for bound in [Bound.min, .max, .step] { written[bound] = attribute(bound.rawValue) }
    let lowest = written[.min].flatMap(unit.number)
    minimum = lowest ?? (isSlider ? 0 : nil)
    let highest = written[.max].flatMap(unit.number) ?? (isSlider ? 100 : nil)
    // A slider whose end is before its beginning has one place.
    maximum = isSlider ? max(highest ?? 100, lowest ?? 0) : highest
    base = lowest ?? value.flatMap(unit.number) ?? unit.base
    step = Self.step(written[.step], unit)
    (self.written, self.value) = (written, value)
  }

  private static func step(_ written: String?, _ unit: Unit) -> Double? {
    let (scale, usual, _) = unit.step
    guard let written, !written.equalsIgnoringASCIICase("any") else { return written == nil ? scale * usual : nil }
    guard TypedText.isNumber(written), let step = Double(written), step > 0 else { return scale * usual }
    switch unit {
    case .number: return step
    // Days, weeks and months are whole ones, and so are milliseconds.
    case .shape(.time), .shape(.moment): return max((step * scale).rounded(), 1)
    case .shape: return max(step.rounded(), 1) * scale
    }
  }
}

/// Whether a text is within the bounds.
extension InputRange {
  /// Which of the field's bounds a text breaks; none for a text that is not a number, date or time.
  package func bounds(brokenBy text: String) -> [Bound] {
    guard let value = unit.number(of: text) else { return [] }
    var broken: [Bound] = []
    if let minimum, let maximum, unit == .shape(.time), maximum < minimum {
      // A night: from the evening to the morning.
      if value < minimum, value > maximum { broken.append(.min) }
    } else {
      if let minimum, value < minimum { broken.append(.min) }
      if let maximum, value > maximum { broken.append(.max) }
    }
    if !isOnStep(value) { broken.append(.step) }
    return broken
  }

  /// What a person would have to give instead.
  package func wording(of bound: Bound) -> String {
    switch bound {
    case .min: return "at least \(written[.min] ?? "0")"
    case .max: return "at most \(written[.max] ?? "100")"
    case .step:
      let (scale, _, word) = unit.step
      let start = (written[.min].flatMap { unit.number(of: $0) == nil ? nil : $0 } ?? value).map { " from \($0)" } ?? ""
      return "steps of \(Self.text(of: (step ?? 1) / scale, digits: 9))\(word)\(start)"
    }
  }

  /// As Chromium compares: to the digits that a decimal fraction has in binary.
  private func isOnStep(_ value: Double) -> Bool {
    guard let step else { return true }
    let distance = abs(value - base)
    guard distance / step < 9_007_199_254_740_992 else { return true }
    let remainder = abs(distance - step * (distance / step).rounded())
    return remainder <= step / 16_777_216
  }
}

/// What a slider holds.
extension InputRange {
  /// The nearest value that a slider can be at, for no number the middle; a text of any other field as it is.
  package func onSlider(_ text: String) -> String {
    guard isSlider, let minimum, let maximum else { return text }
    var value = min(max(unit.number(of: text) ?? minimum + (maximum - minimum) / 2, minimum), maximum)
    if let step {
      let nearest = base + ((value - base) / step).rounded() * step
      let slack = step / 16_777_216
      value = nearest > maximum + slack ? nearest - step : nearest < minimum - slack ? nearest + step : nearest
    }
    let digits = ([text, self.value ?? ""] + Array(self.written.values)).map(Self.fractionDigits).max() ?? 0
    return Self.text(of: value, digits: min(digits + 1, 9))
  }

  private static func fractionDigits(_ text: String) -> Int {
    guard TypedText.isNumber(text) else { return 0 }
    if text.utf8.contains(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) { return 9 }
    return text.utf8.firstIndex(of: UInt8(ascii: ".")).map { text.utf8.distance(from: $0, to: text.utf8.endIndex) - 1 } ?? 0
  }

  /// A number as scripts write it, to so many digits of its fraction.
  private static func text(of number: Double, digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    guard abs(number) * scale < 9_007_199_254_740_992 else { return "\(number)" }
    let scaled = Int64((abs(number) * scale).rounded())
    let (whole, part) = (scaled / Int64(scale), scaled % Int64(scale))
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard part > 0 else { return "\(sign)\(whole)" }
    var fraction = String(repeating: "0", count: digits - "\(part)".utf8.count) + "\(part)"
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(sign)\(whole).\(fraction)"
  }
}
