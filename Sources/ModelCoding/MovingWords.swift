/// Words of a page that differ from visit to visit, though a person reads the same: times, dates, seconds that run down, numbers and ids of
/// one request. What is to be paid, a telephone number and an address are none.
package enum MovingWords {
  /// What stands for one.
  package static let placeholder = "…"
  /// As many bytes of digits and letters may be an id.
  private static let shortestID = 6
  /// A number of as many digits may be of points or people.
  private static let mostCounted = 8

  /// The words with the placeholder for each that moves.
  package static func replaced(in words: [Substring]) -> [String] {
    // Most texts have no digit: nothing moves in them.
    guard words.contains(where: hasDigit) else { return words.map(String.init) }
    let dates = datePlaces(in: words)
    return words.indices.map { dates.contains($0) || isMoving(at: $0, in: words) ? placeholder : String(words[$0]) }
  }

  private static func isMoving(at place: Int, in words: [Substring]) -> Bool {
    let word = words[place]
    let before = place > 0 ? bare(words[place - 1]) : ""
    let after = place + 1 < words.count ? bare(words[place + 1]) : ""
    guard hasDigit(word), !isAmount(word, between: before, after) else { return false }
    if word.contains("@") { return false }
    if isTime(word) { return true }
    if isShortNumber(bare(word)) { return ["©", "(c)", "copyright"].contains(before) || secondWords.contains(after) }
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

  /// `12:03`: no colon that only ends what is said before a number.
  private static func isTime(_ word: Substring) -> Bool {
    let bytes = Array(word.utf8)
    return bytes.indices.dropFirst().dropLast().contains {
      bytes[$0] == UInt8(ascii: ":") && isDigit(bytes[$0 - 1]) && isDigit(bytes[$0 + 1])
    }
  }

  /// `26`, `26th`, `2026`.
  private static func isShortNumber(_ word: String) -> Bool {
    let digits = word.utf8.prefix(while: isDigit).count
    guard digits > 0, digits <= 4 else { return false }
    return ["", "st", "nd", "rd", "th"].contains(String(word.dropFirst(digits)))
  }

  // MARK: Dates

  /// The places of dates in words. The name of a month is one only next to a day, and written as a name or followed by a year: nobody
  /// reads '12 may order' as a date.
  private static func datePlaces(in words: [Substring]) -> Set<Int> {
    var places: Set<Int> = []
    for place in words.indices {
      guard let isCertain = month(words[place]) else { continue }
      let days = [place - 1, place + 1].filter { isDay(at: $0, in: words) }
      guard let day = days.first else { continue }
      let year = [place + 1, place + 2, place - 1].first { $0 != day && isYear(at: $0, in: words) }
      if isCertain || year != nil { places.formUnion([place, day] + [year].compactMap(\.self)) }
    }
    return places
  }

  /// Whether a word is a month for certain, as `May` is; `nil` if it is none. English writes none in small letters.
  private static func month(_ word: Substring) -> Bool? {
    guard let first = word.first, first.isLetter else { return nil }
    let name = bare(word)
    guard months.contains(name) else { return nil }
    if first.isLowercase { return englishMonths.contains(name) ? nil : false }
    return word.dropFirst().contains(where: \.isLowercase)
  }

  /// `1`, `26.`, `1st`, and no amount.
  private static func isDay(at place: Int, in words: [Substring]) -> Bool {
    guard words.indices.contains(place) else { return false }
    let word = bare(words[place])
    guard isShortNumber(word), let number = Int(word.prefix { $0.isASCII && $0.isNumber }), (1...31).contains(number) else { return false }
    let before = place > 0 ? bare(words[place - 1]) : ""
    let after = place + 1 < words.count ? bare(words[place + 1]) : ""
    return !isAmount(words[place], between: before, after)
  }

  private static func isYear(at place: Int, in words: [Substring]) -> Bool {
    guard words.indices.contains(place) else { return false }
    let word = bare(words[place])
    guard word.utf8.count == 4, word.utf8.allSatisfy(isDigit) else { return false }
    return (word.hasPrefix("19") || word.hasPrefix("20")) && !(place + 1 < words.count && isCurrency(bare(words[place + 1])))
  }

  /// `26.11.2026`, `2026-11-26`.
  private static func isNumericDate(_ word: String) -> Bool {
    guard let first = word.firstIndex(where: \.isNumber), let last = word.lastIndex(where: \.isNumber) else { return false }
    let groups = word[first...last].split(omittingEmptySubsequences: false) { "./-".contains($0) }
    return groups.count == 3 && groups.allSatisfy { (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy(isDigit) }
      && groups.count { $0.utf8.count <= 2 } >= 2
  }

  // MARK: Amounts and ids

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

  /// A number that is longer than what people count, a date, or a word with letters and digits by turns; a name that ends in a number is
  /// none.
  private static func isID(_ word: String) -> Bool {
    guard word.utf8.count >= shortestID else { return false }
    guard word.contains(where: \.isLetter) else { return isNumericDate(word) || word.utf8.count(where: isDigit) > mostCounted }
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
  private static let englishMonths: Set<String> = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december", "jan", "feb",
    "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
  ]
  private static let months = englishMonths.union([
    "januar", "februar", "märz", "mai", "juni", "juli", "oktober",
    "dezember", "okt", "dez", "janvier", "février", "mars", "avril", "juin", "juillet", "août", "septembre", "octobre", "novembre",
    "décembre", "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
  ])
}
