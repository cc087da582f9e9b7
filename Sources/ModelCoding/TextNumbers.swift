/// Words with digits that look like ids of one visit and are a tenant's text: accounts to pay to, and codes to redeem.
enum TextNumbers {
  /// A bank account as IBAN, and what is behind a word for one, or for the number of a company.
  static func isAccount(_ word: Substring, after words: [String]) -> Bool {
    let bytes = Array(word.utf8.prefix { isCapital($0) || isDigit($0) })
    guard bytes.count > 4, bytes.prefix(2).allSatisfy(isCapital), bytes[2..<4].allSatisfy(isDigit) else {
      return words.contains(where: accounts.contains)
    }
    let isWhole = lengths[String(decoding: bytes.prefix(2), as: UTF8.self)] == bytes.count
    return isWhole || words.contains(where: accounts.contains)
  }

  private static let accounts: Set<String> = [
    "iban", "iban:", "bic", "bic:", "swift", "swift:", "account", "account:", "konto", "konto:", "kontonummer", "kontonummer:",
    "számlaszám", "számlaszám:", "vat", "vat:", "uid", "uid:", "fn", "fn:", "hrb", "hrb:",
  ]

  /// A code to redeem: a word in capitals with a year or a number behind it, as `SAVE2024`, or what is behind a word such as 'coupon'.
  static func isCode(_ word: Substring, after words: [String]) -> Bool {
    let bytes = Array(word.utf8.filter { isCapital($0) || isSmall($0) || isDigit($0) })
    let letters = bytes.prefix { isCapital($0) || isSmall($0) }
    let rest = bytes.dropFirst(letters.count)
    // The letters of hexadecimal numbers make no word.
    let isWord = letters.count > 3 && letters.contains { $0 | 0x20 > 0x66 }
    if isWord, rest.count <= 4, rest.allSatisfy(isDigit), letters.allSatisfy(isCapital) || letters.dropFirst().allSatisfy(isSmall) {
      return true
    }
    // Letters and digits in capitals, short enough to be typed: an id is in small letters, hexadecimal, or longer.
    let isTyped = bytes.count <= longestCode && bytes.contains(where: isDigit) && bytes.contains { isCapital($0) && $0 > 0x46 }
    if isTyped, bytes.allSatisfy({ isCapital($0) || isDigit($0) }) { return true }
    if words.contains(where: redeemable.contains) { return true }
    let runs = word.utf8.split { !isCapital($0) }
    return words.contains { ["code", "code:", "codes"].contains($0) } && runs.contains { $0.count > 2 }
      && !word.utf8.contains(where: isSmall)
  }

  private static let longestCode = 16

  private static let redeemable: Set<String> = [
    "coupon", "coupon:", "voucher", "voucher:", "promo", "promotion", "discount", "gutschein", "gutschein:", "gutscheincode",
    "gutscheincode:", "rabattcode", "rabattcode:", "aktionscode", "kupon", "kupon:", "kuponkód", "kuponkód:",
  ]

  /// How long an IBAN of a country is (ISO 13616).
  private static let lengths: [String: Int] = [
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "BY": 28, "CH": 21, "CR": 22,
    "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22,
    "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30,
    "KZ": 20, "LB": 28, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MR": 27, "MT": 31, "MU": 30,
    "NL": 18, "NO": 15, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SE": 24, "SI": 19, "SK": 24,
    "SM": 27, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "XK": 20,
  ]

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
  private static func isSmall(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}
