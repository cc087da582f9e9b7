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
    let parts = value.split(separator: "@", omittingEmptySubsequences: false)
    let isAddress = parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !value.contains(" ")
    if isAddress { return "an e-mail address" }
    // Names of groups may have long numbers in them.
    let digits = value.utf8.count { (0x30...0x39).contains($0) }
    let isNumber = value.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-. ()/".utf8.contains($0) }
    return isNumber && digits > mostDigits ? "a telephone number or the number of a person" : nil
  }

  /// Whether names are so different that each is the name of one person: nine of ten rows have a name that no other row has.
  ///
  /// - Parameter rows: for each row the names in it, as numbers.
  static func areNearlyUnique(_ rows: [[Int]]) -> Bool {
    guard rows.count >= fewestRows else { return false }
    var counts: [Int: Int] = [:]
    for name in rows.joined() { counts[name, default: 0] += 1 }
    return rows.count { row in row.contains { counts[$0] == 1 } } * 10 >= rows.count * 9
  }

  private static let fewestRows = 20
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (0x61...0x7A).contains(self) || (0x41...0x5A).contains(self) }
}
