import Encodings

/// The CAPTCHA that a page asks a person to solve, by the marks that its maker has sites put there.
///
/// Many sites have an invisible one on every page, which does not ask the person and so does not explain anything.
enum PageCaptcha {
  private static let classes = [
    ("g-recaptcha", "reCAPTCHA"), ("h-captcha", "hCaptcha"), ("cf-turnstile", "Turnstile"), ("frc-captcha", "Friendly Captcha"),
  ]
  private static let elements = ["altcha-widget": "ALTCHA"]
  /// What the addresses of their frames begin with, after the scheme and any host below.
  private static let frames = [
    ("google.com/recaptcha/", "reCAPTCHA"), ("recaptcha.net/recaptcha/", "reCAPTCHA"), ("hcaptcha.com/captcha/", "hCaptcha"),
    ("challenges.cloudflare.com/", "Turnstile"), ("captcha-delivery.com/captcha/", "DataDome"),
  ]
  /// The ends of hosts whose scripts are loaded for a CAPTCHA alone.
  private static let hosts = [
    ("arkoselabs.com", "Arkose Labs"), ("funcaptcha.com", "Arkose Labs"), ("captcha-sdk.awswaf.com", "AWS WAF"),
  ]

  /// What it is called; `nil` if there is none that asks.
  static func name(on page: HTMLPage) -> String? {
    for node in page.tree.nodes.indices where !page.tree.nodes[node].isHidden && !page.tree.nodes[node].isInert {
      guard let element = page.tree.element(node), !isInvisible(element) else { continue }
      if let name = elements[element.name] { return name }
      if element.name == "iframe", let name = frame(element["src"] ?? "") { return name }
      let words = element.words("class")
      if let known = classes.first(where: { words.contains($0.0) }) { return known.1 }
    }
    let scripts = PageScript.scripts(in: page.tree, base: page.url).compactMap(\.source?.host)
    return hosts.first { known in scripts.contains { $0 == known.0 || $0.hasSuffix("." + known.0) } }?.1
  }

  /// Whether it watches what a person does and shows nothing, or is only bound to a button.
  private static func isInvisible(_ element: HTMLElement) -> Bool {
    element.word("data-size") == "invisible" || element.word("data-appearance") == "interaction-only"
      || ["button", "input"].contains(element.name)
  }

  private static func frame(_ source: String) -> String? {
    guard let url = source.firstRange(of: "://").map({ source[$0.upperBound...] }), !url.contains("invisible") else { return nil }
    return frames.first { url.hasPrefix($0.0) || url.prefix { $0 != "?" && $0 != "#" }.contains("." + $0.0) }?.1
  }
}
