package import JourneyModel

/// A tenant's own colour, as its screens say it, and how it can be used so that texts can be read (WCAG 2.2, 1.4.3).
package struct BrandColour: Sendable, Hashable {
  /// What texts have to differ from their background by.
  private static let leastContrast = 4.5
  private static let lightCard = BrandColour(red: 0xFF, green: 0xFF, blue: 0xFF)
  private static let darkCard = BrandColour(red: 0x1E, green: 0x22, blue: 0x28)

  private let red: Double
  private let green: Double
  private let blue: Double

  private init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// A colour of six or three hexadecimal digits behind `#`; `nil` for anything else.
  init?(_ text: String) {
    guard text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit) else { return nil }
    let digits = text.dropFirst().compactMap { $0.hexDigitValue }.map(Double.init)
    switch digits.count {
    case 3: self.init(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
    case 6: self.init(red: digits[0] * 16 + digits[1], green: digits[2] * 16 + digits[3], blue: digits[4] * 16 + digits[5])
    default: return nil
    }
  }

  /// The colour that the screen's branding names for what is pressed; `nil` if it names none.
  package init?(of screen: Screen) {
    let styling = screen.branding.first { $0.name == "styling" }
    var members = screen.branding
    if case .map(let inner)? = styling?.value { members += inner }
    let words = ["primary", "button", "brandcolor", "accent"]
    let named = members.first { member in
      let name = member.name.lowercased()
      return words.contains { name.contains($0) } && member.value.text.flatMap { BrandColour($0) } != nil
    }
    guard let colour = named?.value.text.flatMap({ BrandColour($0) }) else { return nil }
    self = colour
  }

  /// The class of figures and buttons in this colour, e.g. `b-1f5fbf`.
  package var className: String { "b-\(hex)" }

  /// The rule of the style sheet that gives figures the colour: buttons with a text that can be read on them, and links.
  package var rule: String {
    let text = contrast(with: Self.lightCard) >= Self.leastContrast ? "fff" : "000"
    let (light, dark) = (readable(on: Self.lightCard), readable(on: Self.darkCard))
    return ".\(className){--brand:#\(hex);--on-brand:#\(text);--link:#\(light.hex)}"
      + "@media (prefers-color-scheme:dark){.\(className){--link:#\(dark.hex)}}\n"
  }

  /// The colour itself, darker or lighter as far as it has to be.
  private func readable(on background: BrandColour) -> BrandColour {
    let end = background.luminance > 0.5 ? 0.0 : 255.0
    for step in 0...20 {
      let share = Double(step) / 20
      func mixed(_ part: Double) -> Double { part + (end - part) * share }
      let colour = BrandColour(red: mixed(red), green: mixed(green), blue: mixed(blue))
      if colour.contrast(with: background) >= Self.leastContrast { return colour }
    }
    return BrandColour(red: end, green: end, blue: end)
  }

  private var hex: String {
    [red, green, blue].map { part in
      let digits = String(Int(part.rounded()), radix: 16)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }.joined()
  }

  func contrast(with other: BrandColour) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// The relative luminance.
  private var luminance: Double { 0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue) }

  /// The curve of sRGB, `((c + 0.055) / 1.055) ^ 2.4`, as `x² · x^0.4` with the fifth root of `x²` by Newton's steps.
  private static func linear(_ part: Double) -> Double {
    let value = part / 255
    guard value > 0.04045 else { return value / 12.92 }
    let base = (value + 0.055) / 1.055
    let square = base * base
    var root = 1.0
    for _ in 0..<30 { root -= (root * root * root * root * root - square) / (5 * root * root * root * root) }
    return square * root
  }
}
