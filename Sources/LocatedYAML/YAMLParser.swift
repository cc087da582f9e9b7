package import Diagnostics

/// YAML text to trees of located nodes: libyaml's structure, our rule for what a plain scalar is.
package enum YAMLParser {
  /// The documents of a file in their order, without empty ones and without those that are not YAML.
  ///
  /// Everything wrong is reported: after a syntax error reading goes on at the next `---`.
  package static func documents(
    in file: SourceFile, limits: YAMLLimits = .standard, diagnostics: inout [Diagnostic]
  ) -> [YAMLNode] {
    var text = file.text
    guard text.utf8.count <= limits.bytes else {
      diagnostics.append(tooLarge(file, text.utf8.count, limits))
      return []
    }
    var check = text.withUTF8(TextCheck.init)
    if let offset = check.firstWideIndent { diagnostics.append(wideIndent(in: file, at: offset)) }
    if let offset = check.firstControl {
      diagnostics.append(control(in: file, at: offset))
      text = text.withUTF8(TextCheck.withoutControls)
      check = text.withUTF8(TextCheck.init)
    }
    return text.withUTF8 { bytes in
      var reading = Reading(file: file, bytes: bytes, limits: limits, hasTightComment: check.hasTightComment)
      let documents = reading.all()
      diagnostics += reading.diagnostics
      return documents
    }
  }

  /// The documents of a file as it lies on disk; bytes that are not UTF-8 are reported and repaired.
  package static func documents(
    inBytes bytes: [UInt8], named name: String, limits: YAMLLimits = .standard, diagnostics: inout [Diagnostic]
  ) -> (file: SourceFile, documents: [YAMLNode]) {
    guard bytes.count <= limits.bytes else {
      let file = SourceFile(name: name, text: "")
      diagnostics.append(tooLarge(file, bytes.count, limits))
      return (file, [])
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      let file = SourceFile(name: name, text: "")
      diagnostics.append(Diagnostic(.badEncoding, "the text is UTF-16, expected UTF-8", at: place(in: file, at: 0)))
      return (file, [])
    }
    if let text = String(validating: bytes, as: UTF8.self) {
      let file = SourceFile(name: name, text: text)
      return (file, documents(in: file, limits: limits, diagnostics: &diagnostics))
    }
    let file = SourceFile(name: name, text: String(decoding: bytes, as: UTF8.self))
    diagnostics.append(badEncoding(bytes, in: file))
    return (file, documents(in: file, limits: limits, diagnostics: &diagnostics))
  }
}

extension YAMLParser {
  private static func tooLarge(_ file: SourceFile, _ count: Int, _ limits: YAMLLimits) -> Diagnostic {
    Diagnostic(.tooLarge, "the file has \(count) bytes, at most \(limits.bytes) are read", at: place(in: file, at: 0))
  }

  /// A warning only: within a text of several lines it may be meant.
  private static func wideIndent(in file: SourceFile, at offset: Int) -> Diagnostic {
    Diagnostic(
      .yamlSyntax, "a no-break space (U+00A0) does not indent, though it looks like a space", at: place(in: file, at: offset),
      severity: .warning, suggestion: "indent with spaces")
  }

  private static func control(in file: SourceFile, at offset: Int) -> Diagnostic {
    let scalars = file.text.utf8.dropFirst(offset).prefix(4)
    let value = String(decoding: scalars, as: UTF8.self).unicodeScalars.first?.value ?? 0
    let hex = String(value, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: max(4 - hex.count, 0)) + hex
    return Diagnostic(
      .badEncoding, "the control character U+\(code) is not allowed in a text", at: place(in: file, at: offset),
      suggestion: "write \"\\u\(code)\" in double quotes")
  }

  /// The bytes before the first bad one are the same in the repaired text, so its offset is good in both.
  private static func badEncoding(_ bytes: [UInt8], in file: SourceFile) -> Diagnostic {
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var bad = 0
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      bad = error.byteOffsets.lowerBound
    }
    let hex = bad < bytes.count ? String(bytes[bad], radix: 16, uppercase: true) : ""
    return Diagnostic(
      .badEncoding, "the byte 0x\(hex) is not UTF-8 here", at: place(in: file, at: bad - mark),
      suggestion: "save the file as UTF-8")
  }

  private static func place(in file: SourceFile, at offset: Int) -> SourceRange {
    let position = file.position(atUTF8Offset: offset)
    return SourceRange(file: file, start: position, end: position)
  }
}
