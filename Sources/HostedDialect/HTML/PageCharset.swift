internal import CLibXML2
internal import Encodings

/// How a page's bytes spell its text, and how its forms are sent.
package enum PageCharset: Sendable, Hashable {
  case utf8
  /// Also what pages mean by `iso-8859-1` and `ascii` (WHATWG Encoding section 4.2).
  case windows1252
  case utf16(isBigEndian: Bool)
  /// One that libxml2 reads, in lower case; forms of such a page are sent if they are ASCII.
  case other(String)

  /// What a label of a `Content-Type` or a `meta` means; `nil` if it is unknown.
  init?(label: String) {
    let label = label.trimmingASCIISpace.asciiLowercased
    if ["utf-8", "utf8", "unicode-1-1-utf-8"].contains(label) {
      self = .utf8
    } else if Self.labelsOfWindows1252.contains(label) {
      self = .windows1252
    } else if ["utf-16", "utf-16le", "unicode", "ucs-2"].contains(label) {
      self = .utf16(isBigEndian: false)
    } else if label == "utf-16be" {
      self = .utf16(isBigEndian: true)
    } else {
      SilentLibrary.prepare()
      guard label.utf8.count <= 40, let handler = xmlFindCharEncodingHandler(label) else { return nil }
      xmlCharEncCloseFunc(handler)
      self = .other(label)
    }
  }

  private static let labelsOfWindows1252: Set<String> = [
    "windows-1252", "cp1252", "x-cp1252", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1", "ascii", "us-ascii",
    "ansi_x3.4-1968", "iso88591", "cp819", "ibm819",
  ]

  /// The name by which a form declares its encoding (`_charset_`).
  package var name: String {
    switch self {
    case .utf8, .utf16: "UTF-8"
    case .windows1252: "windows-1252"
    case .other(let label): label
    }
  }

  /// A byte order mark wins over the header, the header over a `meta` in the first 1,024 bytes.
  ///
  /// Where none says anything it is UTF-8 if the bytes are, else windows-1252.
  init(of bytes: [UInt8], contentType: String?) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      self = .utf8
    } else if bytes.starts(with: [0xFF, 0xFE]) {
      self = .utf16(isBigEndian: false)
    } else if bytes.starts(with: [0xFE, 0xFF]) {
      self = .utf16(isBigEndian: true)
    } else if let told = contentType.flatMap({ CharsetLabel.first(in: Array($0.utf8)[...]) }).flatMap(PageCharset.init(label:)) {
      self = told
    } else if let told = CharsetLabel.ofMeta(in: bytes.prefix(1_024)).flatMap(PageCharset.init(label:)) {
      // A page whose `meta` could be read is not UTF-16, whatever it says.
      if case .utf16 = told { self = .utf8 } else { self = told }
    } else {
      self = String(validating: bytes, as: UTF8.self) == nil ? .windows1252 : .utf8
    }
  }
}
