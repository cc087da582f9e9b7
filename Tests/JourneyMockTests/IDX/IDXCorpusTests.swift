import Encodings
import FoundationEssentials
import JourneyMock
import JourneyModel
import Testing

/// What the org sends, held against the vendor's own bodies: every member at a place where one of those has it.
struct IDXCorpusTests {
  private static let folder = ProcessInfo.processInfo.environment["CORPUS_DIR"].flatMap { $0.isEmpty ? nil : $0 + "/okta-idx" }

  @Test(.enabled(if: folder != nil, "CORPUS_DIR names no corpus"))
  func `an org sends nothing that the vendor's servers do not`() async throws {
    let known = try Self.vendorPlaces().union(Self.elsewhere)
    #expect(known.count > 300)
    for body in try await Self.bodies() {
      let strange = Self.places(in: body).subtracting(known)
      #expect(strange == [], "\(body["remediation"]?["value"]?[0]?["name"]?.stringValue ?? "no remediation")")
    }
  }

  /// What the samples have in another place only, or not at all: the profile of a phone that is used, the end of a
  /// refused journey (okta/okta-idx-java issue 201), and what only other samples of okta/okta-signin-widget have: how long an
  /// enrolment may be put off, buttons of messages, and the question to a device.
  private static let elsewhere: Set<String> = {
    var places: Set<String> = [
      ".currentAuthenticatorEnrollment.value.profile.phoneNumber", ".failure", ".failure.href", ".failure.name",
      ".messages.value.links.label",
    ]
    func add(_ place: String, _ names: String...) { places.formUnion([place] + names.map { "\(place).\($0)" }) }
    add(".authenticators.value.gracePeriod", "expiry")
    add(".messages.value.deviceRemediation", "type", "value")
    add(".messages.value.deviceRemediation.value", "action", "platform", "remediationType", "domain", "ports", "fallback")
    add(".messages.value.deviceRemediation.value.fallback", "type", "href")
    add(".authenticatorChallenge.value", "domain", "ports", "challengeRequest")
    add(".authenticatorChallenge.value.cancel", "rel", "name", "href", "method", "produces", "accepts", "value")
    add(".authenticatorChallenge.value.cancel.value", "name", "required", "value", "visible", "mutable")
    return places
  }()

  private static func vendorPlaces() throws -> Set<String> {
    let folder = try #require(folder)
    var places: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".json") && name != "index.json" {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)"), !data.isEmpty else { continue }
      places.formUnion(Self.places(in: try JSONReader.read(Array(data))))
    }
    return places
  }

  /// The path of every member, places in lists left out.
  private static func places(in value: JSONValue, at path: String = "") -> Set<String> {
    switch value {
    case .object(let members):
      members.reduce(into: []) { places, member in
        let place = "\(path).\(member.name)"
        places.insert(place)
        places.formUnion(Self.places(in: member.value, at: place))
      }
    case .array(let elements): elements.reduce(into: []) { $0.formUnion(Self.places(in: $1, at: path)) }
    case .null, .bool, .number, .string: []
    }
  }

  /// Bodies of every kind of screen.
  private static func bodies() async throws -> [JSONValue] {
    var bodies: [JSONValue] = []
    func walk(_ steps: (inout IDXApp) async throws -> Void) async throws {
      var app = IDXApp(World(try CascadeTenant.load()))
      try await steps(&app)
      bodies += app.bodies
    }
    let pick = "select-authenticator-authenticate"
    try await walk { app in
      try await app.signIn("tess@cascade.test", "wrong")
      try await app.submit("challenge-authenticator", [.init("credentials", ["passcode": "Tess-ford-33"])])
      try await app.submit(pick, try app.option("Phone", in: pick))
      try await app.introspect()
    }
    try await walk { app in
      try await app.signIn("milo@cascade.test", "Milo-brook-22")
      try await app.submit(pick, try app.option("Email", in: pick))
      try await app.submit("challenge-authenticator", [.init("credentials", ["passcode": "nonsense"])])
    }
    try await walk { app in
      try await app.signIn("quin@cascade.test", "Quin-lagoon-77")
      try await app.submit(pick, try app.option("Security Question", in: pick))
    }
    try await walk { app in
      try await app.signIn("rolf@cascade.test", "Rolf-gorge-66")
      try await app.submit(pick, try app.option("Okta Verify", in: pick, method: "push"))
      try await app.world.answerPush(accepts: false, account: nil)
      try await app.submit("challenge-poll")
    }
    for label in ["Phone", "Google Authenticator", "Security Question"] {
      try await walk { app in
        try await app.signIn("sara@cascade.test", "Sara-spring-88")
        try await app.submit("select-authenticator-enroll", try app.option(label, in: "select-authenticator-enroll"))
      }
    }
    try await walk { app in
      try await app.signIn("cora@cascade.test", "Cora-canal-99")
      try await app.submit("consent", [.init("consent", true)])
    }
    try await walk { app in
      try await app.start()
      try await app.submit("select-enroll-profile")
      try await app.submit("enroll-profile", [])
      try await app.submit(
        "enroll-profile", [.init("userProfile", ["firstName": "Nina", "lastName": "Naveen", "email": "nina@cascade.test"])])
    }
    try await walk { app in
      try await app.start()
      try await app.submit("launch-authenticator")
    }
    try await walk { app in
      try await app.signIn("nora@cascade.test", "Nora-bay-14")
      try await app.signIn("dana@cascade.test", "Dana-gulf-13")
    }
    return bodies
  }
}
