/// One of RFC 4648's alphabets, and the bit shifting that all of them share.
struct RadixAlphabet: Sendable {
  private let digits: [UInt8]
  /// By ASCII code the value of a digit, or 255.
  private let values: [UInt8]
  private let bitsPerDigit: Int

  /// - Parameter digits: 32 or 64 different ASCII characters, in the order of their values.
  init(_ digits: StaticString, bitsPerDigit: Int) {
    self.digits = digits.withUTF8Buffer { Array($0) }
    precondition(self.digits.count == 1 << bitsPerDigit, "an alphabet has a digit for each value")
    self.bitsPerDigit = bitsPerDigit
    var values = [UInt8](repeating: 255, count: 256)
    for (value, digit) in self.digits.enumerated() { values[Int(digit)] = UInt8(value) }
    self.values = values
  }

  /// The digits for the bytes, without padding; the last digit is filled up with zero bits.
  func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.underestimatedCount * 8 + bitsPerDigit - 1) / bitsPerDigit)
    var buffer = 0
    var bitCount = 0
    for byte in bytes {
      buffer = (buffer << 8 | Int(byte)) & 0xFFFF
      bitCount += 8
      while bitCount >= bitsPerDigit {
        bitCount -= bitsPerDigit
        output.append(digits[buffer >> bitCount & (digits.count - 1)])
      }
    }
    if bitCount > 0 { output.append(digits[buffer << (bitsPerDigit - bitCount) & (digits.count - 1)]) }
    return output
  }

  /// The bytes of unpadded digits; `nil` for other characters, and strictly also for a digit too many or bits left over.
  func decode(_ input: some Sequence<UInt8>, isStrict: Bool = true) -> [UInt8]? {
    var output: [UInt8] = []
    output.reserveCapacity(input.underestimatedCount * bitsPerDigit / 8)
    var buffer = 0
    var bitCount = 0
    for digit in input {
      let value = values[Int(digit)]
      guard value != 255 else { return nil }
      buffer = (buffer << bitsPerDigit | Int(value)) & 0xFFFF
      bitCount += bitsPerDigit
      if bitCount >= 8 {
        bitCount -= 8
        output.append(UInt8(truncatingIfNeeded: buffer >> bitCount))
      }
    }
    let isCanonical = bitCount < bitsPerDigit && buffer & ((1 << bitCount) - 1) == 0
    return isCanonical || !isStrict ? output : nil
  }
}
