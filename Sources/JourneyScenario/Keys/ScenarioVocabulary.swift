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
    /// Where they stand, as a heading.
    package var title: String
    package var words: [Word]
  }

  /// All places, in the order of the reference.
  package static let sections: [Section] = [
    section("A scenario", ScenarioKey.self), section("skip", SkipKey.self), section("examples", ExamplesKey.self),
    section("start", StartKey.self), section("Heads of steps", StepHead.self), section("Beside a head", StepKey.self),
    section("forms", FormKey.self), section("Widget attributes", WidgetAttribute.self), section("response", ResponseKey.self),
    section("messages", MessageKey.self), section("capture", CaptureKey.self), section("probes", Probe.self),
    section("A fragment", FragmentKey.self), matchers, section("Variables bound by themselves", BoundByItself.self), functions,
    section("tenants.yaml", TenantsFileKey.self), section("A tenant", TenantKey.self), section("client", ClientKey.self),
    section("mock", MockKey.self), section("inbox", InboxKey.self), section("device", DeviceKey.self), section("tls", TLSKey.self),
    section("allow", AllowKey.self),
  ]

  private static func section<Key: DocumentedKey>(_ title: String, _: Key.Type) -> Section {
    Section(title: title, words: Key.allCases.map { Word(name: $0.rawValue, summary: $0.summary) })
  }

  private static let matchers = Section(
    title: "Matchers",
    words: MatcherKey.allCases.map { Word(name: $0.rawValue, summary: $0.summary) }
      + MatcherWord.allCases.map { Word(name: $0.rawValue, summary: $0.summary) })

  private static let functions = Section(
    title: "Functions", words: TemplateFunction.allCases.map { Word(name: $0.rawValue, summary: $0.summary) })
}

extension MatcherKey {
  /// What it means, in one line without a full stop.
  package var summary: String {
    switch self {
    case .equals: "the whole value"
    case .contains: "a text that contains this, or all of these"
    case .startsWith: "a text that begins with this"
    case .endsWith: "a text that ends with this"
    case .matches: "a text that fits a regular expression"
    case .key: "a message's translation key"
    case .html: "the markup instead of the visible text"
    case .anyOf: "one of these"
    case .not: "anything but this"
    case .atLeast: "a number or time that is not below this"
    case .atMost: "a number or time that is not above this"
    case .length: "how many characters or elements there are"
    case .includes: "a list with all of these among its elements"
    case .exactly: "a list of these and no others, in any order"
    case .each: "a list whose every element fits this"
    case .ignoreCase: "upper and lower case are the same"
    case .after: "a later date"
    case .before: "an earlier date"
    }
  }
}

extension MatcherWord {
  /// What it means, in one line without a full stop.
  package var summary: String {
    switch self {
    case .present: "there is a value"
    case .absent: "there is none"
    case .empty: "an empty text, list or map"
    }
  }
}

extension TemplateFunction {
  /// What it gives, in one line without a full stop.
  package var summary: String {
    switch self {
    case .uuid: "a random UUID"
    case .uniqueEmail: "a random address at this domain"
    case .digits: "so many random digits"
    case .totp: "the code that an authenticator app shows for this secret"
    case .now: "the tenant's time, moved and written as asked"
    case .base64url: "the text in base64url"
    case .sha256: "the text's SHA-256 in hexadecimal digits"
    case .lower: "the text in lower case"
    case .urlEncode: "the text as a part of an address"
    case .loginHint: "the text as a login hint"
    }
  }
}
