import Encodings

/// Distinguishes what a server writes into a hidden field for all, such as a path, a title or the name of an action, from what it writes
/// for one journey.
///
/// It knows words, not tokens: what is not made of words and short numbers may be anything, and is kept secret.
enum PublicText {
  /// Bytes; a word is not longer than the first, and a name is not longer than the second.
  private static let longestWord = 20
  private static let longest = 160

  /// Whether a hidden field of this name may be shown with its value.
  static func isPublic(_ value: String, named name: String) -> Bool {
    guard !TokenSign.isName(name.utf8), !names.contains(where: name.asciiLowercased.contains) else { return value.isEmpty }
    guard value.utf8.count <= longest else { return false }
    let text = PercentEncoding.decode(value) ?? value
    return text.utf8.split { !isLetter($0) && !isDigit($0) }.allSatisfy(isWords)
  }

  /// What a field is called that holds something of one journey or person, in addition to the names of tokens.
  private static let names = [
    "secret", "passw", "passcode", "otp", "pin", "ticket", "session", "signature", "hash", "key", "code", "state", "challenge", "verifier",
    "captcha", "random", "uuid", "guid",
  ]

  /// Whether it is a short number, or words without a mark between them with a short number behind them: `createAccount2`.
  private static func isWords(_ part: Substring.UTF8View) -> Bool {
    let letters = part.prefix(while: isLetter)
    let digits = part[letters.endIndex...]
    guard digits.allSatisfy(isDigit), digits.count <= (letters.isEmpty ? 4 : 2) else { return false }
    var words: [[UInt8]] = []
    var wasSmall = false
    for letter in letters {
      let isCapital = letter < 0x61
      if words.isEmpty || isCapital && wasSmall { words.append([]) }
      // A word has its capital in front, or has nothing else.
      if !isCapital, !wasSmall, words[words.count - 1].count > 1 { return false }
      words[words.count - 1].append(letter | 0x20)
      wasSmall = !isCapital
    }
    // Random letters change between small and capital ones more often than words begin.
    return letters.count >= words.count * 4 || words.count < 2 ? words.allSatisfy(isWord) : false
  }

  private static func isWord(_ word: [UInt8]) -> Bool {
    guard word.count > 3, !short.contains(String(decoding: word, as: UTF8.self)) else { return true }
    guard word.count <= longestWord, word.count(where: vowels.contains) * 5 >= word.count else { return false }
    return zip(word, word.dropFirst()).allSatisfy { followers[Int($0 - 0x61)].contains($1) }
  }

  /// Words of addresses that cannot be pronounced.
  private static let short: Set<String> = ["http", "https", "html", "xhtml", "aspx", "gmbh", "oauth"]

  /// The letters that follow each letter of the alphabet in words; half of the pairs in a random text are not among them.
  private static let followers: [Set<UInt8>] = [
    "bcdfgiklmnprstuvwyz", "aeiloruysj", "aehiklortuycs", "adeiorusygm", "acdefgilmnpqrstvwxybhku", "aefilortuy", "aeghilnorusy",
    "aeiortuymnl", "abcdefgklmnoprstuvzq", "aeous", "aeilnsyow", "abcdefgiklmopstuvy", "abeimopsuy", "acdefgiklnostuvyqm",
    "abcdefgiklmnoprstuvwxy", "aehiloprstuyd", "u", "abcdefgiklmnoprstuvy", "acehiklmnopqstuwy", "acehilmorstuwyp", "abcdegilmnprstxo",
    "aeioy", "aehinorsl", "acehiptu", "abcelmnopst", "aeiozy",
  ].map { Set($0.utf8) }

  private static let vowels = Set("aeiouy".utf8)

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
