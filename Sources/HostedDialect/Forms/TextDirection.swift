/// The direction in which a field's text is written, as a form sends it for `dirname` (HTML section 4.10.19.2).
enum TextDirection: Sendable, Hashable {
  case leftToRight, rightToLeft
  /// By its first letter that has a direction.
  case byText

  /// The direction of a control, its own or that of the nearest element around it that has one.
  init(of node: Int, in tree: HTMLTree) {
    for index in [node] + tree.ancestors(of: node).prefix(500) {
      guard let element = tree.element(index) else { continue }
      switch element.word("dir") {
      case "ltr": self = .leftToRight
      case "rtl": self = .rightToLeft
      case "auto" where index == node: self = .byText
      case "auto": self = Self.isRightToLeft(tree.visibleText(of: index)) ? .rightToLeft : .leftToRight
      default:
        guard index == node, element.name == "input", element.word("type") == "tel" else { continue }
        self = .leftToRight
      }
      return
    }
    self = .leftToRight
  }

  /// As it is sent for a text.
  func word(for text: String) -> String {
    switch self {
    case .leftToRight: "ltr"
    case .rightToLeft: "rtl"
    case .byText: Self.isRightToLeft(text) ? "rtl" : "ltr"
    }
  }

  private static func isRightToLeft(_ text: String) -> Bool {
    let first = text.unicodeScalars.first { $0.properties.isAlphabetic }
    return first.map { letter in blocks.contains { $0.contains(letter.value) } } ?? false
  }

  /// The blocks of scripts that are written from right to left (Unicode, Bidi_Class R and AL).
  private static let blocks: [ClosedRange<UInt32>] = [
    0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
  ]
}
