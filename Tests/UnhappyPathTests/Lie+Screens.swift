import Encodings

/// Lies about messages and screens.
extension Lie {
  private static let unread = #"{"type":"error","text":"Locked"}"#

  /// Screen states of journey-flow.
  static let flowScreens: [Lie] = [
    .member("an error with the end", .answer, "messages", ["global": ["type": "error", "text": "Locked"]]),
    .member("a warning with the end", .answer, "messages", ["global": ["type": "warning", "text": "Locked"]]),
    .member("a message of an unknown level with the end", .answer, "messages", ["global": ["type": "alarm", "text": "Locked"]]),
    .member("an error on a widget with the end", .answer, "messages", ["pin": ["pin": ["type": "error", "text": "Wrong"]]]),
    .member(
      "a notice with the end", .answer, kept: "a notice is not an error; the reports have a warning", "messages",
      ["global": ["type": "info", "text": "Hello"]]),
    .repeated("finalizeUrl", .answer, "https://evil.test"), .member("an error's name with the end", .answer, "error", "locked"),
    .member("a list of errors with the end", .answer, "errors", [["code": "locked"]]),
    .member("a form with the end", .answer, "forms", [["type": "form", "id": "pin", "widgets": []]]),
    .member("an end at another host", .answer, "finalizeUrl", "https://evil.test/end"),
    .member("no end", .answer, "finalizeUrl", nil), .status(201, .answer),
    .status(400, .answer, kept: "the SDKs read `finalizeUrl` under this status, too"),
    .status(500, .answer), .member("an error that no step expects", .first, "messages", ["global": ["type": "error", "text": "Locked"]]),
    .member("an error of no widget", .first, "messages", ["pin": ["other": ["type": "error", "text": "Wrong"]]]),
    Lie("'messages' twice, the error first", .first) { answer, _ in
      answer.body = Array(
        String(decoding: answer.body, as: UTF8.self).replacing("{", with: #"{"messages":{"global":\#(unread)},"#, maxReplacements: 1).utf8)
    },
    .repeated("screen", .first, "pin"), .repeated("forms", .first, []), .repeated("layout", .first, ["type": "vertical", "items": []]),
    .text("'label' twice", .first, #""label":"PIN""#, #""label":"WRONG","label":"PIN""#),
    .text("'text' of a message twice", .first, #""messages":{}"#, #""messages":{"global":{"type":"info","text":"a","text":"b"}}"#),
    .text("another label", .first, #""label":"PIN""#, #""label":"Password""#),
    .text("another type of widget", .first, #""input""#, #""password""#),
    .text("a widget of another id", .first, #""id":"pin","label""#, #""id":"pim","label""#),
    .member("another screen", .first, "screen", "password"), .member("forms that are not a list", .first, "forms", "none"),
    .member("no forms", .first, "forms", nil), .status(201, .first), .status(202, .first), .status(204, .first), .status(302, .first),
    .status(403, .first), .status(500, .first), .status(503, .first),
    Lie("a refusal with 'hostedUrl' twice", .first) { answer, _ in
      answer = HTTPResponseMessage(403, "application/json", #"{"hostedUrl":"https://a.test","hostedUrl":"https://b.test"}"#)
    },
    Lie("status 400, a hosted page and no message", .first, kept: "only the SDKs for the web and for Java open the hosted page") {
      answer, _ in
      answer.status = 400
      answer.body = Array(String(decoding: answer.body, as: UTF8.self).replacing(#""messages":{}"#, with: #""other":{}"#).utf8)
    },
    .text("a second value after the first", .first, #""messages":{}}"#, #""messages":{}}{}"#),
    .text("a body that breaks off", .first, #""messages":{}}"#, #""messages":{"#), .answer("a page", .first, "<p>Hello</p>"),
    .answer("an empty body", .first, ""), .answer("a list", .first, "[]"),
    .address("a code and no screen", .start) { $0.replacing(/session_id=.*/, with: "code=x&state=x") },
    .address("the session in another host's address", .start) { $0.replacing("//app.test", with: "//evil.test") },
  ]

  /// Bodies of the Identity Engine.
  static let engineScreens: [Lie] = [
    engineMessage("an error with the end", .answer, #"{"message":"Locked","class":"ERROR"}"#),
    engineMessage("a warning with the end", .answer, #"{"message":"Locked","class":"WARNING"}"#),
    engineMessage("a message without a level with the end", .answer, #"{"message":"Locked"}"#),
    engineMessage(
      "a notice with the end", .answer, kept: "a notice is not an error; the reports have a warning", #"{"message":"Hello","class":"INFO"}"#
    ),
    engineMessage("an error that no step expects", .first, #"{"message":"Locked","class":"ERROR"}"#),
    .member("messages that are not a list", .first, "messages", "Locked"),
    Lie("'messages' twice, the error first", .first) { answer, _ in
      let error = #"{"messages":{"value":[{"message":"Locked","class":"ERROR"}]},"messages":{"value":[]},"#
      answer.body = Array(String(decoding: answer.body, as: UTF8.self).replacing("{", with: error, maxReplacements: 1).utf8)
    },
    .repeated("version", .first, "1.0.0"), .repeated("stateHandle", .first, "x"), .repeated("remediation", .first, ["value": []]),
    .text("'label' twice", .first, #""label":"PIN""#, #""label":"WRONG","label":"PIN""#),
    .text("another label", .first, #""label":"PIN""#, #""label":"Password""#),
    .text("a field of another name", .first, #""name":"pin""#, #""name":"pim""#),
    .text("another remediation", .first, #""identify""#, #""enroll-profile""#), .member("no remediation", .first, "remediation", nil),
    .member("no version", .first, "version", nil), .status(201, .first), .status(204, .first), .status(302, .first), .status(500, .first),
    .status(503, .first), .status(500, .answer), .status(201, .answer),
    .text("no code at the end", .answer, #""name":"interaction_code""#, #""name":"other""#),
    Lie("an empty code at the end", .answer) { answer, _ in
      let text = String(decoding: answer.body, as: UTF8.self)
      answer.body = Array(text.replacing(/"interaction_code","value":"[^"]*"/, with: #""interaction_code","value":"""#).utf8)
    },
    .repeated("successWithInteractionCode", .answer, ["value": []]), .member("no end", .answer, "successWithInteractionCode", nil),
    .text("a second value after the first", .first, #""1.0.0""#, #""1.0.0"}{"a":1"#), .answer("a page", .first, "<p>Hello</p>"),
    .answer("an empty body", .first, ""), .answer("a list", .first, "[]"), .repeated("interaction_handle", .start, "x"),
    .member("an error next to the handle", .start, "error", "access_denied"), .status(403, .answer),
    .member("no handle", .start, "interaction_handle", nil), .status(400, .start), .status(503, .start),
  ]

  private static func engineMessage(_ name: String, _ station: Station, kept: String? = nil, _ message: String) -> Lie {
    Lie(name, station, kept: kept) { answer, _ in
      let messages = #"{"messages":{"type":"array","value":[\#(message)]},"#
      answer.body = Array(String(decoding: answer.body, as: UTF8.self).replacing("{", with: messages, maxReplacements: 1).utf8)
    }
  }

  /// Web pages.
  static let pages: [Lie] = [
    .text("an error that no step expects", .start, "<label>", "<p role=alert>Locked</p><label>"),
    .text("another label", .start, "PIN", "Password"),
    .text("a field of another name", .start, "name=pin", "name=pim"), .text("no field", .start, "<input name=pin>", ""),
    .text("a field that cannot be filled in", .start, "<input name=pin>", "<input name=pin disabled>"),
    .text("no button", .start, "<button>Go</button>", ""),
    .text("a form for another host", .start, "action=\"", "action=\"https://evil.test/\" x=\""),
    .answer("an empty page", .start, "<p></p>"), .answer("JSON", .start, "{}"), .status(503, .start),
    .answer("a page at the end", .callback, "<p>Welcome</p>"),
    .status(503, .callback),
  ]
}
