/// Words of a page that differ from visit to visit, though a person reads the same: times, dates, seconds that run down, numbers and ids of
/// one request. What is to be paid, a telephone number, an account to pay to, a code to redeem and an address are none.
package enum MovingWords {
  /// The replacement for one.
  package static let placeholder = "…"
  /// As many bytes of digits and letters may be an id.
  private static let shortestID = 6

  /// What counts as moving, by what is known of other visits.
  package enum Scope: Sendable, Hashable {
    /// Times, dates and ids, but not these words in lower case: other visits of the same version have them, too.
    case likely(except: Set<String>)
    /// Times of day, seconds, and ids that a word such as 'request' announces: two visits of one run are on the same day, and an id or a
    /// date that differs between two people says something of them.
    case betweenPeople
    /// Times and dates alone: of ids it is known from another visit which of them move.
    case times
    /// Nothing: another visit at another time shows what moves.
    case nothing

    /// Times, dates and ids.
    package static let all = Scope.likely(except: [])

    fileprivate func holds(id word: String) -> Bool {
      switch self {
      case .likely(let others): !others.contains(word)
      case .betweenPeople: true
      case .times, .nothing: false
      }
    }

    fileprivate var holdsDates: Bool { self != .betweenPeople }
  }

  /// The words of a text that have a digit, in lower case, without the punctuation that ends them.
  package static func withDigits(in text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).filter(hasDigit).map(bare)
  }

  /// The words with the placeholder for each that moves.
  package static func replaced(in words: [Substring], _ scope: Scope = .all) -> [String] {
    guard scope != .nothing else { return words.map(String.init) }
    // Most texts have no digit: nothing but a weekday moves in them.
    guard words.contains(where: hasDigit) else {
      let weekdays = scope.holdsDates ? weekdayPlaces(in: words, datesAt: []) : []
      return words.indices.map { weekdays.contains($0) ? placeholder : String(words[$0]) }
    }
    let named = clockPlaces(in: words).union(scope.holdsDates ? datePlaces(in: words) : [])
    let moving = words.indices.map { named.contains($0) || isMoving(at: $0, in: words, scope) }
    let dates = named.union(words.indices.filter { moving[$0] && isNumericDate(bare(words[$0])) })
    let weekdays = scope.holdsDates ? weekdayPlaces(in: words, datesAt: dates) : []
    return words.indices.map { place in
      guard moving[place] || weekdays.contains(place) else { return String(words[place]) }
      return site(words[place]).map { "\($0)/\(placeholder)" } ?? placeholder
    }
  }

  /// The numbers of seconds, by their places: `28` in `Try again in 28 seconds`.
  package static func seconds(in words: [Substring]) -> [Int: Int] {
    var found: [Int: Int] = [:]
    for place in words.indices.dropLast() where secondWords.contains(bare(words[place + 1])) { found[place] = Int(bare(words[place])) }
    return found
  }

  private static func isMoving(at place: Int, in words: [Substring], _ scope: Scope) -> Bool {
    let word = words[place]
    let before = place > 0 ? bare(words[place - 1]) : ""
    let after = place + 1 < words.count ? bare(words[place + 1]) : ""
    guard hasDigit(word), !isAmount(word, between: before, after) else { return false }
    if word.contains("@") { return false }
    if isTime(word) { return true }
    let announcing = words[..<place].suffix(3).map(bare)
    let mayBeID = scope.holds(id: bare(word)) && (scope != .betweenPeople || announcesID(announcing.suffix(2)))
    if isShortNumber(bare(word)) {
      return ["©", "(c)", "copyright"].contains(before) || secondWords.contains(after)
        || mayBeID && isShortID(bare(word), after: announcing.suffix(2))
    }
    if isNumericDate(bare(word)) { return scope.holdsDates }
    guard mayBeID else { return false }
    if TextNumbers.isAccount(word, after: announcing) { return false }
    if TextNumbers.isCode(word, after: announcing), !announcesID(announcing.suffix(2)) { return false }
    // Of an address the site is text.
    if let site = site(word) { return isID(bare(word.dropFirst(site.count))) }
    // A number without letters may be of points, people or a telephone.
    if !word.contains(where: \.isLetter) { return announcesID(announcing.suffix(2)) }
    return isID(bare(word)) || isShortID(bare(word), after: announcing.suffix(2))
  }

  // MARK: What words are

  /// The word in lower case, without the punctuation that ends it.
  private static func bare(_ word: Substring) -> String {
    let end = word.lastIndex { !".,;!?)".contains($0) }.map { word.index(after: $0) } ?? word.startIndex
    return word[..<end].lowercased()
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func hasDigit(_ word: Substring) -> Bool { word.utf8.contains(where: isDigit) }

  /// `4 pm`, `4pm`, `12:03 pm`, `16 Uhr`: the number and what makes it a time.
  private static func clockPlaces(in words: [Substring]) -> Set<Int> {
    var places: Set<Int> = []
    for place in words.indices {
      let word = bare(words[place])
      let digits = word.prefix { $0.isASCII && $0.isNumber }
      if !digits.isEmpty, digits.count <= 2, halves.contains(String(word.dropFirst(digits.count))) { places.insert(place) }
      guard place > 0, halves.contains(word) || hourWords.contains(word) else { continue }
      let before = bare(words[place - 1])
      let isHour = before.count <= 2 && Int(before).map { (0...24).contains($0) } ?? false
      // In German `am` begins a date.
      let isSaid = word != "am" || place > 1 && timeWords.contains(bare(words[place - 2]))
      if isTime(words[place - 1]) || isHour && isSaid { places.formUnion([place - 1, place]) }
    }
    return places
  }

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

  /// The site of an address, which stays where its path moves: `https://a.test`, `www.a.test`; `nil` for a word that is not an address.
  private static func site(_ word: Substring) -> Substring? {
    guard let scheme = word.firstRange(of: "://") else { return word.hasPrefix("www.") ? word.prefix { $0 != "/" } : nil }
    return word[..<(word[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? word.endIndex)]
  }

  // MARK: Dates

  /// Weekdays next to a date, and behind what says which day it is: 'Open on Monday' is text.
  private static func weekdayPlaces(in words: [Substring], datesAt dates: Set<Int>) -> Set<Int> {
    Set(
      words.indices.filter { place in
        guard let first = words[place].first, first.isLetter, weekdays.contains(bare(words[place])) else { return false }
        if [place - 1, place + 1].contains(where: dates.contains) { return first.isUppercase || words[place].utf8.count > 4 }
        // Short names are words, too.
        return words[place].utf8.count > 5 && !todays.isDisjoint(with: words[..<place].suffix(2).map(bare))
      })
  }

  /// The places of dates in words. The name of a month is one only next to a day, and written as a name or followed by a year: '12 may
  /// order' is not read as a date.
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
    let numbers = groups.compactMap { $0.utf8.allSatisfy(isDigit) ? Int($0) : nil }
    guard numbers.count == 3, groups.count == 3, groups.count(where: { $0.utf8.count <= 2 }) >= 2 else { return false }
    // Years in two digits come last, and other numbers in groups, as of shares, rarely are a day, a month and a year.
    let isYear = { (place: Int) in groups[place].utf8.count == 4 ? (1900...2199).contains(numbers[place]) : place == 2 && numbers[2] > 12 }
    guard isYear(0) || isYear(2) else { return false }
    let days = isYear(0) ? numbers[1...2] : numbers[0...1]
    return days.allSatisfy { (1...31).contains($0) } && days.contains { $0 <= 12 }
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

  /// A word with letters and digits by turns; a name that ends in a number is none.
  private static func isID(_ word: String) -> Bool {
    guard word.utf8.count >= shortestID else { return false }
    return word.split(whereSeparator: { "./".contains($0) }).contains { part in
      let kinds = part.utf8.map(isDigit)
      let turns = zip(kinds, kinds.dropFirst()).count { $0 != $1 }
      return kinds.count >= shortestID && (turns > 1 || kinds.count { $0 } >= 3)
    }
  }

  /// An id of one visit in fewer signs: small letters as hexadecimal numbers have them, or one behind a word that says so.
  private static func isShortID(_ word: String, after words: ArraySlice<String>) -> Bool {
    let id = word.drop { "#([".contains($0) }
    guard (3..<shortestID).contains(id.utf8.count), id.utf8.allSatisfy({ $0 < 0x80 }), id.allSatisfy({ $0.isLetter || $0.isNumber }) else {
      return false
    }
    let kinds = id.utf8.map(isDigit)
    let isMixed = kinds.contains(true) && kinds.contains(false)
    let isHexadecimal = id.utf8.allSatisfy { isDigit($0) || (0x61...0x66).contains($0) }
    let turns = zip(kinds, kinds.dropFirst()).count { $0 != $1 }
    if isMixed, isHexadecimal, id.utf8.count > 3, turns > 1 { return true }
    let mayBeYear = id.utf8.count == 4 && (id.hasPrefix("19") || id.hasPrefix("20"))
    return announcesID(words) && (isMixed || id.utf8.count > 3 && !mayBeYear)
  }

  /// Whether an id comes after these two words: `request`, `request no`.
  private static func announcesID(_ words: ArraySlice<String>) -> Bool {
    guard let word = words.last else { return false }
    let last = String((word.hasSuffix(":") ? word.dropLast() : word[...]).drop { "([".contains($0) })
    let isNumber = ["number", "no", "nr", "nummer", "id"].contains(last)
    return idWords.contains(last) || isNumber && words.count > 1 && words.first.map(idWords.contains) ?? false
  }

  private static let idWords: Set<String> = [
    "request", "request-id", "id", "case", "ref", "reference", "trace", "correlation", "incident", "ticket", "transaction", "session",
    "event",
    "vorgang", "vorgangsnummer", "anfrage", "kennung", "referenz", "azonosító",
  ]
  private static let halves: Set<String> = ["am", "pm", "a.m", "p.m"]
  private static let hourWords: Set<String> = ["uhr", "o'clock", "o’clock", "órakor"]
  private static let timeWords: Set<String> = [
    "at", "until", "till", "by", "from", "to", "since", "before", "after", "between", "and", "or",
  ]
  private static let todays: Set<String> = ["today", "tomorrow", "yesterday", "heute", "morgen", "gestern", "ma", "holnap", "tegnap"]
  private static let weekdays: Set<String> = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "tues", "wed", "thu", "thur", "thurs",
    "fri", "sat", "sun", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag", "mo", "di", "mi",
    "do", "fr", "sa", "so", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche", "lunes", "martes", "miércoles",
    "jueves", "viernes", "sábado", "domingo", "hétfő", "kedd", "szerda", "csütörtök", "péntek", "szombat", "vasárnap",
  ]

  private static let currencies: Set<String> = [
    "eur", "usd", "gbp", "chf", "jpy", "cny", "inr", "cad", "aud", "sek", "nok", "dkk", "pln", "czk", "huf", "brl", "mxn", "zar", "try",
    "euro", "euros", "dollar", "dollars", "pound", "pounds", "franken", "francs", "cent", "cents", "ft", "kr", "zł", "percent", "prozent",
  ]
  private static let secondWords: Set<String> = [
    "s", "sec", "secs", "second", "seconds", "sek", "sekunde", "sekunden", "seconde", "secondes", "segundo", "segundos", "secondi",
    "másodperc", "sekund", "sekunder",
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
