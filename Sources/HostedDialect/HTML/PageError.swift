/// Why an answer is not a page that is read.
package enum PageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// More bytes than are read.
  case tooLarge(bytes: Int, limit: Int)
  /// Elements nested deeper than are read.
  case tooDeep(limit: Int)
  /// More elements and texts than are read.
  case tooManyNodes(limit: Int)
  /// One element with more attributes than are read.
  case tooManyAttributes(limit: Int)
  /// More forms than are read.
  case tooManyForms(limit: Int)
  /// More fields, buttons and options than are read.
  case tooManyControls(limit: Int)
  /// A `Content-Type` of something else than HTML, in lower case and without parameters.
  case notHTML(String)
  /// libxml2 gave no parser, as when memory is out.
  case noParser

  package var description: String {
    switch self {
    case .tooLarge(let bytes, let limit): "the page has \(bytes) bytes; at most \(limit) are read"
    case .tooDeep(let limit): "the page nests elements deeper than \(limit)"
    case .tooManyNodes(let limit): "the page has more than \(limit) elements and texts"
    case .tooManyAttributes(let limit): "an element of the page has more than \(limit) attributes"
    case .tooManyForms(let limit): "the page has more than \(limit) forms"
    case .tooManyControls(let limit): "the page has more than \(limit) fields, buttons and options"
    case .notHTML(let type): "the answer is '\(type)' and no HTML page"
    case .noParser: "the HTML parser could not be started"
    }
  }
}
