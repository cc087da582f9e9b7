import Encodings
import Testing

struct OneTimePasswordTests {
  private func secret(_ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(ascii: "0") + UInt8(($0 + 1) % 10) }
  }

  // RFC 4226 appendix D
  @Test(arguments: zip(0..<10, ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"]))
  func `the vectors of RFC 4226 hold`(_ counter: Int, _ code: String) {
    #expect(OneTimePassword(secret: secret(20)).code(counter: UInt64(counter)) == code)
  }

  // RFC 6238 appendix B
  @Test(
    arguments: [
      (59, ["94287082", "46119246", "90693936"]), (1_111_111_109, ["07081804", "68084774", "25091201"]),
      (1_111_111_111, ["14050471", "67062674", "99943326"]), (1_234_567_890, ["89005924", "91819424", "93441116"]),
      (2_000_000_000, ["69279037", "90698825", "38618901"]), (20_000_000_000, ["65353130", "77737706", "47863826"]),
    ] as [(Int64, [String])])
  func `the vectors of RFC 6238 hold`(_ seconds: Int64, _ codes: [String]) {
    let made = zip(OneTimePassword.Algorithm.allCases, [20, 32, 64]).map { algorithm, length in
      OneTimePassword(secret: secret(length), algorithm: algorithm, digits: 8).code(atSecondsSinceEpoch: seconds)
    }
    #expect(made == codes)
  }

  @Test func `a code changes with its period and odd settings do no harm`() {
    let minute = OneTimePassword(secret: secret(20), period: 60)
    #expect(minute.code(atSecondsSinceEpoch: 119) == "287082")
    #expect(minute.code(atSecondsSinceEpoch: 120) == "359152")
    #expect(OneTimePassword(secret: [], digits: 99, period: 0).code(atSecondsSinceEpoch: -5).utf8.count == 8)
  }
}
