internal import Encodings

extension HTMLTree {
  /// What a person gets of an element in addition to its content: hints, what is read out, states, the numbers of a list, the places of cells,
  /// and a page that is written into a frame.
  struct Asides {
    /// Elements of which texts elsewhere on the page are looked for; a page may name one text in every element.
    private static let mostLookedUp = 500
    private static let longest = 1_000
    private static let longestName = 200

    private let tree: HTMLTree
    private let framed: (String) -> String
    private lazy var ids = tree.elementsByID
    private var lookUps = mostLookedUp
    private var lists: [Int: ListCount] = [:]
    /// Whether a table has headers, so that it is read by them, and is not a grid that only places a form.
    private var dataTables: [Int: Bool] = [:]

    init(_ tree: HTMLTree, framed: @escaping (String) -> String) {
      self.tree = tree
      self.framed = framed
    }

    /// Lines of their own, before the element's content.
    mutating func lines(of node: Int, _ element: HTMLElement) -> [String] {
      if element.name == "td" || element.name == "th" { return place(of: node, element) + words(of: node, element) }
      return element.attributes.isEmpty ? [] : words(of: node, element)
    }

    private mutating func words(of node: Int, _ element: HTMLElement) -> [String] {
      guard !element.attributes.isEmpty else { return [] }
      var lines: [(name: String, text: String)] = []
      for attribute in element.attributes {
        if let line = line(of: attribute, node, element) { lines.append((attribute.name, line)) }
      }
      // In which order attributes are written does not matter.
      return lines.count < 2 ? lines.map(\.text) : lines.sorted { $0.name < $1.name }.map(\.text)
    }

    private mutating func line(of attribute: HTMLElement.Attribute, _ node: Int, _ element: HTMLElement) -> String? {
      switch attribute.name {
      case "title", "aria-label", "aria-description", "aria-valuetext": attribute.value
      case "aria-valuenow": element.text("aria-valuetext") == nil ? attribute.value : nil
      case "aria-labelledby", "aria-describedby", "aria-details": text(of: element.words(attribute.name))
      case "aria-errormessage" where Self.isHeard(element): text(of: element.words(attribute.name))
      case "value": Self.measure(element)
      case "srcdoc": element.name == "iframe" ? framed(attribute.value) : nil
      default: Self.state(attribute, of: element).map { "[\($0)] \(name(of: node, element))" }
      }
    }

    /// Whether what an element names as its error is read out: of a field only as long as it is wrong.
    private static func isHeard(_ element: HTMLElement) -> Bool {
      !["input", "select", "textarea"].contains(element.name) || !["", "false"].contains(element.word("aria-invalid"))
    }

    /// The texts of elements by their ids, also of hidden ones: screen readers read them.
    private mutating func text(of names: [String]) -> String {
      guard lookUps > 0 else { return "" }
      lookUps -= 1
      let ids = ids
      let nodes = names.prefix(10).compactMap { ids[$0] }
      return nodes.map { tree.visibleText(of: $0, includesHidden: true, limit: Self.longest) }.joined(separator: " ")
    }

    /// The value of a gauge, whose content browsers do not show.
    private static func measure(_ element: HTMLElement) -> String? {
      guard element.name == "meter" || element.name == "progress", let value = element.text("value") else { return nil }
      return "\(value) of \(element.text("max") ?? "1")"
    }

    // MARK: States

    /// A state as it is read out; that of a box to tick is one of its widget.
    private static func state(_ attribute: HTMLElement.Attribute, of element: HTMLElement) -> String? {
      guard attribute.name.utf8.starts(with: "aria-".utf8) || attribute.name == "open" else { return nil }
      let value = attribute.value.asciiLowercased
      switch attribute.name {
      case "open": return element.name == "details" ? "open" : nil
      case "aria-expanded": return value == "true" ? "open" : nil
      case "aria-pressed": return ["true": "pressed", "mixed": "partly pressed"][value]
      case "aria-checked" where value == "true": return ["checkbox", "switch"].contains(element.word("role")) ? nil : "checked"
      case "aria-checked": return value == "mixed" ? "partly checked" : nil
      case "aria-selected": return value == "true" ? "selected" : nil
      case "aria-current": return ["", "false"].contains(value) ? nil : "current"
      case "aria-disabled": return value == "true" && element.name == "a" ? "disabled" : nil
      default: return nil
      }
    }

    private mutating func name(of node: Int, _ element: HTMLElement) -> String {
      guard lookUps > 0 else { return "" }
      lookUps -= 1
      let summary = element.name == "details" ? tree.below(node).prefix(Self.longest).first { tree.name($0) == "summary" } : nil
      return element.text("aria-label") ?? tree.visibleText(of: summary ?? node, limit: Self.longestName)
    }

    // MARK: Lists

    /// Where the count of a list is.
    private struct ListCount {
      var next: Int
      var step: Int
      var type: String
      /// Whether the numbers are others than 1, 2, 3.
      var isTold: Bool
    }

    /// What is in front of an item of a list that does not count 1, 2, 3; `nil` for every other element.
    mutating func number(of node: Int, _ element: HTMLElement) -> String? {
      let list = tree.nodes[node].parent
      guard element.name == "li", list >= 0, let owner = tree.element(list), owner.name == "ol" else { return nil }
      var count = lists[list] ?? start(of: list, owner)
      if let value = element.text("value").flatMap({ Int($0) }) { (count.next, count.isTold) = (value, true) }
      let number = count.next
      count.next = number &+ count.step
      lists[list] = count
      return count.isTold ? "\(Self.spelled(number, count.type)))" : nil
    }

    private func start(of list: Int, _ element: HTMLElement) -> ListCount {
      let isReversed = element.has("reversed")
      let items = isReversed ? tree.below(list).prefix(10_000).count { tree.nodes[$0].parent == list && tree.name($0) == "li" } : 1
      let start = element.text("start").flatMap { Int($0) }
      let type = element.text("type") ?? "1"
      return ListCount(next: start ?? items, step: isReversed ? -1 : 1, type: type, isTold: isReversed || start != nil || type != "1")
    }

    private static func spelled(_ number: Int, _ type: String) -> String {
      switch type {
      case "a" where (1...26).contains(number): return String(UnicodeScalar(UInt8(0x60 + number)))
      case "A" where (1...26).contains(number): return String(UnicodeScalar(UInt8(0x40 + number)))
      case "i" where (1...89).contains(number): return roman(number)
      case "I" where (1...89).contains(number): return roman(number).uppercased()
      default: return String(number)
      }
    }

    private static func roman(_ number: Int) -> String {
      var (text, rest) = ("", number)
      for (value, sign) in [(50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")] {
        while rest >= value {
          text += sign
          rest -= value
        }
      }
      return text
    }

    // MARK: Tables

    /// Of a table with headers: a cell that covers several columns or rows, and an empty one, which moves what the others mean.
    private mutating func place(of node: Int, _ element: HTMLElement) -> [String] {
      let spans = [("colspan", "columns"), ("rowspan", "rows")].compactMap { name, word in
        element.count(name).flatMap { $0 > 1 ? "[\($0) \(word)]" : nil }
      }
      let isEmpty = isEmpty(node)
      guard isEmpty || !spans.isEmpty, let table = tree.ancestor(of: node, named: "table") else { return [] }
      let isRead = dataTables[table] ?? tree.below(table).prefix(10_000).contains { tree.name($0) == "th" }
      dataTables[table] = isRead
      return isRead ? spans + (isEmpty ? ["[empty]"] : []) : []
    }

    private static let shown: Set<String> = [
      "img", "svg", "input", "button", "select", "textarea", "iframe", "object", "embed", "video", "audio", "canvas", "meter", "progress",
      "table",
    ]

    private func isEmpty(_ node: Int) -> Bool {
      let inside = tree.below(node)
      return inside.count < 50
        && inside.allSatisfy { index in
          switch tree.nodes[index].content {
          case .text(let text): text.utf8.allSatisfy(\.isHTMLSpace)
          case .element(let element): !Self.shown.contains(element.name)
          }
        }
    }
  }
}
