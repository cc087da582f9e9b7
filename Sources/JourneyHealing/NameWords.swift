/// The words of one language that make no difference in the name of a field or button.
struct NameWords: Sendable {
  /// Words that say nothing by themselves.
  let fillers: Set<String>
  /// Words that mean the same, each group by its first.
  let synonyms: [[[String]]]

  /// Whether two names have the same words in the same order, once fillers are left out and synonyms are one.
  func isSame(_ first: [String], _ second: [String]) -> Bool {
    let first = meaning(of: first)
    return !first.isEmpty && first == meaning(of: second)
  }

  private func meaning(of words: [String]) -> [String] {
    let words = words.filter { !fillers.contains($0) }
    var meaning: [String] = []
    var rest = words[...]
    while let word = rest.first {
      let group = synonyms.lazy.compactMap { group in longest(of: group, at: rest).map { (group, $0) } }.max { $0.1 < $1.1 }
      if let (group, length) = group {
        meaning += group[0]
        rest = rest.dropFirst(length)
      } else {
        meaning.append(word)
        rest = rest.dropFirst()
      }
    }
    return meaning
  }

  /// How many words of the longest name in a group begin the text; `nil` if none does.
  private func longest(of group: [[String]], at words: ArraySlice<String>) -> Int? {
    group.filter { words.starts(with: $0) }.map(\.count).max()
  }

  private init(fillers: String, synonyms: [[String]]) {
    self.fillers = Set(Self.split(fillers))
    self.synonyms = synonyms.map { $0.map(Self.split) }
  }

  private static func split(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  static let languages = [english, german, hungarian]

  private static let english = NameWords(
    fillers: "a an the your my our please enter type here now",
    synonyms: [
      ["email", "e mail", "email address", "e mail address"], ["sign in", "log in", "login", "signin", "log on"],
      ["sign out", "log out", "logout", "signout"], ["sign up", "signup", "register"], ["continue", "next", "go on", "proceed"],
      ["username", "user name"], ["phone number", "telephone number", "phone no"], ["first name", "given name"],
      ["last name", "family name", "surname"], ["date of birth", "birth date", "birthday"], ["postcode", "postal code", "zip code", "zip"],
      ["ok", "okay"],
    ])

  private static let german = NameWords(
    fillers: "ihr ihre ihren dein deine deinen bitte hier jetzt",
    synonyms: [
      ["email", "e mail", "e mail adresse", "email adresse"], ["anmelden", "einloggen"], ["abmelden", "ausloggen"],
      ["weiter", "fortfahren"], ["benutzername", "nutzername"], ["telefonnummer", "rufnummer"],
    ])

  private static let hungarian = NameWords(
    fillers: "a az kérjük",
    synonyms: [
      ["email", "e mail", "email cím", "e mail cím"], ["bejelentkezés", "belépés"], ["kijelentkezés", "kilépés"],
      ["tovább", "folytatás"], ["felhasználónév", "felhasználói név"],
    ])
}
