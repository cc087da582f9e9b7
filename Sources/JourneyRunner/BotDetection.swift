internal import JourneyModel

/// What shows that a tenant takes the walk for a robot: a CAPTCHA on a screen, or a response of a product that protects it.
enum BotDetection {
  /// Headers by which products say that they answered in the tenant's place, each with the values that do, as their makers document it.
  private static let headers: [(name: String, values: Set<String>, product: String)] = [
    ("cf-mitigated", ["challenge"], "Cloudflare"),
    ("x-amzn-waf-action", ["captcha", "challenge"], "AWS WAF"),
  ]
  private static let fields = [
    "g-recaptcha-response": "reCAPTCHA", "h-captcha-response": "hCaptcha", "cf-turnstile-response": "Turnstile",
  ]
  private static let types = ["HCAPTCHA": "hCaptcha", "RECAPTCHA_V2": "reCAPTCHA", "ALTCHA": "ALTCHA"]

  /// What the CAPTCHA of a screen is called; `nil` if it has none that is shown.
  static func captcha(on screen: Screen) -> String? {
    for fact in screen.facts where ["captcha", "captcha.type"].contains(fact.name) {
      if let text = fact.value.text { return types[text] ?? text }
    }
    let widget = screen.forms.flatMap(\.widgets).first { $0.isCaptcha && $0.isVisible }
    return widget.map { fields[$0.id.text] ?? $0.label?.visible ?? $0.id.text }
  }

  /// The product that answered a request in the tenant's place; `nil` if none says so.
  static func product(answering exchange: Exchange) -> String? {
    let sent = exchange.response?.headers ?? []
    return headers.first { known in
      sent.contains { $0.name.lowercased() == known.name && known.values.contains($0.value.text?.lowercased() ?? "") }
    }?.product
  }

  static func breakage(captcha name: String) -> Breakage {
    Breakage(
      kind: .forbidden,
      message:
        "the tenant asks for a CAPTCHA ('\(name)'), which only a person can solve: allow the test client in the tenant's bot detection, "
        + "or use the test keys of the CAPTCHA's maker")
  }

  static func breakage(product name: String) -> Breakage {
    Breakage(
      kind: .forbidden,
      message: "the bot detection in front of the tenant ('\(name)') answered in its place: allow the test client in it")
  }
}

extension Widget {
  /// Whether it is a CAPTCHA, in any dialect.
  var isCaptcha: Bool {
    if case .entry(let entry) = kind, entry.purpose == .captcha { return true }
    return typeName.lowercased().contains("captcha")
  }
}
