import Diagnostics

/// Names of cases as servers need them: never empty, unique in the report, short enough, the same on every run.
struct JUnitNames {
  private static let maxClassLength = 200
  /// Azure Pipelines accepts this many for class, dot and name together.
  private static let maxIdentityLength = 512
  private static let maxNameLength = 300
  static let maxFileLength = 500

  struct Name: Sendable, Hashable {
    var className: String
    var name: String
  }

  private var taken: Set<Name> = []
  /// The number that the next case of a title gets, so that many of one title are not tried one by one.
  private var next: [Name: Int] = [:]

  /// The two names of a case; a name that was given out gets a number.
  mutating func name(_ title: String, file: String) -> Name {
    let className = Self.className(of: file)
    let longest = min(Self.maxNameLength, Self.maxIdentityLength - className.utf16.count - 1)
    let base = HarmlessText.line(title, limit: .max / 4)
    let title = Name(className: className, name: base)
    var number = next[title] ?? 1
    while true {
      defer { next[title] = number }
      let suffix = number == 1 ? "" : " (\(number))"
      let name = Name(className: className, name: Self.cut(base.isEmpty ? "unnamed" : base, longest - suffix.utf16.count) + suffix)
      number += 1
      if taken.insert(name).inserted { return name }
    }
  }

  /// `journeys/sign-in/password.yaml` is `journeys.sign-in.password`: dots are only between folders.
  static func className(of file: String) -> String {
    var parts = HarmlessText.line(file, limit: .max / 4).split(separator: "/").filter { $0 != "." && $0 != ".." }.map(String.init)
    if let last = parts.popLast() {
      let stem = last.lastIndex(of: ".").map { $0 == last.startIndex ? last : String(last[..<$0]) } ?? last
      parts.append(stem)
    }
    let named = parts.map { part in
      let kept = part.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
      return String(kept.map { $0 == "." ? "_" : $0 })
    }.filter { !$0.isEmpty }
    return named.isEmpty ? "journeys" : cut(named.joined(separator: "."), maxClassLength)
  }

  /// The text, with a part of its digest where it had to be cut, so that two long ones stay apart.
  static func cut(_ text: String, _ longest: Int) -> String {
    guard text.utf16.count > longest else { return text }
    let digits = ShortDigest.of(text)
    var kept = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      count += UTF16.width(scalar)
      guard count <= longest - digits.utf8.count - 2 else { break }
      kept.append(scalar)
    }
    return String(kept) + "…~" + digits
  }
}
