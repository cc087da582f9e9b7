import Crypto
import CryptoExtras

/// One signature of an ID token, made and checked, without anything around it.
enum SignatureFloor {
  private static let count = 200
  private static let message = Array(repeating: UInt8(ascii: "a"), count: 600)

  static func measure(runs: Int) throws -> [Measurement] {
    let rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    let rsaSignature = try rsa.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
    let curve = P256.Signing.PrivateKey()
    let curveSignature = try curve.signature(for: SHA256.hash(data: message))
    return try [
      measure("rsa-2048/sign", runs) {
        _ = try rsa.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
        return true
      },
      measure("rsa-2048/verify", runs) {
        rsa.publicKey.isValidSignature(rsaSignature, for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
      },
      measure("p-256/sign", runs) {
        _ = try curve.signature(for: SHA256.hash(data: message))
        return true
      },
      measure("p-256/verify", runs) { curve.publicKey.isValidSignature(curveSignature, for: SHA256.hash(data: message)) },
    ]
  }

  private static func measure(_ name: String, _ runs: Int, _ work: () throws -> Bool) throws -> Measurement {
    let values = try (0..<runs).map { _ in
      let stopwatch = Stopwatch()
      for _ in 0..<count {
        guard try work() else { throw MeasuredProcess.Failure(description: "a signature is not valid") }
      }
      return stopwatch.reading.cpu.inMicroseconds / Double(count)
    }
    return Measurement("floor/\(name)/cpu", .microseconds, values)
  }
}
