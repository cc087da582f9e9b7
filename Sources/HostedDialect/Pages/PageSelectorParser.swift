/// Reads a selector from the left to the right.
struct PageSelectorParser {
  private static let limit = 500
  private static let names: Set<Character> = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")

  private let characters: [Character]
  private let isTooLong: Bool
  private var index = 0

  init(_ text: String) {
    isTooLong = text.utf8.count > Self.limit
    characters = isTooLong ? [] : Array(text)
  }

  mutating func selector() throws(PageSelectorError) -> [[SelectorCompound]] {
    if isTooLong { throw .tooLong(limit: Self.limit) }
    var alternatives = [try complex()]
    while index < characters.count {
      index += 1
      alternatives.append(try complex())
    }
    return alternatives
  }

  /// Up to a comma or the end.
  private mutating func complex() throws(PageSelectorError) -> [SelectorCompound] {
    var compounds: [SelectorCompound] = []
    while true {
      let start = index
      skipSpace()
      guard let next, next != "," else { break }
      let isChild = next == ">"
      if isChild {
        index += 1
        skipSpace()
      }
      if isChild && compounds.isEmpty || !compounds.isEmpty && start == index { throw unknown }
      var compound = try self.compound()
      compound.isChild = isChild
      compounds.append(compound)
    }
    if compounds.isEmpty { throw .empty }
    return compounds
  }

  private mutating func compound() throws(PageSelectorError) -> SelectorCompound {
    var compound = SelectorCompound()
    let start = index
    if next == "*" { index += 1 } else if let name = name() { compound.name = name.lowercased() }
    while let sign = next {
      switch sign {
      case "#": compound.ids.append(try name(behind: 1))
      case ".": compound.classes.append(try name(behind: 1))
      case "[": compound.attributes.append(try attribute())
      default: return try checked(compound, from: start)
      }
    }
    return try checked(compound, from: start)
  }

  private func checked(_ compound: SelectorCompound, from start: Int) throws(PageSelectorError) -> SelectorCompound {
    if index == start { throw next == nil ? .empty : unknown }
    return compound
  }

  private mutating func attribute() throws(PageSelectorError) -> SelectorCompound.Attribute {
    let attribute = try name(behind: 1).lowercased()
    var value: String?
    if next == "=" {
      index += 1
      if let quote = next, quote == "\"" || quote == "'" {
        index += 1
        let text = characters[index...].prefix { $0 != quote }
        value = String(text)
        index = text.endIndex
        guard next == quote else { throw unknown }
        index += 1
      } else {
        value = try name(behind: 0)
      }
    }
    guard next == "]" else { throw unknown }
    index += 1
    return SelectorCompound.Attribute(name: attribute, value: value)
  }

  private mutating func name(behind count: Int) throws(PageSelectorError) -> String {
    index += count
    guard let name = name() else { throw unknown }
    return name
  }

  private mutating func name() -> String? {
    let name = characters[index...].prefix(while: Self.names.contains)
    index = name.endIndex
    return name.isEmpty ? nil : String(name)
  }

  private var next: Character? { index < characters.count ? characters[index] : nil }

  private mutating func skipSpace() { while next?.isWhitespace == true { index += 1 } }

  private var unknown: PageSelectorError {
    .unknown(character: next.map(String.init) ?? "the end", place: min(index, characters.count) + 1)
  }
}
