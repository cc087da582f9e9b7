/// Words of a page that differ from visit to visit, though a person reads the same: times, dates, seconds that run down, numbers and ids of
/// one request. What is to be paid, a telephone number and an address are none.
package enum MovingWords {
  /// What stands for one.
  package static let placeholder = "…"
  /// As many bytes of digits and letters may be an id.
  private static let shortestID = 6

  /// The words with the placeholder for each that moves.
  package static func replaced(in words: [Substring]) -> [String] {
    // Most texts have no digit: nothing moves in them.
    guard words.contains(where: hasDigit) else { return words.map(String.init) }
    return words.indices.map { isMoving(at: $0, in: words) ? placeholder : String(words[$0]) }
  }

  private static func isMoving(at place: Int, in words: [Substring]) -> Bool {
    let word = words[place]
    let before = place > 0 ? bare(words[place - 1]) : ""
    let after = place + 1 < words.count ? bare(words[place + 1]) : ""
    guard hasDigit(word) else { return isMonth(bare(word)) && (isDayOrYear(before) || isDayOrYear(after)) }
    guard !isAmount(word, between: before, after) else { return false }
    if word.contains("@") { return false }
    if word.utf8.contains(UInt8(ascii: ":")) { return true }
    if isDayOrYear(bare(word)) {
      let second = place > 1 ? bare(words[place - 2]) : ""
      return isMonth(before) || isMonth(after) || isDayOrYear(before) && isMonth(second) || ["©", "(c)", "copyright"].contains(before)
        || secondWords.contains(after)
    }
    if isTelephone(word, after: words[..<place].suffix(3).map(bare)) { return false }
    return isID(bare(word))
  }

  // MARK: What words are

  /// The word in lower case, without the punctuation that ends it.
  private static func bare(_ word: Substring) -> String {
    let end = word.lastIndex { !".,;!?)".contains($0) }.map { word.index(after: $0) } ?? word.startIndex
    return word[..<end].lowercased()
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func hasDigit(_ word: Substring) -> Bool { word.utf8.contains(where: isDigit) }

  /// `26`, `26th`, `2026`.
  private static func isDayOrYear(_ word: String) -> Bool {
    let digits = word.utf8.prefix(while: isDigit).count
    guard digits > 0, digits <= 4 else { return false }
    return ["", "st", "nd", "rd", "th"].contains(String(word.dropFirst(digits)))
  }

  private static func isMonth(_ word: String) -> Bool { months.contains(word) }

  /// What is paid, or a share: a sign of a currency or its name in or next to the number, or a number with two decimals.
  private static func isAmount(_ word: Substring, between before: String, _ after: String) -> Bool {
    if word.unicodeScalars.contains(where: { $0.properties.generalCategory == .currencySymbol || $0 == "%" }) { return true }
    if [before, after].contains(where: isCurrency) { return true }
    let letters = word.lowercased().split { !$0.isLetter }
    if letters.contains(where: { isCurrency(String($0)) }) { return true }
    return isDecimal(bare(word))
  }

  private static func isCurrency(_ word: String) -> Bool {
    currencies.contains(word) || word.unicodeScalars.count == 1 && word.unicodeScalars.first?.properties.generalCategory == .currencySymbol
  }

  /// `12.99`, `1,299.00`: a date has other groups.
  private static func isDecimal(_ word: String) -> Bool {
    let groups = word.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard groups.count > 1, groups.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }), let first = groups.first,
      let last = groups.last
    else { return false }
    let isFraction =
      (1...2).contains(last.utf8.count) && (groups.count == 2 || groups.dropFirst().dropLast().allSatisfy { $0.utf8.count == 3 })
    return isFraction || first.utf8.count <= 3 && groups.dropFirst().allSatisfy { $0.utf8.count == 3 }
  }

  private static func isTelephone(_ word: Substring, after words: [String]) -> Bool {
    let digits = word.utf8.count(where: isDigit)
    guard digits >= 5, word.utf8.allSatisfy({ isDigit($0) || "+-/().,".utf8.contains($0) }) else { return false }
    if word.hasPrefix("+") || word.hasPrefix("0") && word.contains(where: { "-/".contains($0) }) { return true }
    let announced = words.contains { word in telephoneWords.contains(word) }
    return announced || words.last.map { ($0.hasPrefix("+") || $0.hasPrefix("0")) && $0.utf8.dropFirst().allSatisfy(isDigit) } ?? false
  }

  /// Long, and of digits, or with letters and digits by turns; a name that ends in a number is none.
  private static func isID(_ word: String) -> Bool {
    guard word.utf8.count >= shortestID else { return false }
    guard word.contains(where: \.isLetter) else { return true }
    return word.split(whereSeparator: { "./".contains($0) }).contains { part in
      let kinds = part.utf8.map(isDigit)
      let turns = zip(kinds, kinds.dropFirst()).count { $0 != $1 }
      return kinds.count >= shortestID && (turns > 1 || kinds.count { $0 } >= 3)
    }
  }

  private static let currencies: Set<String> = [
    "eur", "usd", "gbp", "chf", "jpy", "cny", "inr", "cad", "aud", "sek", "nok", "dkk", "pln", "czk", "huf", "brl", "mxn", "zar", "try",
    "euro", "euros", "dollar", "dollars", "pound", "pounds", "franken", "francs", "cent", "cents", "ft", "kr", "zł", "percent", "prozent",
  ]
  private static let secondWords: Set<String> = [
    "s", "sec", "secs", "second", "seconds", "sek", "sekunde", "sekunden", "seconde", "secondes", "segundo", "segundos", "secondi",
    "másodperc", "sekund", "sekunder",
  ]
  private static let telephoneWords: Set<String> = [
    "call", "phone", "telephone", "tel", "tel:", "phone:", "telephone:", "hotline", "hotline:", "dial", "ring", "telefon", "telefon:",
    "anrufen",
  ]
  private static let months: Set<String> = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "jan", "feb",
    "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "januar", "februar", "märz", "mai", "juni", "juli", "oktober",
    "dezember", "okt", "dez", "janvier", "février", "mars", "avril", "juin", "juillet", "août", "septembre", "octobre", "novembre",
    "décembre", "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
  ]
}
