import Encodings

extension HostileMode {
  /// Bodies that are hardly JSON, or more of it than anybody has use for.
  static let json: [HostileMode] = [
    body("a number that is none") { #"{"screen":NaN}"# },
    body("a duplicate member") { screen(members: #","screen":"password""#) },
    screen("a number of 100,000 digits", .passed, members: { #","n":1\#(many(100_000, "0"))"# }),
    body("half of a surrogate pair") { #"{"screen":"\ud800"}"# },
    answering("bytes that are not UTF-8") { _ in
      .answer(HTTPResponseMessage(status: 200, headers: ["Content-Type": "application/json"], body: [0x22, 0xFF, 0xFE, 0x22]))
    },
    answering("UTF-16") { _ in
      let body: [UInt8] = [0xFF, 0xFE] + screen().utf8.flatMap { byte -> [UInt8] in [byte, 0] }
      return .answer(HTTPResponseMessage(status: 200, headers: ["Content-Type": "application/json"], body: body))
    },
    body("a zero byte") { "{\"screen\":\"a\u{0}\"}" },
    body("100,000 arrays within each other") { many(100_000, "[") },
    body("100,000 objects within each other") { many(100_000, #"{"a":"#) },
    screen("arrays of the maximum depth", .passed, members: { #","a":\#(many(126, "["))\#(many(126, "]"))"# }),
    body("1 MB of blanks", .passed) { many(1_000_000, " ") + screen() },
    screen("150,000 values", members: { #","a":[\#(many(150_000, "0,"))0]"# }),
    screen("3,000 members of one object", members: { #","a":{\#(many(3_000) { #""k\#($0)":0,"# })"z":0}"# }),
    screen("a name of 100 KB", members: { #","\#(many(100_000, "n"))":0"# }),
    screen("an unused text of 1 MB", .passed, members: { #","a":"\#(many(1_000_000, "a"))""# }),
    screen("200,000 escapes", .passed, members: { #","a":"\#(many(200_000, #"\u0041"#))""# }),
    body("two bodies in one") { screen() + screen() },
    body("a comment") { "/* hello */" + screen() },
    body("a body that breaks off in an escape") { #"{"screen":"\u00"# },
  ]

  /// Screens with more of everything than a person would read.
  static let screens: [HostileMode] = [
    screen(
      "60,000 messages", members: { #","messages":{"identifier":{\#(many(60_000) { #""w\#($0)":{"text":"no"},"# })"z":{"text":"no"}}}"# }),
    screen("20,000 messages in a list", members: { #","messages":{"global":[\#(many(20_000) { #"{"text":"\#($0)"},"# })"z"]}"# }),
    screen("30,000 forms", forms: { many(30_000) { #",{"id":"f\#($0)"}"# } }),
    screen("40,000 widgets", widgets: { many(40_000) { #",{"id":"w\#($0)"}"# } }),
    screen("80,000 options", widgets: { #",{"type":"select","id":"s","options":[\#(many(80_000, "{},")){}]}"# }),
    screen(
      "options in groups 100 deep", .passed,
      widgets: {
        #",{"type":"select","id":"s","options":[\#(many(50, #"{"options":["#))\#(many(50, "]}"))]}"#
      }),
    screen("100,000 nodes of a layout", members: { #","layout":{"type":"vertical","items":[\#(many(99_000, "0,"))0]}"# }),
    screen(
      "a layout 50 deep", .failed,
      members: {
        #","layout":\#(many(50, #"{"type":"vertical","items":["#))\#(many(50, "]}"))"#
      }),
    screen(
      "100,000 nested tags", .passed,
      widgets: {
        #",{"type":"static","id":"s","value":"\#(many(100_000, "<b>"))","render":{"type":"html"}}"#
      }),
    screen(
      "200,000 references of HTML", .passed,
      widgets: {
        #",{"type":"static","id":"s","value":"\#(many(200_000, "&amp;"))","render":{"type":"html"}}"#
      }),
    screen(
      "a comment of HTML without an end", .passed,
      widgets: {
        #",{"type":"static","id":"s","value":"<!--\#(many(1_000_000, "-"))","render":{"type":"html"}}"#
      }),
    screen("a label of 1 MB", .passed, widgets: { #",{"type":"static","id":"s","label":"\#(many(1_000_000, "a"))"}"# }),
    screen("a message of 1 MB", .failed, members: { #","messages":{"global":{"type":"error","text":"\#(many(1_000_000, "a"))"}}"# })
      .taking(.long),
    screen(
      "the maximum number of messages", .failed,
      members: {
        #","messages":{"global":[\#(many(999) { #"{"type":"error","text":"\#($0)"},"# }){"type":"error","text":"z"}]}"#
      }),
    screen("the maximum number of widgets", .passed, widgets: { many(4_998) { #",{"type":"static","id":"w\#($0)","value":"a"}"# } }),
    screen("the maximum number of forms", .passed, forms: { many(499) { #",{"id":"f\#($0)","widgets":[{"type":"submit","id":"s"}]}"# } }),
    screen(
      "the maximum number of options", .passed,
      widgets: {
        #",{"type":"select","id":"s","options":[\#(many(19_999, #"{"value":"a"},"#)){}]}"#
      }),
    screen("2,000 members of the branding", .passed, members: { #","branding":{\#(many(1_999) { #""k\#($0)":"v","# })"z":"v"}"# }),
    screen("the id of a widget of 100 KB", widgets: { #",{"type":"input","id":"\#(many(100_000, "i"))"}"# }),
    body("the id of a screen of 100 KB") { #"{"screen":"\#(many(100_000, "s"))","forms":[]}"# },
    screen(
      "a pattern that takes for ever", .passed,
      widgets: {
        #",{"type":"input","id":"p","value":"\#(many(100, "a"))!","validator":{"regex":"^(a+)+$"}}"#
      }),
    screen(
      "texts for a terminal", .failed,
      members: {
        #","messages":{"global":{"type":"error","text":"\u001b[2J\u001b]0;x\u0007\u202e##[error]::error::x"}}"#
      }),
    screen(
      "messages of missing widgets", .failed,
      members: {
        #","messages":{\#(many(900) { #""f\#($0)":{"w":{"type":"error","text":"no"}},"# })"z":{}}"#
      }),
    body("forms that are not a list") { #"{"screen":"identification","forms":{"a":1}}"# },
    body("widgets that are not objects", .failed) {
      #"{"screen":"identification","forms":[{"id":"identifier","widgets":[1,"a",null,[]]}]}"#
    },
    body("a screen whose name is a number", .broken) { #"{"screen":7,"forms":[]}"# },
  ]

  /// What follows the journey.
  static let ends: [HostileMode] = [
    answering("3,000 keys in a key set", .failed, at: "/jwks.json") { _ in
      let key = #"{"kty":"RSA","kid":"x","use":"sig","alg":"RS256","n":"\#(many(342, "A"))","e":"AQAB"}"#
      return .answer(HTTPResponseMessage(200, "application/json", #"{"keys":[\#(many(2_999, key + ","))\#(key)]}"#))
    },
    answering("an ID token of 1 MB", .failed, at: "/oauth2/token") { try $0.with("id_token") { _ in .string(many(1_000_000, "a")) } },
    answering("an ID token of 100,000 dots", .failed, at: "/oauth2/token") { try $0.with("id_token") { _ in .string(many(100_000, ".")) } },
    answering("discovery of 150,000 values", at: "/openid-configuration") { answer in
      let text = String(decoding: answer.body.dropLast(), as: UTF8.self)
      return .answer(HTTPResponseMessage(200, "application/json", text + #","a":[\#(many(250_000, "0,"))0]}"#))
    },
  ]
}
