import Encodings

/// Who may show a page in a frame, as its headers say (CSP level 3, section 6.4.2; RFC 7034).
struct FramePolicy {
  /// Why any site may; `nil` where only chosen ones can.
  let openness: String?
  /// The first chosen host that may be reached without TLS, so that an attacker on the network can answer for it; `nil` for none.
  private(set) var plainHost: String?

  init(_ headers: HTTPFields) {
    let lists = headers.values(of: "content-security-policy").flatMap { $0.asciiLowercased.split(separator: ",") }.compactMap(Self.sources)
    if lists.isEmpty {
      openness = Self.openness(ofOptions: headers.values(of: "x-frame-options"))
    } else {
      // With a policy browsers do not look at 'X-Frame-Options'; every policy has to be kept.
      let isOpen = lists.allSatisfy { $0.contains(where: Self.isEverywhere) }
      openness = isOpen ? "'frame-ancestors' lets every host" : nil
      // Each list has to let it.
      let plain: [[String]] = lists.map { list in list.filter(Self.isPlain).map { String($0) } }
      plainHost = plain.first?.first { host in plain.allSatisfy { $0.contains(host) } }
    }
  }

  /// Whether it fits every host of a scheme, perhaps at one port (CSP level 3, section 6.7.2).
  private static func isEverywhere(_ source: Substring) -> Bool {
    let host = source.firstRange(of: "://").map { source[$0.upperBound...] } ?? source
    return source == "http:" || source == "https:" || host == "*" || host.hasPrefix("*:") || host.hasPrefix("*/")
  }

  /// Whether it names a host over plain HTTP; on this machine no attacker is in between.
  private static func isPlain(_ source: Substring) -> Bool {
    guard source.hasPrefix("http://") else { return false }
    let host = source.dropFirst("http://".utf8.count).prefix { !":/".contains($0) }
    return !["localhost", "127.0.0.1", "[", ""].contains(host)
  }

  /// What the first `frame-ancestors` of a policy names; `nil` for a policy without one.
  private static func sources(of policy: Substring) -> [Substring]? {
    for directive in policy.split(separator: ";") {
      let words = directive.split { $0 == " " || $0 == "\t" }
      if words.first == "frame-ancestors" { return Array(words.dropFirst()) }
    }
    return nil
  }

  /// Browsers know two words, and take a header with any other for none.
  private static func openness(ofOptions values: [String]) -> String? {
    guard !values.isEmpty else { return "it has neither 'frame-ancestors' nor 'X-Frame-Options'" }
    let words: [Substring] = values.flatMap { $0.asciiLowercased.split { $0 == "," || $0 == " " } }
    return words.allSatisfy { $0 == "deny" || $0 == "sameorigin" } ? nil : "'X-Frame-Options' is neither DENY nor SAMEORIGIN"
  }
}
