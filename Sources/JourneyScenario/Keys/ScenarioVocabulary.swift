internal import JourneyLanguage

/// Every word of the scenario language with what it means, for documentation and for editors.
package struct ScenarioVocabulary: Sendable, Hashable {
  /// One word.
  package struct Word: Sendable, Hashable {
    package var name: String
    package var summary: String
  }

  /// The words of one place.
  package struct Section: Sendable, Hashable {
    /// Their section, as a heading.
    package var title: String
    package var words: [Word]
  }

  /// All places, in the order of the reference.
  package static let sections: [Section] = [
    section("A scenario", ScenarioKey.self), section("skip", SkipKey.self), section("examples", ExamplesKey.self),
    section("start", StartKey.self), section("Step types", StepHead.self), section("Keys next to a head", StepKey.self),
    section("forms", FormKey.self), section("Widget attributes", WidgetAttribute.self), section("response", ResponseKey.self),
    section("messages", MessageKey.self), section("capture", CaptureKey.self), section("probes", Probe.self),
    section("A fragment", FragmentKey.self), matchers, section("Predefined variables", BoundByItself.self), functions,
    section("tenants.yaml", TenantsFileKey.self), section("A tenant", TenantKey.self), section("client", ClientKey.self),
    section("mock", MockKey.self), section("inbox", InboxKey.self), section("device", DeviceKey.self), section("tls", TLSKey.self),
    section("pages", PagesKey.self), section("rules", PageRuleKey.self), section("checks", CheckKey.self), section("allow", AllowKey.self),
  ]

  private static func section<Key: DocumentedKey>(_ title: String, _: Key.Type) -> Section {
    Section(title: title, words: Key.allCases.map { Word(name: $0.rawValue, summary: $0.summary) })
  }

  private static let matchers = Section(
    title: "Matchers",
    words: Matcher.Key.allCases.map { Word(name: $0.rawValue, summary: $0.summary) }
      + Matcher.Word.allCases.map { Word(name: $0.rawValue, summary: $0.summary) })

  private static let functions = Section(
    title: "Functions", words: TemplateFunction.allCases.map { Word(name: $0.rawValue, summary: $0.summary) })
}

extension TemplateFunction {
  /// What it gives, in one line without a full stop.
  package var summary: String {
    switch self {
    case .uuid: "a random UUID"
    case .uniqueEmail: "a random address at this domain"
    case .digits: "this many random digits"
    case .totp: "the code that an authenticator app shows for this secret"
    case .now: "the tenant's time, with an offset and in a format"
    case .base64url: "the text in base64url"
    case .sha256: "the text's SHA-256 in hexadecimal digits"
    case .lower: "the text in lower case"
    case .urlEncode: "the text encoded for an address"
    case .loginHint: "the text as a login hint"
    }
  }
}
