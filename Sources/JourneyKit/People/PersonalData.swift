import Encodings

/// What looks as if it identified single people, which numbers of people do without.
enum PersonalData {
  /// What a column's name says, without its signs and in lower case.
  private static let headers: Set<String> = [
    "email", "emailaddress", "mail", "login", "user", "userid", "username", "userlogin", "useremail", "upn", "userprincipalname",
    "samaccountname", "name", "fullname", "displayname", "firstname", "givenname", "lastname", "surname", "familyname", "phone",
    "phonenumber", "mobile", "mobilephone", "telephone", "id", "employeeid", "employeenumber", "personid", "person", "externalid",
    "manager", "managerid", "address", "birthdate", "ssn",
  ]
  /// More digits, and no letter, are a telephone number or the number of a person.
  private static let mostDigits = 6

  static func isHeader(_ name: String) -> Bool { headers.contains(folded(name)) }

  /// Letters and digits alone, in lower case.
  static func folded(_ name: String) -> String {
    String(decoding: name.asciiLowercased.utf8.filter { $0.isASCIILetter || (0x30...0x39).contains($0) || $0 >= 0x80 }, as: UTF8.self)
  }

  /// Why a value looks as if it identified a person, e.g. `an e-mail address`; `nil` if it does not.
  static func kind(of value: String) -> String? {
    let words = value.split { " \t\u{A0}<>(),;:\"'[]".contains($0) }
    if words.contains(where: isAddress) { return "an e-mail address" }
    if words.contains(where: isID) { return "the id of a person" }
    if isDomainAccount(value) { return "an account of a domain" }
    // Names of groups may have long numbers in them.
    let isNumber = value.utf8.allSatisfy { isDigit($0) || "+-. ()/".utf8.contains($0) }
    let hasNumber = isNumber && value.utf8.count(where: isDigit) > mostDigits
    return hasNumber || hasTelephone(value) ? "a telephone number or the number of a person" : nil
  }

  /// Also with the signs for `@` that take the room of two letters, or are small.
  private static func isAddress(_ word: Substring) -> Bool {
    let parts = word.split(omittingEmptySubsequences: false) { "@\u{FF20}\u{FE6B}".contains($0) }
    return parts.count == 2 && !parts[0].isEmpty && parts[1].contains { ".\u{FF0E}\u{3002}".contains($0) }
  }

  /// Whether it is what Okta calls a user.
  private static func isID(_ word: Substring) -> Bool {
    word.utf8.count == lengthOfID && word.hasPrefix("00u") && word.utf8.allSatisfy { isDigit($0) || $0.isASCIILetter }
  }

  /// E.g. `CORP\ada`; groups of a domain whose names have spaces are not meant.
  private static func isDomainAccount(_ value: String) -> Bool {
    let parts = value.split(separator: "\\", omittingEmptySubsequences: false)
    return parts.count == 2 && !value.contains(" ") && parts.allSatisfy { !$0.isEmpty }
  }

  /// Whether a telephone number is somewhere in a text: with `+`, with an area code, or as `555-123-4567`.
  ///
  /// Years and dates are none.
  private static func hasTelephone(_ value: String) -> Bool {
    let signs = Array(value.utf8)
    var place = 0
    while place < signs.count {
      let isStart = isDigit(signs[place]) || signs[place] == UInt8(ascii: "+") || signs[place] == UInt8(ascii: "(")
      guard isStart, place == 0 || !isOfWord(signs[place - 1]) else {
        place += 1
        continue
      }
      let run = signs[place...].prefix { isDigit($0) || "+-. ()/".utf8.contains($0) }
      if isTelephone(run) { return true }
      place = run.endIndex
    }
    return false
  }

  private static func isTelephone(_ run: ArraySlice<UInt8>) -> Bool {
    let lengths = run.split { !isDigit($0) }.map(\.count)
    guard let code = lengths.first, lengths.reduce(0, +) > mostDigits else { return false }
    if run.first == UInt8(ascii: "+") || run.first == UInt8(ascii: "(") { return true }
    return run.first == UInt8(ascii: "0") && code >= 3 || lengths.starts(with: [3, 3, 4])
  }

  private static func isDigit(_ sign: UInt8) -> Bool { (0x30...0x39).contains(sign) }
  private static func isOfWord(_ sign: UInt8) -> Bool {
    isDigit(sign) || sign.isASCIILetter || sign >= 0x80 || sign == UInt8(ascii: "_") || sign == UInt8(ascii: "-")
  }

  private static let lengthOfID = 20

  /// Whether names are so different that each is the name of one person: nine of ten rows have a name that no other row has, or, of a few
  /// rows, all.
  ///
  /// - Parameter rows: for each row the names in it, as numbers.
  static func areNearlyUnique(_ rows: [[Int]]) -> Bool {
    guard rows.count >= fewestRows else { return false }
    var counts: [Int: Int] = [:]
    for name in rows.joined() { counts[name, default: 0] += 1 }
    let own = rows.count { row in row.contains { counts[$0] == 1 } }
    return rows.count < fewRows ? own == rows.count : own * 10 >= rows.count * 9
  }

  /// Fewer rows say too little, and so few only something if all of them are different.
  private static let (fewestRows, fewRows) = (5, 20)
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (0x61...0x7A).contains(self) || (0x41...0x5A).contains(self) }
}
