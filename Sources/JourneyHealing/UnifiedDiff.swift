/// The difference of two texts as `git apply` and `patch` take it.
package struct UnifiedDiff {
  private enum Line {
    case kept(String)
    case removed(String)
    case added(String)
  }

  private static let context = 3

  private let lines: [Line]

  package init(from before: String, to now: String) {
    let (old, new) = (Self.lines(of: before), Self.lines(of: now))
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [Line] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if removed.contains(left) {
        lines.append(.removed(old[left]))
        left += 1
      } else if added.contains(right) {
        lines.append(.added(new[right]))
        right += 1
      } else {
        lines.append(.kept(old[left]))
        left += 1
        right += 1
      }
    }
    self.lines = lines
  }

  /// With the two header lines; empty if nothing differs.
  package func text(of file: String) -> String {
    var text = ""
    for hunk in hunks { text += self.text(of: hunk) }
    return text.isEmpty ? "" : "--- a/\(file)\n+++ b/\(file)\n" + text
  }

  /// Runs of changed lines with the lines around them.
  private var hunks: [Range<Int>] {
    var hunks: [Range<Int>] = []
    for (index, line) in lines.enumerated() {
      if case .kept = line { continue }
      let range = max(index - Self.context, 0)..<min(index + Self.context + 1, lines.count)
      if let last = hunks.last, last.upperBound >= range.lowerBound {
        hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
      } else {
        hunks.append(range)
      }
    }
    return hunks
  }

  private func text(of hunk: Range<Int>) -> String {
    var (left, right) = counts(lines[..<hunk.lowerBound])
    let (removed, added) = counts(lines[hunk])
    left += removed == 0 ? 0 : 1
    right += added == 0 ? 0 : 1
    var text = "@@ -\(left),\(removed) +\(right),\(added) @@\n"
    for line in lines[hunk] {
      let (sign, content) =
        switch line {
        case .kept(let content): (" ", content)
        case .removed(let content): ("-", content)
        case .added(let content): ("+", content)
        }
      text += sign + content + (content.utf8.last == 0x0A ? "" : "\n\\ No newline at end of file\n")
    }
    return text
  }

  /// How many lines of the two texts these are.
  private func counts(_ lines: ArraySlice<Line>) -> (old: Int, new: Int) {
    lines.reduce(into: (old: 0, new: 0)) { counts, line in
      switch line {
      case .kept:
        counts.old += 1
        counts.new += 1
      case .removed: counts.old += 1
      case .added: counts.new += 1
      }
    }
  }

  /// Each with its line break.
  private static func lines(of text: String) -> [String] {
    var lines: [String] = []
    var line: [UInt8] = []
    for byte in text.utf8 {
      line.append(byte)
      if byte == 0x0A {
        lines.append(String(decoding: line, as: UTF8.self))
        line = []
      }
    }
    if !line.isEmpty { lines.append(String(decoding: line, as: UTF8.self)) }
    return lines
  }
}
