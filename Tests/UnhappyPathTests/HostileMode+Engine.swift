import Encodings

extension HostileMode {
  /// Bodies of the Identity Engine with more of everything than a person would read.
  static let engine: [HostileMode] = [
    engine("300 remediations", remediations: { many(300) { #",{"name":"f\#($0)"}"# } }),
    engine("10,000 fields", fields: { many(10_000) { #",{"name":"w\#($0)"}"# } }),
    engine("20,000 options of a field", fields: { #",{"name":"w","options":[\#(many(20_000, #"{"label":"a"},"#)){"label":"z"}]}"# }),
    engine("20,000 messages of the Engine", members: { #","messages":{"value":[\#(many(20_000, #"{"message":"a"},"#)){}]}"# }),
    engine(
      "60 links of a message",
      members: {
        #","messages":{"value":[{"message":"a","links":[\#(many(59) { #"{"url":"https://a.test/\#($0)"},"# }){"url":"https://a.test/"}]}]}"#
      }),
    engine("the name of a field of 100 KB", fields: { #",{"name":"\#(many(100_000, "n"))"}"# }),
    engine(
      "fields 30 deep under long names", .passed,
      fields: {
        #",\#(many(30, #"{"name":"\#(many(900, "n"))","form":{"value":["#))\#(many(30, "]}}"))"#
      }),
    engine(
      "4,000 facts", members: { #","app":{"value":{\#(many(3) { #""a\#($0)":{\#(many(1_300) { #""k\#($0)":1,"# })"z":1},"# })"z":1}}"# }),
    engine("a tree of facts", .passed, members: { #","other":\#(many(100, #"{"\#(many(900, "n"))":"#))1\#(many(100, "}"))"# }),
    engine(
      "forms that relate to nothing", .passed,
      remediations: {
        many(190) { #",{"name":"f\#($0)","relatesTo":["$.authenticators.value[\#($0)]"]}"# }
      }),
  ]

  /// A transaction whose first body is like a usual one, with more fields, remediations and members.
  private static func engine(
    _ name: String, _ verdict: UnhappyPath.Verdict = .broken, fields: @escaping @Sendable () -> String = { "" },
    remediations: @escaping @Sendable () -> String = { "" }, members: @escaping @Sendable () -> String = { "" }
  ) -> HostileMode {
    let place = UnhappyPath.Place.raw(nil) { request in
      if request.url.path.hasSuffix("/v1/interact") {
        return .answer(HTTPResponseMessage(200, "application/json", #"{"interaction_handle":"handle-8f3kd93lq0"}"#))
      }
      let form = #"{"name":"identify","href":"http://127.0.0.1/x","value":[{"name":"identifier","label":"User"}\#(fields())]}"#
      let head = #""version":"1.0.0","stateHandle":"state-8f3kd93lq0""#
      return .answer(
        HTTPResponseMessage(200, "application/json", #"{\#(head),"remediation":{"value":[\#(form)\#(remediations())]}\#(members())}"#))
    }
    return HostileMode(path: UnhappyPath(name: name, verdict: verdict, place: place, files: files))
  }

  private static let files: [String: String?] = [
    "journeys/tenants.yaml": """
    default: acme
    tenants:
      acme:
        dialect: okta-idx
        issuer: ISSUER/oauth2/default
        client: {id: acme-app, redirect_uri: "https://app.acme.test/callback", scopes: [openid]}
      other: {dialect: journey-flow, mock: ../acme.yaml}

    """, "journeys/a.yaml": "journey: Sign in\nsteps:\n  - screen: identify\n    messages: none\n",
  ]
}
