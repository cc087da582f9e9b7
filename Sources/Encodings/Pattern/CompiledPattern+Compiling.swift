import CPCRE2

extension CompiledPattern {
  /// Compiled code, which the caller has to free.
  static func compile(_ text: String, ignoringCase: Bool) throws(PatternError) -> OpaquePointer {
    guard text.utf8.count <= PatternLimits.patternLength else {
      throw .invalid(offset: 0, reason: "longer than \(PatternLimits.patternLength) bytes")
    }
    let context = pcre2_compile_context_create_8(nil)
    defer { pcre2_compile_context_free_8(context) }
    pcre2_set_parens_nest_limit_8(context, PatternLimits.nesting)
    let options =
      PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT | (ignoringCase ? PCRE2_CASELESS : 0)
    var errorNumber: CInt = 0
    var errorOffset = 0
    var text = text
    let code = text.withUTF8 {
      pcre2_compile_8($0.baseAddress, $0.count, options, &errorNumber, &errorOffset, context)
    }
    guard let code else {
      let offset = String(decoding: text.utf8.prefix(errorOffset), as: UTF8.self).unicodeScalars.count
      throw .invalid(offset: offset, reason: message(for: errorNumber))
    }
    return code
  }

  private static func message(for errorNumber: CInt) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let length = pcre2_get_error_message_8(errorNumber, &buffer, buffer.count)
    return length > 0 ? String(decoding: buffer.prefix(Int(length)), as: UTF8.self) : "error \(errorNumber)"
  }

  static func number(_ code: OpaquePointer, _ question: CInt) -> UInt32 {
    var answer: UInt32 = 0
    pcre2_pattern_info_8(code, UInt32(question), &answer)
    return answer
  }

  /// PCRE2's table: entries of one size, each a group's number in two bytes and its name up to a zero byte.
  static func groupNames(of code: OpaquePointer) -> [GroupName] {
    let count = Int(number(code, PCRE2_INFO_NAMECOUNT))
    let entrySize = Int(number(code, PCRE2_INFO_NAMEENTRYSIZE))
    var start: UnsafePointer<UInt8>?
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_NAMETABLE), &start)
    let table = UnsafeBufferPointer(start: start, count: count * entrySize)
    return (0..<count).map { index in
      let entry = table[(index * entrySize)..<((index + 1) * entrySize)]
      let number = Int(entry[entry.startIndex]) << 8 | Int(entry[entry.startIndex + 1])
      return GroupName(name: String(decoding: entry.dropFirst(2).prefix { $0 != 0 }, as: UTF8.self), number: number)
    }
  }
}
