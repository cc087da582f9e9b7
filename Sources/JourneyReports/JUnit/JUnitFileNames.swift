/// Names of the files that a folder holds, one for each suite: `TEST-journeys.sign-in.password.xml`.
///
/// Plain ASCII that every file system takes; unique also where letters of either case are the same. The name of a file does not
/// depend on those next to it, except for two that would have one name.
struct JUnitFileNames {
  private static let maxStemLength = 180

  /// Ends each name, before its suffix.
  private let mark: String
  private var taken: Set<String> = []

  init(of part: RunPart = RunPart()) { mark = part.shardMark }

  /// The name for the suite of a file; a name that was given out gets a number.
  mutating func name(of file: String) -> String {
    let stem = Self.stem(of: file)
    var number = 1
    while true {
      let name = "TEST-\(stem)\(number == 1 ? "" : "-\(number)")\(mark).xml"
      number += 1
      if taken.insert(name.lowercased()).inserted { return name }
    }
  }

  /// The class of the file; where something of it had to go, a part of its digest keeps it apart.
  private static func stem(of file: String) -> String {
    let className = JUnitNames.className(of: file)
    let plain = String(className.unicodeScalars.prefix(maxStemLength).map { isPlain($0) ? Character($0) : "_" })
    return plain == className && !hasChangedDot(file) ? plain : "\(plain)-\(ShortDigest.of(file))"
  }

  /// Whether the class of the file has another sign for a dot of it: `shop.a/sign-in.yaml` and `shop_a/sign-in.yaml` are of one class.
  private static func hasChangedDot(_ file: String) -> Bool {
    let parts = file.split(separator: "/").filter { $0 != "." && $0 != ".." }
    guard let last = parts.last else { return false }
    let stem = last.lastIndex(of: ".").map { $0 == last.startIndex ? last : last[..<$0] } ?? last
    return stem.contains(".") || parts.dropLast().contains { $0.contains(".") }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": true
    default: false
    }
  }
}
