import Encodings
import JourneyClient
import JourneyModel

/// What the passive checks find in one exchange alone.
extension SeenExchange {
  /// The exchange as a finding names it.
  var place: String { "\(call.method) \(call.url.withoutQuery.concealed()) (status \(response.status))" }

  /// Whether something was posted that a person typed and that must not be seen.
  var hasCredential: Bool {
    guard call.method == "POST", call.purpose.hasPrefix("form "), case .form(let members) = call.body else { return false }
    return members.contains { member in
      guard case .secret(let secret) = member.value else { return false }
      return secret.source != .server
    }
  }

  /// Whether a script of a page posted something that cannot be read here, as pages do that send no forms.
  var isOfScript: Bool {
    guard call.method == "POST", call.purpose.hasPrefix("form ") else { return false }
    switch call.body {
    case .text: return true
    // The fields of a form may be sent by a script, too.
    case .form: return call.isOfScript
    default: return false
    }
  }

  // MARK: Addresses

  private static let tokenNames: Set<String> = ["access_token", "id_token", "refresh_token", "password"]

  /// - Parameter typed: what a person typed that must not be seen; it is found in any coding, in paths as well.
  func addressFindings(typed: TypedSecrets, verifier: Secret?) -> [FlowFinding] {
    var findings: [FlowFinding] = []
    for url in [call.url] + target where url.origin != nil {
      let items = url.queryItems + url.fragmentItems
      if let item = items.first(where: { Self.tokenNames.contains($0.name) && !$0.value.isEmpty }) {
        findings.append(FlowFinding(.noTokenInURL, .error, "an address has '\(item.name)': \(url.withoutQuery.concealed())"))
      }
      switch typed.kind(in: url) {
      case .password:
        findings.append(FlowFinding(.noTokenInURL, .error, "an address has a password in it: \(url.withoutQuery.concealed())"))
      case .code:
        findings.append(FlowFinding(.noTokenInURL, .warning, "an address has a typed code in it: \(url.withoutQuery.concealed())"))
      case nil: break
      }
      if let verifier, items.contains(where: { $0.value == verifier.unsafeText }) {
        findings.append(FlowFinding(.pkceSent, .error, "an address has the code verifier in it: \(url.withoutQuery.concealed())"))
      }
    }
    return findings
  }

  /// Where the response redirects to.
  private var target: [WebURL] {
    guard let location = response.headers["location"] else { return [] }
    do { return [try BrowserReference.resolve(location, against: call.url)] } catch { return [] }
  }

  /// An authorization request of the app has a challenge that only its verifier fits.
  var challengeFindings: [FlowFinding] {
    guard call.purpose == "authorize", call.url.queryValue("response_type") != nil else { return [] }
    guard call.url.queryValue("code_challenge_method") == "S256" else {
      return [FlowFinding(.pkceSent, .error, "the authorization request has no 'code_challenge_method=S256'")]
    }
    let challenge = call.url.queryValue("code_challenge").flatMap { Base64URL.decode($0) }
    return challenge?.count == 32 ? [] : [FlowFinding(.pkceSent, .error, "the authorization request has no challenge of 32 bytes")]
  }

  // MARK: Headers

  var headerFindings: [FlowFinding] {
    if call.purpose == "token" || call.purpose == "refresh tokens" { return storageFindings }
    return isForm ? pageFindings : []
  }

  /// Those of a page that a person fills in, whether the response has the form or a script draws it.
  var pageFindings: [FlowFinding] {
    var findings: [FlowFinding] = []
    let frames = FramePolicy(response.headers)
    if let reason = frames.openness {
      findings.append(FlowFinding(.headers, .error, "any site can show the page in a frame: \(reason): \(place)"))
    } else if let host = frames.plainHost {
      let reason = "anyone on the way to it can show the page in a frame"
      findings.append(FlowFinding(.headers, .warning, "'frame-ancestors' lets '\(host)', which is not over TLS: \(reason): \(place)"))
    }
    switch referrerPolicy {
    case nil: findings.append(FlowFinding(.headers, .warning, "the page has no 'Referrer-Policy': \(place)"))
    case "unsafe-url":
      findings.append(FlowFinding(.headers, .error, "the page's 'Referrer-Policy' sends its whole address to every site: \(place)"))
    default: break
    }
    if response.headers["x-content-type-options"]?.asciiLowercased != "nosniff" {
      findings.append(FlowFinding(.headers, .warning, "the page has no 'X-Content-Type-Options: nosniff': \(place)"))
    }
    if call.url.scheme == "https", response.headers["strict-transport-security"] == nil {
      findings.append(FlowFinding(.headers, .warning, "the page has no 'Strict-Transport-Security': \(place)"))
    }
    return findings
  }

  /// The last word that browsers know counts (Referrer Policy, section 8.1); `nil` for none.
  private var referrerPolicy: Substring? {
    let known: Set<Substring> = [
      "no-referrer", "no-referrer-when-downgrade", "same-origin", "origin", "strict-origin", "origin-when-cross-origin",
      "strict-origin-when-cross-origin", "unsafe-url",
    ]
    let words: [Substring] = response.headers.values(of: "referrer-policy").flatMap {
      $0.asciiLowercased.split { $0 == "," || $0 == " " || $0 == "\t" }
    }
    return words.last(where: known.contains)
  }

  /// RFC 6749 section 5.1: a response with tokens must not be stored.
  private var storageFindings: [FlowFinding] {
    let words: [Substring] = response.headers.values(of: "cache-control").flatMap { $0.asciiLowercased.split { $0 == "," || $0 == " " } }
    guard response.status == 200, !words.contains("no-store") else { return [] }
    return [FlowFinding(.headers, .error, "the token response may be stored: it has no 'Cache-Control: no-store': \(place)")]
  }

  /// Whether it is a page that a browser shows.
  var isPage: Bool {
    guard !call.isOfScript, !(300..<400).contains(response.status) else { return false }
    return isHTML
  }

  private var isHTML: Bool {
    guard let type = response.headers["content-type"]?.asciiLowercased else { return false }
    return type.hasPrefix("text/html") || type.contains("xhtml")
  }

  /// Whether it is a page that a person fills in.
  private var isForm: Bool { isHTML && response.body.contains(ignoringCase: Array("<form".utf8)) }
}

extension [UInt8] {
  /// Whether it contains this lower-case text, in any case.
  fileprivate func contains(ignoringCase text: [UInt8]) -> Bool {
    guard let first = text.first, count >= text.count else { return false }
    return indices.dropLast(text.count - 1).contains { start in
      self[start] == first && text.indices.allSatisfy { self[start + $0] | 0x20 == text[$0] | 0x20 }
    }
  }
}
