internal import JourneyModel

/// What a person may have to read and decide about, so that no scenario is adapted to it without its author.
enum WeightyText {
  /// What is in a new text that its author has to see, as a sentence without its subject; `nil` if it surely asks for
  /// no decision.
  static func reason(_ text: String) -> String? {
    let words = TextWords.of(text)
    if words.contains(where: { word in word.contains(where: \.isNumber) }) { return "has a number" }
    if words.contains(where: { $0.contains(where: { ".@:/".contains($0) }) }) { return "has an address" }
    if words.contains(where: { word in word.contains { !$0.isLetter } }) { return "has a sign such as a currency's" }
    let others = words.filter { !harmless.contains($0) }
    guard !others.isEmpty else { return nil }
    return "has more than harmless words (\(others.prefix(3).map { "'\($0)'" }.joined(separator: ", "))\(others.count > 3 ? ", …" : ""))"
  }

  /// Whether a button only leads on.
  static func leadsOn(_ label: String) -> Bool { waysOn.contains(TextWords.of(label).joined(separator: " ")) }

  /// Whether the name of a button or an address says that more is done than going on: `accept_terms`, `/subscribe`.
  static func decides(_ id: String) -> Bool { !Set(wordsOfID(id)).isDisjoint(with: deciding) }

  /// Whether a parameter says that more is done than going on: any that people can read, but those of a language, and of the
  /// app's own request (`client_id`, `scope`). A value that cannot be read is a token in an address, under a name by which servers keep one,
  /// and may be anything in a button.
  static func decides(_ parameter: Value.Member, byButton: Bool) -> Bool {
    let value = parameter.value.text ?? ""
    if decides(parameter.name) || decides(value) { return true }
    guard !value.isEmpty, !leadsOn(value), !plain.contains(parameter.name), !ConcealedURL.isHarmless(parameter.name) else { return false }
    return byButton || value != PageBehaviour.hiddenValue || !isOfSession(parameter.name)
  }

  /// Whether servers keep the token of one journey under this name, so that its value is none that a person decides about.
  private static func isOfSession(_ name: String) -> Bool {
    name == "client_data" || !Set(wordsOfID(name)).isDisjoint(with: sessions)
  }

  private static let sessions: Set<String> = [
    "csrf", "csrfmiddlewaretoken", "xsrf", "token", "nonce", "session", "sessionid", "sid", "state", "execution", "tab", "flow",
    "interaction", "transaction", "challenge",
  ]

  private static let plain: Set<String> = ["hl", "kc_locale", "lang", "locale"]

  /// Whether an id of people's choices or credentials was put in the place of another: `newPassword` for `oldPassword`.
  static func turns(_ first: String, _ second: String) -> Bool {
    let (first, second) = (Set(wordsOfID(first)), Set(wordsOfID(second)))
    let differing = first.symmetricDifference(second)
    if !differing.isDisjoint(with: turning) || !differing.isDisjoint(with: choosing) { return true }
    return !first.subtracting(second).isDisjoint(with: factors) && !second.subtracting(first).isDisjoint(with: factors)
  }

  /// `newPassword` and `new-password` are two words.
  private static func wordsOfID(_ id: String) -> [String] {
    var text = ""
    for character in id {
      if character.isUppercase { text.append(" ") }
      text.append(character.isLetter ? character : " ")
    }
    return text.lowercased().split(separator: " ").map(String.init)
  }

  private static let waysOn: Set<String> = [
    "continue", "next", "go on", "proceed", "ok", "okay", "weiter", "fortfahren", "tovább", "folytatás", "rendben",
  ]

  private static let turning: Set<String> = [
    "old", "new", "current", "previous", "repeat", "no", "not", "without", "out", "off",
  ]

  private static let choosing: Set<String> = [
    "accept", "agree", "allow", "buy", "cancel", "confirm", "consent", "decline", "delete", "deny", "opt", "order", "pay", "refuse",
    "reject", "remove", "skip",
  ]

  private static let deciding = choosing.union([
    "approve", "billing", "book", "charge", "checkout", "close", "donate", "enroll", "grant", "join", "payment", "purchase", "register",
    "sell", "share", "subscribe", "subscription", "terms", "transfer", "trial", "unsubscribe", "upgrade",
  ])

  private static let factors: Set<String> = [
    "email", "mail", "phone", "sms", "text", "call", "voice", "app", "totp", "otp", "push", "key", "passkey", "webauthn", "password",
    "pin", "passcode", "code", "secret", "recovery", "backup",
  ]

  /// Words that greet, thank, and say where people are, in English, German and Hungarian.
  ///
  /// What asks people for something can be said in too many words for a list of those: 'Your photos become public'.
  private static let harmless: Set<String> = [
    "a", "again", "almost", "an", "and", "are", "at", "autumn", "back", "beautiful", "christmas", "day", "dear", "easter",
    "enjoy", "evening", "everybody", "everyone", "for", "friendly", "from", "glad", "good", "great", "greetings", "happy", "have",
    "hello", "here", "hi", "holiday", "holidays", "home", "hope", "i", "in", "is", "it", "lovely", "merry", "moment", "morning",
    "nice", "night", "now", "of", "open", "our", "page", "please", "pleased", "pleasure", "ready", "season", "see", "shop",
    "site", "soon", "spring", "store", "summer", "team", "thank", "thanks", "the", "this", "to", "today", "us", "visit",
    "visiting", "wait", "we", "website", "weekend", "welcome", "winter", "wish", "with", "wonderful", "year", "you", "your",
    "abend", "auf", "bei", "bitte", "da", "dank", "danke", "das", "der", "die", "diese", "dieser", "ein", "eine", "einen",
    "freuen", "frohe", "für", "geöffnet", "guten", "hallo", "herzlich", "heute", "hier", "ihr", "ihre", "ihren", "im", "ist",
    "jetzt", "laden", "liebe", "mit", "morgen", "schön", "schönen", "seite", "sie", "sind", "tag", "uns", "unser", "unsere",
    "unserem", "unserer", "und", "vielen", "von", "warten", "wieder", "willkommen", "wir", "wünschen", "zu", "zum", "zurück",
    "az", "boldog", "egy", "egyik", "este", "estét", "és", "ez", "itt", "jó", "kedves", "kívánunk", "köszönjük", "köszöntjük",
    "ma", "most", "nap", "napot", "nyitva", "oldal", "önt", "önöket", "örülünk", "reggelt", "szia", "újra", "üdvözlünk",
    "üdvözöljük", "üzlet", "vagyunk", "várunk", "vissza",
  ]
}
