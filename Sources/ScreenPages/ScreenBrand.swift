import JourneyModel

/// Whose screen it is, as far as it says.
struct ScreenBrand {
  /// E.g. `Acme`; `nil` if it is not known.
  let name: String?
  /// The line at the foot, e.g. `© 2026 Acme`.
  let copyright: String?

  init(_ branding: [Value.Member]) {
    func text(_ name: String) -> String? {
      branding.first { $0.name == name }?.value.text.flatMap { $0.isEmpty ? nil : $0 }
    }
    copyright = text("copyright")
    name = text("brandName") ?? copyright.flatMap(Self.owner)
  }

  /// Whose copyright it is: the line without signs and years.
  private static func owner(_ line: String) -> String? {
    let words = line.split(separator: " ").filter { word in
      !["©", "(c)", "(C)", "Copyright", "copyright"].contains(String(word)) && !word.allSatisfy { $0.isNumber || "–-,.".contains($0) }
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// At most two letters, e.g. `AC` of `Acme Corporation`.
  static func initials(of name: String) -> String {
    String(name.split { !$0.isLetter && !$0.isNumber }.prefix(2).compactMap(\.first)).uppercased()
  }
}
