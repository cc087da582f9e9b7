import Encodings

extension HostileMode {
  /// Bodies as large as a response may be, each full of something else.
  static let large: [HostileMode] = [
    large("8 MB of blanks", .passed) { [repeated(" "), screen()] },
    large("8 MB of digits", .passed) { [screen(members: #","n":1"#, and: repeated("0"))] },
    large("a message of 8 MB", .failed) {
      [screen(members: #","messages":{"global":{"type":"error","text":""#, and: repeated("x") + #""}}"#)]
    },
    large("a message of 8 MB of escapes", .failed) {
      [screen(members: #","messages":{"global":{"type":"error","text":""#, and: repeated(#"\u0041"#) + #""}}"#)]
    },
    large("a label of 8 MB", .passed) { [screen(widgets: #",{"type":"static","id":"s","label":""# + repeated("a") + #""}"#)] },
    large("8 MB of HTML", .passed) {
      [screen(widgets: #",{"type":"static","id":"s","render":{"type":"html"},"value":""# + repeated("<b>a</b>") + #""}"#)]
    },
    large("8 MB of unknown members", .passed) { [screen(members: #","more":""#, and: repeated("m") + #"""#)] },
    large("8 MB of messages") {
      let text = #"{"type":"error","text":"\#(many(900, "y"))"}"#
      return [screen(members: #","messages":{"identifier":{"#, and: numbered { #""w\#($0)":\#(text),"# } + #""z":\#(text)}}"#)]
    },
    large("8 MB of widgets") { [screen(widgets: numbered { #",{"type":"input","id":"w\#($0)","label":"\#(many(900, "y"))"}"# })] },
    large("8 MB of forms") { [screen(forms: numbered { #",{"id":"f\#($0)","label":"\#(many(900, "y"))","widgets":[]}"# })] },
    large("8 MB of options", .passed) {
      [
        screen(
          widgets: #",{"type":"select","id":"s","options":["# + numbered { #"{"value":"\#($0)","label":"\#(many(900, "y"))"},"# } + "{}]}")
      ]
    },
    large("8 MB of arrays") { [screen(members: #","a":["#, and: repeated("[],") + "[]]")] },
  ]

  /// The bytes of a body besides its filling: fewer than this.
  private static let beside = 4_096
  private static let most = 8 * 1024 * 1024 - beside

  private static func large(
    _ name: String, _ verdict: UnhappyPath.Verdict = .broken, _ parts: @escaping @Sendable () -> [String]
  ) -> HostileMode {
    let path = UnhappyPath.at("/flow/api/v1/init", name, verdict, entry: "request_timeout: 20s") { _ in
      .answer(HTTPResponseMessage(200, "application/json", parts().joined()))
    }
    return HostileMode(path: path).taking(.long, .much)
  }

  private static func screen(members: String, and filling: String) -> String { screen(members: members + filling) }

  /// As many of these pieces as a body takes.
  private static func repeated(_ piece: String) -> String { many(most / piece.utf8.count, piece) }

  /// As many of these as a body takes, each with its number.
  private static func numbered(_ piece: (Int) -> String) -> String { many(most / (piece(99_999).utf8.count), piece) }
}
