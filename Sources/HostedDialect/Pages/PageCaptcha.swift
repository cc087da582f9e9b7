import Encodings

/// The CAPTCHA on a page, by the marks that its maker has sites put there.
enum PageCaptcha {
  private static let classes = [
    ("g-recaptcha", "reCAPTCHA"), ("h-captcha", "hCaptcha"), ("cf-turnstile", "Turnstile"), ("frc-captcha", "Friendly Captcha"),
  ]
  private static let elements = ["altcha-widget": "ALTCHA"]
  /// The ends of hosts whose scripts are loaded for a CAPTCHA alone.
  private static let hosts = [
    ("arkoselabs.com", "Arkose Labs"), ("funcaptcha.com", "Arkose Labs"), ("captcha-sdk.awswaf.com", "AWS WAF"),
  ]

  /// What it is called; `nil` if there is none.
  static func name(on page: HTMLPage) -> String? {
    for node in page.tree.nodes.indices {
      guard let element = page.tree.element(node) else { continue }
      if let name = elements[element.name] { return name }
      let words = element.words("class")
      if let known = classes.first(where: { words.contains($0.0) }) { return known.1 }
    }
    let scripts = PageScript.scripts(in: page.tree, base: page.url).compactMap(\.source?.host)
    return hosts.first { known in scripts.contains { $0 == known.0 || $0.hasSuffix("." + known.0) } }?.1
  }
}
