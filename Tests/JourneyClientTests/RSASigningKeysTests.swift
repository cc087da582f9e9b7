import Encodings
import JourneyClient
import Testing

struct RSASigningKeysTests {
  /// A key set and tokens made with openssl, apart from this code.
  @Test(arguments: ["RS256", "PS256"])
  func `both kinds of RSA signature hold with a key that does not say which it is for`(algorithm: String) async throws {
    let text = algorithm == "RS256" ? Self.pkcs1 : Self.pss
    let token = try #require(JSONWebToken(text))
    #expect(await SigningKeys(Self.keySet).verdict(on: token) == .valid)
    let other = algorithm == "RS256" ? "PS256" : "RS256"
    #expect(await SigningKeys(Self.keySet(for: other)).verdict(on: token) == .noSuchKey)
  }

  @Test func `a key that encrypts signs nothing`() async throws {
    let json: JSONValue = ["keys": [["kty": "RSA", "use": "enc", "n": .string(Self.modulus), "e": "AQAB"]]]
    #expect(await SigningKeys(json).count == 0)
  }

  private static let keySet: JSONValue = ["keys": [["kty": "RSA", "n": .string(modulus), "e": "AQAB"]]]

  private static func keySet(for algorithm: String) -> JSONValue {
    ["keys": [["kty": "RSA", "alg": .string(algorithm), "n": .string(modulus), "e": "AQAB"]]]
  }

  private static let modulus =
    "sMe__HLlab8c_LsnCO9q-7_N8aLvfbH0Uqh2-vhg6_TvC0veB0NkJbmPedYIDsHbLAd2kGSLJ1TnW76vzbq7VZ5x3AGCZtdmgK7p8mxApc9j3B"
    + "CrTZEKNA2UUxip3R2pRkLURypIEEf4Vgv_uZZvx-GW5aenm-2L2UrChbZ1MiOQa2oX2xTpr1CNogWcSRQGwZrnpR18sRrxLo1OyWRJx41hiJjb"
    + "4pOWqhEY-Af1frszzfZjECnS18NMMIf7RnvqXpAk0gZ_9lmeD5LOK3VgSoJ8Yj_bR0zIVCWRub6AhQD25_bTLnGzhmI4Q539c85R9wqUUUY_FK"
    + "VkDg66OD2Xyw"
  private static let pkcs1 =
    "eyJhbGciOiAiUlMyNTYifQ.eyJzdWIiOiJ4In0.SOretH4nitTy27a1HniwplWKBuPsH7i0R8d7HskehknirnD5JAkpcVWJ3-V3IvJDExn5Lj8"
    + "lg9N0Ix-iRd79yzjjWpd4gt1lwPfP8jyVz_B-2ggrzFvBqm9clTVUO7_ZplkTW_-AC8NX-G2XwWV9cW_HrHKNy72QuE3k_8miGCnjBYkRP6mCd"
    + "9XWAfVVLfNaijLbqBwYt3EuLil0XkEmiaFA4IQBkac5tQunUm4fSkELwD1jMtxzaYDhsS3IKwf00_5lXd6ng8sWLCTjz21aictvdZY5ticUPvk"
    + "vMQ1tvE2pAGrY1a9CZlSug30qD_lUpW4blS0Hg5sISnoWrNDaew"
  private static let pss =
    "eyJhbGciOiAiUFMyNTYifQ.eyJzdWIiOiJ4In0.ELRB4sQOfzSEmV-_csmHkuJIRSwoUYt0XRy_P6Ioq_qp4Vb5zVM7Tb-M7QVbWfLTB7tN6ye"
    + "wy4-0oFuVld3GHdkKljVxIMk2dCxzy8qef90ZhO4P5jcADtg4blg9yKGS37KrWwds0Unxr31Q4X3-x_amaeL1O5kS4nGrkJdmRJ0sDu6w8B1et"
    + "KIlsXm2OWkdn6QzE2SNIeSMoTG2RVMl9_-jmefRCMsqWmnhvfLYDVdtY6DaRwmKAsh0wEPLFFW99EVbPH_cYpcOlbk1iMjv09Et9Yx9L70yRui"
    + "eWBvzZV4c_RQ-FoOrsscG4PVrQ1ZZl8JfMofgf3IRvlP886CNig"
}
