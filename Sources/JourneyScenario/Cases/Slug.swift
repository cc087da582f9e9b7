internal import JourneyLanguage

/// What ids are made of: lower case, words joined by `-`, nothing that means something in a path or an id.
package enum Slug {
  /// The slug of a title; what has to be bound is left out, as ids hold no generated values.
  static func of(_ title: Template) -> String {
    if let constant = title.constant { return of(constant) }
    var text = ""
    for part in title.parts {
      if case .literal(let literal) = part { text += literal } else { text += " " }
    }
    return of(text)
  }

  package static func of(_ text: String) -> String {
    var slug = String.UnicodeScalarView()
    var isBehindGap = false
    for scalar in text.unicodeScalars {
      guard isLetter(scalar) else {
        isBehindGap = !slug.isEmpty
        continue
      }
      if isBehindGap { slug.append("-") }
      isBehindGap = false
      if scalar.isASCII {
        slug.append(0x41...0x5A ~= scalar.value ? Unicode.Scalar(UInt8(scalar.value + 0x20)) : scalar)
      } else {
        slug.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return slug.isEmpty ? "scenario" : String(slug)
  }

  /// Whether a text is allowed in an id unchanged.
  static func isSlug(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { isLetter($0) || $0 == "-" || $0 == "_" || $0 == "." } && text != "." && text != ".."
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return 0x30...0x39 ~= scalar.value || 0x41...0x5A ~= scalar.value || 0x61...0x7A ~= scalar.value }
    return scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
  }
}
