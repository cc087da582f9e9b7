/// A page without its tags, as the tokenizer of browsers cuts it (HTML, section 13.2.5).
extension TextView {
  /// What goes with the tags of a page.
  enum TagCut: CaseIterable {
    /// Comments.
    case comments
    /// Comments, and elements whose contents are not part of the text around them, such as scripts.
    case elements
    /// Nothing: a tag ends at the first closing bracket, also in a page that is the value of an attribute.
    case nothing
  }

  /// The text without tags; `nil` if it has none.
  func withoutTags(_ cut: TagCut) -> TextView? {
    var view = TextView(madeOf: self)
    var copied = 0
    bytes.withUnsafeBufferPointer { bytes in
      let markup = MarkupEnds(bytes, cut)
      var index = 0
      while index < bytes.count {
        guard bytes[index] == UInt8(ascii: "<"), let end = markup.end(ofTagAt: index) else {
          index += 1
          continue
        }
        view.append(copied..<index, of: self)
        (index, copied) = (end, end)
      }
    }
    guard copied > 0 else { return nil }
    view.append(copied..<bytes.count, of: self)
    return view
  }
}

extension TextView {
  /// Whether it begins as an object or a list of JSON does.
  var isJSON: Bool { bytes.first { $0 > 0x20 }.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? false }

  /// What is between quotation marks, or what is not, joined: the strings of a script without its code, and the values of attributes; `nil`
  /// for a text without such marks.
  ///
  /// Which of the two a part is depends on every mark before it, so that both are looked at.
  func parts(areQuoted: Bool) -> TextView? {
    var part = TextView(madeOf: self)
    var (start, isQuoted, holdsMarks) = (0, false, false)
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
        if isQuoted == areQuoted, start < index { part.append(start..<index, of: self) }
        (start, isQuoted, holdsMarks) = (index + 1, !isQuoted, true)
      default: continue
      }
    }
    guard holdsMarks else { return nil }
    if isQuoted == areQuoted { part.append(start..<bytes.count, of: self) }
    return part
  }
}

/// Where tags, comments and elements end. What has no end goes up to the end of the text, so that no byte is looked at often.
private struct MarkupEnds {
  /// Of these nothing is shown where they are, or no tag in them is one.
  private static let dropped = [
    "script", "style", "template", "noscript", "iframe", "noembed", "noframes", "title", "textarea", "xmp", "object", "select", "datalist",
    "audio", "video", "canvas",
  ].map { Array($0.utf8) }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let cut: TextView.TagCut

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ cut: TextView.TagCut) {
    self.bytes = bytes
    self.cut = cut
  }

  /// The end of what begins at an opening bracket; `nil` for a bracket that is a sign of the text.
  func end(ofTagAt start: Int) -> Int? {
    guard start + 1 < bytes.count else { return nil }
    if cut == .nothing { return after(UInt8(ascii: ">"), from: start + 1) }
    switch bytes[start + 1] {
    case UInt8(ascii: "!"):
      if holds("--", at: start + 2) { return endOfComment(from: start + 4) }
      // XML shows what is in it.
      if holds("[CDATA[", at: start + 2) { return start + 9 }
      return after(UInt8(ascii: ">"), from: start + 2)
    case UInt8(ascii: "?"): return after(UInt8(ascii: ">"), from: start + 2)
    case UInt8(ascii: "/"):
      guard start + 2 < bytes.count else { return nil }
      return isLetter(start + 2) ? endOfTag(from: start + 2) : after(UInt8(ascii: ">"), from: start + 2)
    default:
      guard isLetter(start + 1) else { return nil }
      let end = endOfTag(from: start + 1)
      return cut == .elements ? endOfElement(openedAt: start + 1, after: end) : end
    }
  }

  private func endOfComment(from start: Int) -> Int {
    if holds(">", at: start) { return start + 1 }
    if holds("->", at: start) { return start + 2 }
    var index = start
    while index + 2 < bytes.count {
      if holds("-->", at: index) { return index + 3 }
      if holds("--!>", at: index) { return index + 4 }
      index += 1
    }
    return bytes.count
  }

  /// Just after the closing bracket that is in no value of an attribute.
  private func endOfTag(from start: Int) -> Int {
    var index = endOfName(at: start)
    var hasName = false
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: ">") { return index }
      if byte == UInt8(ascii: "="), hasName {
        index = endOfValue(from: index)
        hasName = false
      } else if byte == UInt8(ascii: "/") {
        hasName = false
      } else if byte > 0x20 {
        hasName = true
      }
    }
    return bytes.count
  }

  private func endOfValue(from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    guard index < bytes.count else { return index }
    let quote = bytes[index]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") { return after(quote, from: index + 1) }
    while index < bytes.count, bytes[index] > 0x20, bytes[index] != UInt8(ascii: ">") { index += 1 }
    return index
  }

  /// The end of the element if it is removed as a whole, else the end of its tag.
  private func endOfElement(openedAt start: Int, after end: Int) -> Int {
    guard let name = Self.dropped.first(where: { isNamed($0, at: start) }) else { return end }
    var index = end
    while index < bytes.count {
      index = after(UInt8(ascii: "<"), from: index)
      if holds("/", at: index), isNamed(name, at: index + 1) { return endOfTag(from: index + 1) }
    }
    return bytes.count
  }

  private func endOfName(at start: Int) -> Int {
    var index = start
    while index < bytes.count, !endsName(index) { index += 1 }
    return index
  }

  private func endsName(_ index: Int) -> Bool {
    bytes[index] <= 0x20 || bytes[index] == UInt8(ascii: ">") || bytes[index] == UInt8(ascii: "/")
  }

  private func isNamed(_ name: [UInt8], at start: Int) -> Bool {
    guard start + name.count <= bytes.count else { return false }
    for offset in name.indices where bytes[start + offset] | 0x20 != name[offset] { return false }
    return start + name.count == bytes.count || endsName(start + name.count)
  }

  private func after(_ byte: UInt8, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] == byte { return index + 1 }
      index += 1
    }
    return bytes.count
  }

  private func holds(_ text: StaticString, at index: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    return (0..<count).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
  }

  private func isLetter(_ index: Int) -> Bool { (0x61...0x7A).contains(bytes[index] | 0x20) }
}
