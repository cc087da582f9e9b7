package import Diagnostics
package import Encodings
package import JourneyModel

/// What names mean at one point of a walk, and what functions draw on.
package struct Bindings: Sendable {
  /// The variables by name; `account`, `secret`, `env` are maps among them.
  package var values: [String: Value]
  /// Where random values come from; two walks of one seed draw the same.
  package var generator: SeededGenerator
  /// What must never be drawn twice comes from here, where a tenant remembers the walks before; `nil` for `generator`.
  package var uniqueGenerator: SeededGenerator?
  /// Which codes of authenticator apps may be used; `nil` where the tenant's clock is the walk's own, and any may.
  package var passcodeSteps: PasscodeSteps?
  /// What `now()` is.
  package var now: Instant
  /// What functions made up so far, such as addresses and digits, which other walks have not; no secrets.
  package private(set) var generated: Set<String> = []
  /// What the walk knows and must not be seen, except what the server sent: texts that contain any of it are secrets too.
  private var known = SecretSearch()
  /// Of these, what the caller gave. A pattern never sees it: what a pattern matches would reveal it letter by letter.
  private var callers = SecretSearch()
  /// The fields that every secret of the caller may be typed into, apart from those of passwords and codes; `nil` for any.
  private var callerFields: Set<String>?
  /// The same, and what the server sent: it is compared as it is, and shown as `***`.
  private var unseenTexts: Set<String> = []
  /// Of these, what is looked for by its pieces too, in any case and however it is grouped.
  private var closeTexts: Set<String> = []
  /// What functions were given that is a secret wherever it stood, since it was last taken.
  private var learned: [Secret] = []

  package init(values: [String: Value], generator: SeededGenerator, now: Instant) {
    self.values = values
    self.generator = generator
    self.now = now
  }

  /// Takes what holds any of these for a secret from now on.
  package mutating func learn(_ secrets: some Sequence<Secret>) {
    for secret in secrets where secret.isSearchedFor {
      unseenTexts.insert(secret.unsafeText)
      switch secret.source {
      case .caller:
        learnCaller(secret.unsafeText)
        if let fields = secret.fields { callerFields = callerFields?.intersection(fields) ?? fields }
      case .project, .account, .walk: known.learn(secret.unsafeText)
      case .server: break
      }
    }
  }

  /// A text that holds a secret has no further pieces of it: the rest is words of a page.
  private mutating func learnCaller(_ text: String) {
    if callers.isFound(in: Array(text.utf8)[...]) {
      known.learn(text)
      callers.learn(text)
    } else {
      closeTexts.insert(text)
      known.learnClosely(text)
      callers.learnClosely(text)
    }
  }

  /// Takes a text for a secret that a function was given as one, such as the key of an authenticator app.
  mutating func reveal(_ secret: Secret) {
    guard !unseenTexts.contains(secret.unsafeText) else { return }
    learned.append(secret)
    learn(CollectionOfOne(secret))
  }

  /// What `reveal` got since the last call.
  package mutating func takeLearned() -> [Secret] {
    defer { learned = [] }
    return learned
  }

  /// The value, with every text in it that holds something secret made a secret: what a page repeats of it, whole, cut or changed.
  package func concealing(_ value: Value) -> Value {
    guard !known.isEmpty else { return value }
    switch value {
    case .text(let text), .number(let text):
      guard isSecret(text) else { return value }
      let source: Secret.Source = callers.isFound(in: Array(text.utf8)[...]) ? .caller : .walk
      return .secret(Secret(text, name: "text with a secret", source: source))
    case .list(let elements): return .list(elements.map(concealing))
    case .map(let members): return .map(members.map { Value.Member($0.name, concealing($0.value)) })
    case .null, .bool, .secret: return value
    }
  }

  /// The text with `***` for everything that the caller gave, as patterns see it.
  package func hidingCallers(in text: String) -> String { callers.masked(text) }

  /// The fields that a secret may be typed into, apart from those of passwords and codes; `nil` for any.
  ///
  /// What was read from a screen and contains something of the caller's may be typed only where all of the caller's secrets may.
  package func fields(of secret: Secret) -> Set<String>? {
    if let fields = secret.fields { return fields }
    return callers.isFound(in: Array(secret.unsafeText.utf8)[...]) ? callerFields : nil
  }

  /// Whether a text contains something secret.
  package func isSecret(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { known.isFound(in: $0) }
  }

  /// Knows everything that must not be seen. It is made where it is needed: most walks show nothing that they compare.
  package var unseen: SecretSearch {
    var search = SecretSearch()
    for text in unseenTexts { if closeTexts.contains(text) { search.learnClosely(text) } else { search.learn(text) } }
    return search
  }

  /// Makes a value what may be shown of it, also cut: with `***` for everything that must not be seen.
  var masking: (Value) -> Value {
    let unseen = unseen
    return { Self.masked($0, unseen) }
  }

  private static func masked(_ value: Value, _ unseen: SecretSearch) -> Value {
    guard !unseen.isEmpty else { return value }
    switch value {
    case .text(let text): return .text(unseen.masked(text))
    case .list(let elements): return .list(elements.map { masked($0, unseen) })
    case .map(let members): return .map(members.map { Value.Member($0.name, masked($0.value, unseen)) })
    case .null, .bool, .number, .secret: return value
    }
  }

  /// Shorter texts, such as two digits, occur in too many others.
  private static let shortestGenerated = 4

  func isGenerated(_ value: Value) -> Bool {
    guard case .text(let text) = value else { return false }
    return generated.contains(text)
  }

  mutating func keep(generated value: Value) {
    guard case .text(let text) = value, text.utf8.count >= Self.shortestGenerated else { return }
    generated.insert(text)
  }

  /// Draws what must be unlike anything drawn before.
  mutating func drawUnique<Result>(_ draw: (inout SeededGenerator) -> Result) -> Result {
    guard var unique = uniqueGenerator else { return draw(&generator) }
    defer { uniqueGenerator = unique }
    return draw(&unique)
  }
}

/// A template could not be bound when it was needed.
package struct BindingFailure: Error, Sendable, Hashable {
  /// Lower case, without a full stop, e.g. `'code' has no value yet`.
  package var message: String
  package var range: SourceRange

  package init(_ message: String, at range: SourceRange) {
    self.message = message
    self.range = range
  }
}
