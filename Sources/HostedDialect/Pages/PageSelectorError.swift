/// Why a text is not a supported selector.
package enum PageSelectorError: Error, Sendable, Hashable, CustomStringConvertible {
  case tooLong(limit: Int)
  case empty
  /// Something of CSS that is not among what is known, or no CSS; the place counts characters from 1.
  case unknown(character: String, place: Int)

  package var description: String {
    switch self {
    case .tooLong(let limit): "the selector is longer than \(limit) bytes"
    case .empty: "the selector, or a part of it, is empty"
    case .unknown(let character, let place): "'\(character)' at character \(place) of the selector is not supported"
    }
  }
}
