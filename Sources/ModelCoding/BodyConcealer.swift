import JourneyModel

/// Takes the secrets out of a body of any kind: JSON, an address, a form, a page.
///
/// It reads no further than it must and refuses nothing, since a body that is cut or broken is just what has to be shown.
enum BodyConcealer {
  /// The body with the values of these members replaced; without members nothing but an address is touched.
  static func conceal(_ body: [UInt8], members: Set<String>) -> [UInt8] {
    if isJSON(body) {
      return members.isEmpty ? body : JSONBodyConcealer.conceal(body, members: members)
    }
    if isAddress(body) { return Array(ConcealedURL.text(of: String(decoding: body, as: UTF8.self)).utf8) }
    return members.isEmpty ? body : TextBodyConcealer.conceal(body, members: members)
  }

  /// The values of these members, as `conceal` finds them.
  static func texts(in body: [UInt8], members: Set<String>) -> [String] {
    isJSON(body) ? JSONBodyConcealer.texts(in: body, members: members) : TextBodyConcealer.texts(in: body, members: members)
  }

  private static func isJSON(_ body: [UInt8]) -> Bool {
    let start = body.first { $0 > 0x20 }
    return start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
  }

  /// Whether the body is one absolute address and nothing else.
  private static func isAddress(_ body: [UInt8]) -> Bool {
    guard let colon = body.firstIndex(of: UInt8(ascii: ":")), body[..<colon].allSatisfy(isPartOfScheme) else { return false }
    return body[colon...].dropFirst().first == UInt8(ascii: "/") && !body[..<endOfText(body)].contains { $0 <= 0x20 }
  }

  private static func endOfText(_ body: [UInt8]) -> Int {
    (body.lastIndex { $0 > 0x20 } ?? -1) + 1
  }

  private static func isPartOfScheme(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
