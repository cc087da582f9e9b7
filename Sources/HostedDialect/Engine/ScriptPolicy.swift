/// What the Content Security Policies of a page say of scripts that are written in it (CSP level 3 sections 6.1.11 and 6.3).
///
/// A script that a browser would not run leads nowhere, so it is not emulated either.
struct ScriptPolicy: Sendable, Hashable {
  private static let policyLimit = 32

  /// The sources of each policy that speaks of scripts, in lower case but for nonces; a script has to pass all of them.
  private let sourceLists: [[String]]
  private let isSandboxed: Bool

  /// - Parameter policies: values of the header and of `meta` elements; each may hold several policies, divided by commas.
  init(_ policies: [String]) {
    let all = policies.prefix(Self.policyLimit).flatMap { $0.split(separator: ",") }.prefix(Self.policyLimit).map(Self.directives)
    sourceLists = all.compactMap { $0["script-src-elem"] ?? $0["script-src"] ?? $0["default-src"] }
    isSandboxed = all.contains { directives in directives["sandbox"].map { !$0.contains("allow-scripts") } ?? false }
  }

  /// Whether a browser runs a script of the page's own text. One with an integrity hash in the policy is taken for it.
  func allows(_ script: PageScript) -> Bool {
    guard !isSandboxed else { return false }
    return sourceLists.allSatisfy { sources in
      if let nonce = script.nonce, sources.contains("'nonce-\(nonce)'") { return true }
      if sources.contains(where: { $0.hasPrefix("'sha") }) { return true }
      return sources.contains("'unsafe-inline'") && !sources.contains { $0.hasPrefix("'nonce-") || $0 == "'strict-dynamic'" }
    }
  }

  /// Whether a browser runs what attributes such as `onload` hold.
  var allowsHandlers: Bool {
    !isSandboxed
      && sourceLists.allSatisfy { sources in
        sources.contains("'unsafe-inline'") && !sources.contains { $0.hasPrefix("'nonce-") || $0.hasPrefix("'sha") }
      }
  }

  private static func directives(of policy: Substring) -> [String: [String]] {
    var found: [String: [String]] = [:]
    for directive in policy.split(separator: ";") {
      let words = directive.split { $0 == " " || $0 == "\t" || $0.isNewline }.map(String.init)
      guard let name = words.first?.lowercased(), found[name] == nil else { continue }
      found[name] = words.dropFirst().map { $0.lowercased().hasPrefix("'nonce-") ? $0 : $0.lowercased() }
    }
    return found
  }
}
