/// A text to be found in others, byte by byte, in time that grows with their lengths and not with the product.
struct TextSearch {
  private let wanted: [UInt8]
  /// For each beginning of `wanted`, how much of it is also its end (Knuth, Morris, Pratt).
  private let borders: [Int]

  init(_ text: String) {
    let wanted = Array(text.utf8)
    var borders = [Int](repeating: 0, count: wanted.count)
    var length = 0
    for index in wanted.indices.dropFirst() {
      while length > 0, wanted[index] != wanted[length] { length = borders[length - 1] }
      if wanted[index] == wanted[length] { length += 1 }
      borders[index] = length
    }
    self.wanted = wanted
    self.borders = borders
  }

  /// Whether the text occurs in another; an empty one occurs in all.
  func isFound(in text: String) -> Bool {
    if wanted.isEmpty { return true }
    var length = 0
    for byte in text.utf8 {
      while length > 0, byte != wanted[length] { length = borders[length - 1] }
      if byte == wanted[length] { length += 1 }
      if length == wanted.count { return true }
    }
    return false
  }
}
