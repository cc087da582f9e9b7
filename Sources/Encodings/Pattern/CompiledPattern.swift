import CPCRE2

/// A pattern as PCRE2 holds it.
///
/// A class because the memory is PCRE2's and has to be freed when the last copy of its pattern goes.
final class CompiledPattern: Sendable {
  private let code: SharedPatternCode
  private let groupCount: Int
  private let groupNames: [GroupName]

  /// A named group of the pattern.
  struct GroupName: Sendable {
    let name: String
    /// From 1.
    let number: Int
  }

  init(_ text: String, ignoringCase: Bool) throws(PatternError) {
    let pointer = try Self.compile(text, ignoringCase: ignoringCase)
    code = SharedPatternCode(pointer: pointer)
    groupCount = Int(Self.number(pointer, PCRE2_INFO_CAPTURECOUNT))
    groupNames = Self.groupNames(of: pointer)
  }

  deinit {
    pcre2_code_free_8(code.pointer)
  }

  /// The first match; a whole one has to begin and end with the text.
  func match(_ subject: String, isWhole: Bool) throws(PatternError) -> PatternMatch? {
    guard subject.utf8.count <= PatternLimits.textLength else { throw .textTooLong(limit: PatternLimits.textLength) }
    guard let data = pcre2_match_data_create_from_pattern_8(code.pointer, nil) else { throw .limitExceeded }
    defer { pcre2_match_data_free_8(data) }
    guard let context = Self.limitedContext() else { throw .limitExceeded }
    defer { pcre2_match_context_free_8(context) }

    // A Swift text is always UTF-8, so PCRE2 need not look again.
    let options = PCRE2_NO_UTF_CHECK | (isWhole ? PCRE2_ANCHORED | PCRE2_ENDANCHORED : 0)
    var budget = PatternBudget()
    var subject = subject
    let status = subject.withUTF8 { utf8 in
      withUnsafeMutablePointer(to: &budget) { budget in
        pcre2_set_callout_8(context, spendStep, budget)
        return pcre2_match_8(code.pointer, utf8.baseAddress, utf8.count, 0, options, data, context)
      }
    }
    if status == PCRE2_ERROR_NOMATCH { return nil }
    guard status >= 0 else { throw .limitExceeded }
    return subject.withUTF8 { makeMatch(from: $0, data: data) }
  }

  private func makeMatch(from utf8: UnsafeBufferPointer<UInt8>, data: OpaquePointer) -> PatternMatch {
    let offsets = UnsafeBufferPointer(start: pcre2_get_ovector_pointer_8(data), count: 2 * (groupCount + 1))
    func group(_ number: Int) -> String? {
      let (start, end) = (offsets[2 * number], offsets[2 * number + 1])
      // A group that took no part has PCRE2_UNSET, the largest size, which is -1 as an Int.
      guard 0 <= start, start <= end, end <= utf8.count else { return nil }
      return String(decoding: utf8[start..<end], as: UTF8.self)
    }
    var named: [String: String] = [:]
    for entry in groupNames {
      if let text = group(entry.number) { named[entry.name] = text }
    }
    return PatternMatch(
      whole: group(0) ?? "", utf8Offset: Int(offsets[0]), groups: (0..<groupCount).map { group($0 + 1) }, namedGroups: named)
  }

  /// New for each match, as matches on other threads must not share it.
  private static func limitedContext() -> OpaquePointer? {
    guard let context = pcre2_match_context_create_8(nil) else { return nil }
    pcre2_set_match_limit_8(context, PatternLimits.backtracks)
    pcre2_set_depth_limit_8(context, PatternLimits.backtrackDepth)
    pcre2_set_heap_limit_8(context, PatternLimits.heapKibibytes)
    return context
  }
}

/// What PCRE2 calls before each item of a pattern; goes on with 0, gives up with an error number.
private func spendStep(
  _ block: UnsafeMutablePointer<pcre2_callout_block_8>?, _ budget: UnsafeMutableRawPointer?
) -> CInt {
  guard let block, let budget else { return PCRE2_ERROR_CALLOUT }
  let isLeft = budget.assumingMemoryBound(to: PatternBudget.self).pointee.spend(at: block.pointee.current_position)
  return isLeft ? 0 : PCRE2_ERROR_MATCHLIMIT
}

/// What is left of a match's steps.
///
/// PCRE2 restarts its own counter at each position of the text, so that alone it allows length times limit. An
/// automatic callout before each item of the pattern makes the count ours. A few items do work that no callout sees
/// (`[^b]{60000}`, a back reference), hence a clock in addition to the count, which no honest pattern ever meets.
struct PatternBudget {
  private var stepsLeft = PatternLimits.steps
  private var items = 0
  private var position = 0
  private let deadline = ContinuousClock.now.advanced(by: PatternLimits.time)

  /// Takes one item's cost, with that of the bytes passed since the item before; false when nothing is left.
  mutating func spend(at newPosition: Int) -> Bool {
    stepsLeft -= 1 + abs(newPosition - position) / 16
    position = newPosition
    items += 1
    return stepsLeft > 0 && (!items.isMultiple(of: 1024) || ContinuousClock.now < deadline)
  }
}
