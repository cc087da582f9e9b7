/// Texts of a source as they may be written: hostile signs, addresses and users' ids are taken out.
package enum SourceText {
  /// As much of a name as is written.
  private static let mostOfName = 100
  /// As much of an expression as is written.
  private static let mostOfText = 300

  /// A name of the source on one line; never empty.
  package static func name(_ text: String) -> String { cleaned(text, most: mostOfName) }

  /// A longer text on one line, e.g. an expression; never empty.
  package static func line(_ text: String) -> String { cleaned(text, most: mostOfText) }

  /// A longer text on one line; one that is cut off has a digest of the whole.
  package static func whole(_ text: String) -> String {
    let line = line(text)
    let isCut = line.hasSuffix("…") || text.unicodeScalars.count > mostOfText * 8
    return isCut ? "\(line) (digest \(MeaningDigest.of(text)))" : line
  }

  /// With the quotes that a name may have.
  package static func singleQuoted(_ text: String) -> String { String(text.map { $0 == "\"" ? "'" : $0 }) }

  private static func cleaned(_ text: String, most: Int) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(most * 8) {
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator:
        scalars.append(" ")
      default: scalars.append(scalar == "\"" ? "'" : scalar)
      }
    }
    let words = String(scalars).split(separator: " ").map { masked(String($0)) }
    let line = words.joined(separator: " ")
    let cut = line.count > most ? String(line.prefix(most)) + "…" : line
    return cut.isEmpty ? "(no name)" : cut
  }

  /// A word without the parts of it that name a person or an address.
  private static func masked(_ word: String) -> String {
    var result = ""
    var part = ""
    func end() {
      result += shown(part)
      part = ""
    }
    for character in word {
      if character.isLetter || character.isNumber || "@._-+:%/".contains(character) {
        part.append(character)
      } else {
        end()
        result.append(character)
      }
    }
    end()
    return result
  }

  private static func shown(_ part: String) -> String {
    if let at = part.firstIndex(of: "@"), at != part.startIndex, part.index(after: at) != part.endIndex { return "(address)" }
    if part.contains("://") { return "(address)" }
    let digits = part.split(separator: "/").first ?? ""
    if digits.split(separator: ".", omittingEmptySubsequences: false).count == 4,
      digits.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." })
    {
      return "(address)"
    }
    return isIPv6(digits) ? "(address)" : maskedIDs(part)
  }

  /// An address with `::` or eight groups; a time of day is none.
  private static func isIPv6(_ text: Substring) -> Bool {
    let address = text.prefix { $0 != "%" }
    guard address.contains("::") || address.count(where: { $0 == ":" }) >= 7, address.contains(where: \.isHexDigit) else { return false }
    // E.g. the word in front of `IPv6:2001:db8::1`.
    let groups = address.split(separator: ":").drop { !$0.allSatisfy(\.isHexDigit) }
    return !groups.isEmpty && groups.allSatisfy { $0.allSatisfy { $0.isHexDigit || $0 == "." } }
  }

  /// A text without the ids of users and groups in it, e.g. in the name of a file.
  package static func maskedIDs(_ text: String) -> String {
    var result = ""
    var run = ""
    func end() {
      let isLong = run.count >= 18
      result += isLong && run.hasPrefix("00u") ? "(user)" : isLong && run.hasPrefix("00g") ? "(group)" : run
      run = ""
    }
    for character in text {
      if character.isASCII, character.isLetter || character.isNumber {
        run.append(character)
      } else {
        end()
        result.append(character)
      }
    }
    end()
    return result
  }

  /// A name of lower-case letters, digits and one joining sign, e.g. `payroll-app`; empty where nothing of the text fits.
  package static func slug(_ text: String, joinedBy sign: Character) -> String {
    var slug = ""
    for scalar in name(text).lowercased().unicodeScalars {
      if ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) {
        slug.unicodeScalars.append(scalar)
      } else if let last = slug.last, last != sign {
        slug.append(sign)
      }
    }
    while slug.last == sign { slug.removeLast() }
    return String(slug.prefix(40))
  }

  /// The end of an id, which distinguishes two objects of one name.
  package static func ending(of id: String) -> String { slug(String(id.suffix(4)), joinedBy: "-") }
}
