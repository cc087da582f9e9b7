/// What a person has to read and decide about, so that no scenario is adapted to it without its author.
enum WeightyText {
  /// What is in a new text that its author has to see, as a sentence without its subject; `nil` if it asks for no decision.
  static func reason(_ text: String) -> String? {
    let words = TextWords.of(text)
    if words.contains(where: { word in word.contains(where: \.isNumber) }) { return "has a number" }
    if words.contains(where: { $0.contains(where: { ".@:/".contains($0) }) }) { return "has an address" }
    if words.contains(where: { word in word.contains { !$0.isLetter } }) { return "has a sign such as a currency's" }
    if let word = words.first(where: isWeighty) { return "says '\(word)'" }
    return words.isEmpty || words.contains(where: known.contains) ? nil : "is in a language that 'heal' does not know"
  }

  /// Whether a button only leads on.
  static func leadsOn(_ label: String) -> Bool { waysOn.contains(TextWords.of(label).joined(separator: " ")) }

  /// Whether an id of people's choices or credentials was put in the place of another: `newPassword` for `oldPassword`.
  static func turns(_ first: String, _ second: String) -> Bool {
    let (first, second) = (Set(wordsOfID(first)), Set(wordsOfID(second)))
    let differing = first.symmetricDifference(second)
    if !differing.isDisjoint(with: turning) { return true }
    return !first.subtracting(second).isDisjoint(with: factors) && !second.subtracting(first).isDisjoint(with: factors)
  }

  private static func isWeighty(_ word: String) -> Bool { whole.contains(word) || stems.contains { word.hasPrefix($0) } }

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
    "old", "new", "current", "previous", "repeat", "confirm", "no", "not", "without", "out", "off", "accept", "decline", "agree",
    "refuse", "reject", "deny", "allow", "cancel", "delete", "remove", "skip", "pay", "buy", "order", "consent", "opt",
  ]

  private static let factors: Set<String> = [
    "email", "mail", "phone", "sms", "text", "call", "voice", "app", "totp", "otp", "push", "key", "passkey", "webauthn", "password",
    "pin", "passcode", "code", "secret", "recovery", "backup",
  ]

  /// Whole words about denying, deciding, paying and proving, in English, German and Hungarian.
  private static let whole: Set<String> = [
    "no", "not", "never", "without", "must", "only", "unless", "if", "free", "fee", "fees", "bill", "eur", "usd", "gbp", "huf", "vat",
    "tax", "pin", "otp", "key", "keys", "data", "law", "legal", "old", "new", "all", "any", "off", "out", "cannot", "t", "wrong",
    "nicht", "kein", "keine", "nie", "ohne", "muss", "müssen", "nur", "wenn", "falls", "frei", "kauf", "agb", "neu", "alt",
    "nem", "soha", "nélkül", "csak", "ha", "díj", "ár", "ft", "ingyen", "régi", "új", "jelszó", "kód",
  ]

  /// Beginnings of words about the same.
  private static let stems = [
    "accept", "account", "agree", "allow", "amount", "approv", "authori", "autoris", "bank", "bind", "block", "book", "bought", "buy",
    "cancel", "card", "cent", "charg", "clos", "code", "condition", "confirm", "consent", "contract", "cookie", "cost", "credit",
    "debit", "declin", "delet", "den", "dollar", "donat", "error", "euro", "expir", "fail", "fingerprint", "forward", "grant", "insur",
    "invoic", "liab", "licen", "lock", "market", "money", "newsletter", "oblig", "offer", "opt", "order", "owe", "paid", "parties",
    "partner", "party", "pass", "pay", "permi", "person", "phone", "policy", "pound", "premium", "pric", "privac", "profil",
    "purchas", "quot", "record", "refund", "refus", "reject", "remov", "rent", "renew", "requir", "respons", "right", "risk", "sale",
    "secret", "sell", "share", "sharing", "sold", "subscri", "surcharg", "suspend", "terms", "third", "token", "track", "transfer",
    "trial", "verif", "waiv", "warn", "withdraw",
    "abonn", "ablehn", "abgelehn", "akzept", "angebot", "bedingung", "bestell", "bestätig", "bezahl", "daten", "einverstanden",
    "einwillig", "erlaub", "gebühr", "geld", "gesperr", "gratis", "haft", "kauf", "konto", "kosten", "kündig", "lösch", "passwor",
    "preis", "rechnung", "recht", "sperr", "stimm", "verkauf", "vertrag", "weitergab", "weitergeb", "werb", "widerruf", "zahl",
    "zustimm", "zugestimm",
    "adat", "ajánlat", "beleegyez", "előfizet", "elfogad", "elutasít", "engedély", "feltétel", "felel", "fiók", "fizet", "forint",
    "hirdet", "hozzájárul", "jelsz", "jog", "kártya", "költség", "marketing", "megoszt", "megrendel", "szerződ", "számla", "töröl",
    "vásárl", "visszavon", "zárol",
  ]

  /// Common words by which a language is known.
  private static let known: Set<String> = [
    "the", "we", "you", "your", "are", "is", "and", "of", "with", "this", "our", "it", "have", "from", "here", "welcome", "hello",
    "wir", "sie", "sind", "ist", "und", "mit", "diese", "dieser", "unser", "unsere", "willkommen", "hallo",
    "és", "az", "egy", "vagyunk", "ön", "üdvözöljük", "itt", "ez",
  ]
}
