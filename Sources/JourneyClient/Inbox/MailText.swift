internal import Encodings

/// A mail as it travels (RFC 5322 and 2045 to 2047), as far as journeys ask for it; nothing of it is an error, since anybody may
/// send anything.
package struct MailText: Sendable, Hashable {
  /// The addresses, in lower case, of all headers that may name a recipient.
  package let recipients: [String]
  package let subject: String
  /// The first plain part; empty if there is none.
  package let text: String
  /// The first HTML part; empty if there is none.
  package let html: String

  private static let recipientHeaders = [
    "to", "cc", "bcc", "resent-to", "resent-cc", "resent-bcc", "apparently-to", "delivered-to", "x-delivered-to", "x-original-to",
    "envelope-to", "x-envelope-to", "x-rcpt-to", "x-forwarded-to",
  ]

  package init(_ bytes: [UInt8]) {
    let whole = MIMEPart(bytes[...])
    let named = Self.recipientHeaders.flatMap { name in whole.headers(name).flatMap(Self.addresses) }
    recipients = named + whole.headers("received").compactMap(Self.addressOfReceipt)
    subject = MailWords.decoded(whole.headers("subject").first ?? "")
    text = whole.firstText("text/plain") ?? ""
    html = whole.firstText("text/html") ?? ""
  }

  /// The addresses of `Jane <jane@acme.test>, otto@acme.test (Otto), friends: "nora"@acme.test;` (RFC 5322 section 3.4).
  private static func addresses(_ header: String) -> [String] {
    pieces(of: header).compactMap { piece in
      let inner = piece.split(separator: "<", omittingEmptySubsequences: false).last ?? piece[...]
      return address(inner.prefix { $0 != ">" })
    }
  }

  /// As it is compared: without quotation marks, an old route in front of it (RFC 5322 section 4.4), and the full stop that may end a domain.
  private static func address(_ text: Substring) -> String? {
    var address = text.filter { !$0.isWhitespace && $0 != "\"" }[...]
    if address.first == "@", let colon = address.firstIndex(of: ":") { address = address[address.index(after: colon)...] }
    if address.last == "." { address = address.dropLast() }
    return address.contains("@") ? String(address).asciiLowercased : nil
  }

  /// The recipient for which a server took the mail: `from … by … with ESMTP id … for <jane@acme.test>; Sat, …` (RFC 5321 section 4.4).
  private static func addressOfReceipt(_ header: String) -> String? {
    let words = header.prefix { $0 != ";" }.split(whereSeparator: \.isWhitespace)
    guard let place = words.lastIndex(where: { String($0).asciiLowercased == "for" }), place + 1 < words.count else { return nil }
    return addresses(String(words[place + 1])).first
  }

  /// The parts between commas, without comments and the names of groups; a comma in quotation marks separates nothing.
  private static func pieces(of header: String) -> [String] {
    var pieces = [""]
    var (comments, isQuoted, isEscaped, isInAngles) = (0, false, false, false)
    for sign in header {
      if isEscaped || sign == "\\" {
        isEscaped.toggle()
        if !isEscaped, comments == 0 { pieces[pieces.count - 1].append(sign) }
        continue
      }
      if sign == "\"", comments == 0 { isQuoted.toggle() }
      if !isQuoted {
        if sign == "(" { comments += 1 }
        if sign == ")", comments > 0 {
          comments -= 1
          continue
        }
      }
      guard comments == 0 else { continue }
      if !isQuoted, sign == "<" || sign == ">" { isInAngles = sign == "<" }
      switch sign {
      case ",", ";": if isQuoted { pieces[pieces.count - 1].append(sign) } else { pieces.append("") }
      case ":" where !isQuoted && !isInAngles: pieces[pieces.count - 1] = ""
      case "<" where isQuoted, ">" where isQuoted: continue
      default: pieces[pieces.count - 1].append(sign)
      }
    }
    return pieces
  }
}

/// Words of a header that are written in other letters than a header may hold (RFC 2047).
enum MailWords {
  static func decoded(_ header: String) -> String {
    var result = ""
    var rest = header[...]
    var followsWord = false
    while let start = rest.firstRange(of: "=?") {
      let between = rest[..<start.lowerBound]
      guard let word = word(rest[start.upperBound...]) else {
        result += rest[..<start.upperBound]
        rest = rest[start.upperBound...]
        continue
      }
      // White space between two such words is only where a long line was broken.
      if !(followsWord && between.allSatisfy(\.isWhitespace)) { result += between }
      result += word.text
      rest = word.rest
      followsWord = true
    }
    return result + rest
  }

  /// `utf-8?Q?…?=` and what follows it.
  private static func word(_ text: Substring) -> (text: String, rest: Substring)? {
    let parts = text.split(separator: "?", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[3].first == "=" else { return nil }
    let bytes: [UInt8]?
    switch parts[1].lowercased() {
    case "q": bytes = MailEncoding.quotedPrintable(Array(parts[2].replacing("_", with: " ").utf8)[...])
    case "b": bytes = Base64.decode(String(parts[2]))
    default: bytes = nil
    }
    return bytes.map { (MailEncoding.text($0, charset: String(parts[0])), parts[3].dropFirst()) }
  }
}
