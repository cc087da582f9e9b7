import FoundationEssentials

/// A file of `NAME=value` lines; blank lines and those that begin with `#` are passed over.
enum SecretsFile {
  struct Problem: Error { var message: String }

  static func read(_ path: String) throws(Problem) -> [String: String] {
    guard let data = FileManager.default.contents(atPath: path) else { throw Problem(message: "the secrets file '\(path)' cannot be read") }
    var secrets: [String: String] = [:]
    for (index, line) in String(decoding: data, as: UTF8.self).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      guard !line.hasPrefix("#"), !line.allSatisfy(\.isWhitespace) else { continue }
      guard let equals = line.firstIndex(of: "="), equals != line.startIndex else {
        throw Problem(message: "\(path):\(index + 1): a secret is written as NAME=value")
      }
      secrets[String(line[..<equals])] = String(line[line.index(after: equals)...])
    }
    return secrets
  }
}
