/// A QR code of bytes (ISO/IEC 18004), at the lowest level of error correction and with the first mask, up to version 10.
package struct QRCode: Sendable, Hashable {
  /// How many modules a side has.
  package let size: Int
  /// Row by row; `true` is dark.
  private var modules: [Bool]
  /// The modules that carry no data.
  private var isFixed: [Bool]

  /// What a version holds, at the level L: error correction bytes of each block, and the data bytes of the blocks in order (table 9).
  private static let versions: [(correction: Int, blocks: [Int])] = [
    (7, [19]), (10, [34]), (15, [55]), (20, [80]), (26, [108]), (18, [68, 68]), (20, [78, 78]), (24, [97, 97]), (30, [116, 116]),
    (18, [68, 68, 69, 69]),
  ]
  /// The middles of the alignment patterns (annex E).
  private static let alignments: [[Int]] = [
    [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
  ]

  /// `nil` for more bytes than version 10 holds.
  package init?(_ bytes: [UInt8]) {
    let fitting = Self.versions.firstIndex { version in
      // The mode and the count take 12 bits, from version 10 on 20.
      bytes.count + (version.blocks.count == 4 ? 3 : 2) <= version.blocks.reduce(0, +)
    }
    guard let place = fitting else { return nil }
    size = 21 + 4 * place
    modules = Array(repeating: false, count: size * size)
    isFixed = modules
    drawPatterns(version: place + 1)
    drawData(Self.codewords(of: bytes, version: place + 1))
    drawFormat()
  }

  /// Whether a module is dark.
  package func isDark(_ x: Int, _ y: Int) -> Bool { modules[y * size + x] }

  private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
    modules[y * size + x] = isDark
    isFixed[y * size + x] = true
  }

  // MARK: Patterns

  private mutating func drawPatterns(version: Int) {
    for place in 0..<size {
      set(6, place, place % 2 == 0)
      set(place, 6, place % 2 == 0)
    }
    for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(x, y) }
    let middles = Self.alignments[version - 1]
    for x in middles {
      for y in middles where !((x == 6 && y == 6) || (x == 6 && y == size - 7) || (x == size - 7 && y == 6)) {
        for dx in -2...2 { for dy in -2...2 { set(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) } }
      }
    }
    drawFormat()
    guard version >= 7 else { return }
    let bits = Self.remainder(version << 12, by: 0x1F25, degree: 12) | version << 12
    for place in 0..<18 {
      let isDark = bits >> place & 1 == 1
      set(size - 11 + place % 3, place / 3, isDark)
      set(place / 3, size - 11 + place % 3, isDark)
    }
  }

  private mutating func drawFinder(_ x: Int, _ y: Int) {
    for dx in -4...4 {
      for dy in -4...4 where (0..<size).contains(x + dx) && (0..<size).contains(y + dy) {
        let distance = max(abs(dx), abs(dy))
        set(x + dx, y + dy, distance != 2 && distance != 4)
      }
    }
  }

  /// Level L is 01, the mask is 000 (section 7.9).
  private mutating func drawFormat() {
    let data = 0b01000
    let bits = (data << 10 | Self.remainder(data << 10, by: 0x537, degree: 10)) ^ 0x5412
    func isDark(_ place: Int) -> Bool { bits >> place & 1 == 1 }
    for place in 0...5 { set(8, place, isDark(place)) }
    set(8, 7, isDark(6))
    set(8, 8, isDark(7))
    set(7, 8, isDark(8))
    for place in 9..<15 { set(14 - place, 8, isDark(place)) }
    for place in 0..<8 { set(size - 1 - place, 8, isDark(place)) }
    for place in 8..<15 { set(8, size - 15 + place, isDark(place)) }
    set(8, size - 8, true)
  }

  private static func remainder(_ value: Int, by divisor: Int, degree: Int) -> Int {
    var value = value
    for place in stride(from: 20, through: degree, by: -1) where value >> place & 1 == 1 { value ^= divisor << (place - degree) }
    return value
  }

  // MARK: Data

  /// Up and down in columns of two, from the right (section 7.7.3), masked.
  private mutating func drawData(_ codewords: [UInt8]) {
    var place = 0
    var right = size - 1
    while right >= 1 {
      if right == 6 { right = 5 }
      for row in 0..<size {
        for x in [right, right - 1] {
          let y = (right + 1) & 2 == 0 ? size - 1 - row : row
          guard !isFixed[y * size + x] else { continue }
          let bit = place < codewords.count * 8 && codewords[place / 8] >> (7 - UInt8(place % 8)) & 1 == 1
          place += 1
          modules[y * size + x] = bit != ((x + y) % 2 == 0)
        }
      }
      right -= 2
    }
  }

  private static func codewords(of bytes: [UInt8], version: Int) -> [UInt8] {
    let (correction, sizes) = versions[version - 1]
    let data = padded(bytes, version: version, count: sizes.reduce(0, +))
    let divisor = generator(degree: correction)
    var blocks: [[UInt8]] = []
    var start = 0
    for size in sizes {
      blocks.append(Array(data[start..<start + size]))
      start += size
    }
    let corrections = blocks.map { remainder(of: $0, by: divisor) }
    var words: [UInt8] = []
    for place in 0..<(sizes.max() ?? 0) { words += blocks.compactMap { place < $0.count ? $0[place] : nil } }
    for place in 0..<correction { words += corrections.map { $0[place] } }
    return words
  }

  /// The mode of bytes, their count, the bytes, and what fills the rest (section 7.4).
  private static func padded(_ bytes: [UInt8], version: Int, count: Int) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ length: Int) { for place in (0..<length).reversed() { bits.append(value >> place & 1 == 1) } }
    append(0b0100, 4)
    append(bytes.count, version < 10 ? 8 : 16)
    for byte in bytes { append(Int(byte), 8) }
    append(0, min(4, count * 8 - bits.count))
    while bits.count % 8 != 0 { bits.append(false) }
    var words = stride(from: 0, to: bits.count, by: 8).map { start in bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) } }
    var isFirst = true
    while words.count < count {
      words.append(isFirst ? 0xEC : 0x11)
      isFirst.toggle()
    }
    return words
  }

  // MARK: Reed-Solomon

  private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var result = 0
    for place in (0..<8).reversed() {
      result = result << 1 ^ (result >> 7) * 0x11D
      if right >> UInt8(place) & 1 == 1 { result ^= Int(left) }
    }
    return UInt8(truncatingIfNeeded: result)
  }

  private static func generator(degree: Int) -> [UInt8] {
    var coefficients = [UInt8](repeating: 0, count: degree - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<degree {
      for place in coefficients.indices {
        coefficients[place] = product(coefficients[place], root)
        if place + 1 < degree { coefficients[place] ^= coefficients[place + 1] }
      }
      root = product(root, 2)
    }
    return coefficients
  }

  private static func remainder(of data: [UInt8], by divisor: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: divisor.count)
    for byte in data {
      let factor = byte ^ result.removeFirst()
      result.append(0)
      for place in result.indices { result[place] ^= product(divisor[place], factor) }
    }
    return result
  }
}

extension QRCode {
  /// How many pixels a module's side has in a picture, and how many modules are left free around the code.
  private static let (scale, margin) = (4, 4)

  /// The code as a picture in black and white.
  package var png: [UInt8] {
    let side = (size + 2 * Self.margin) * Self.scale
    var rows: [UInt8] = []
    for y in 0..<side {
      // Each row begins with its filter: none.
      rows.append(0)
      for start in stride(from: 0, to: side, by: 8) {
        rows.append((start..<start + 8).reduce(UInt8(0)) { $0 << 1 | (isLight($1, y) ? 1 : 0) })
      }
    }
    return PNG.picture(width: side, height: side, rows: rows)
  }

  private func isLight(_ x: Int, _ y: Int) -> Bool {
    let place = (x: x / Self.scale - Self.margin, y: y / Self.scale - Self.margin)
    guard (0..<size).contains(place.x), (0..<size).contains(place.y) else { return true }
    return !isDark(place.x, place.y)
  }
}
