import Encodings
import JourneyMock

/// A JSON document with holes, most of it written once and for all.
///
/// Screens are answered thousands of times a second; only texts and parts with a condition are written each time.
struct JSONTemplate: Sendable {
  private(set) var segments: [Segment] = []

  indirect enum Segment: Sendable {
    case bytes([UInt8])
    /// A text in quotes.
    case text(TextTemplate)
    /// A text in quotes, or `null` where it is empty.
    case textOrNull(TextTemplate)
    /// The options of a ceremony, with a challenge of the moment.
    case ceremony(FlowCeremony)
    /// Elements with commas between them, those left out whose condition does not hold.
    case list([Element])
  }

  struct Element: Sendable {
    var condition: Guard
    var template: JSONTemplate
  }

  init(_ node: ScreenNode) {
    append(node)
  }

  /// The members of an object without its braces.
  init(membersOf members: [ScreenNode.Member]) {
    append(members)
  }

  /// Writes the document.
  func write(
    to bytes: inout [UInt8], holds: (Guard) -> Bool, fill: (TextTemplate) -> String, ceremony: (FlowCeremony) -> JSONValue
  ) {
    for segment in segments {
      switch segment {
      case .bytes(let written): bytes.append(contentsOf: written)
      case .text(let text): JSONWriter.append(.string(fill(text)), to: &bytes)
      case .textOrNull(let text):
        let filled = fill(text)
        JSONWriter.append(filled.isEmpty ? .null : .string(filled), to: &bytes)
      case .ceremony(let kind): JSONWriter.append(ceremony(kind), to: &bytes)
      case .list(let elements):
        var isFirst = true
        for element in elements where holds(element.condition) {
          if !isFirst { bytes.append(UInt8(ascii: ",")) }
          isFirst = false
          element.template.write(to: &bytes, holds: holds, fill: fill, ceremony: ceremony)
        }
      }
    }
  }

  private mutating func append(_ node: ScreenNode) {
    switch node {
    case .literal(let value): append(JSONWriter.write(value))
    case .text(let text):
      if let constant = text.constant { append(JSONWriter.write(.string(constant))) } else { segments.append(.text(text)) }
    case .textOrNull(let text):
      guard let constant = text.constant else { return segments.append(.textOrNull(text)) }
      append(JSONWriter.write(constant.isEmpty ? .null : .string(constant)))
    case .ceremony(let kind): segments.append(.ceremony(kind))
    case .object(let members):
      append([UInt8(ascii: "{")])
      append(members)
      append([UInt8(ascii: "}")])
    case .list(let elements):
      append([UInt8(ascii: "[")])
      append(elements)
      append([UInt8(ascii: "]")])
    }
  }

  private mutating func append(_ members: [ScreenNode.Member]) {
    for (index, member) in members.enumerated() {
      if index > 0 { append([UInt8(ascii: ",")]) }
      append(JSONWriter.write(.string(member.name)) + [UInt8(ascii: ":")])
      append(member.node)
    }
  }

  private mutating func append(_ elements: [ScreenNode.Element]) {
    guard elements.contains(where: { $0.condition != .always }) else {
      for (index, element) in elements.enumerated() {
        if index > 0 { append([UInt8(ascii: ",")]) }
        append(element.node)
      }
      return
    }
    segments.append(.list(elements.map { Element(condition: $0.condition, template: JSONTemplate($0.node)) }))
  }

  private mutating func append(_ bytes: [UInt8]) {
    guard case .bytes(var before) = segments.last else { return segments.append(.bytes(bytes)) }
    // Taken out first, so that nothing is copied: a screen is put together of thousands of pieces.
    segments.removeLast()
    before += bytes
    segments.append(.bytes(before))
  }
}

/// What a template is made of: JSON with texts that have holes and elements that have conditions.
indirect enum ScreenNode: Sendable {
  case literal(JSONValue)
  case text(TextTemplate)
  /// `null` without a text.
  case textOrNull(TextTemplate)
  /// The options of a ceremony.
  case ceremony(FlowCeremony)
  case object([Member])
  case list([Element])

  struct Member: Sendable {
    var name: String
    var node: ScreenNode

    init(_ name: String, _ node: ScreenNode) {
      self.name = name
      self.node = node
    }
  }

  struct Element: Sendable {
    var condition: Guard = .always
    var node: ScreenNode
  }
}
