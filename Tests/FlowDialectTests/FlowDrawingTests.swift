import Encodings
import Testing

@testable import FlowDialect

/// What the renderers of the SDKs draw of what their decoders read; the rows are read off `Render/Views` (iOS) and `render/widgets` (Java).
struct FlowDrawingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    /// The sample, then the way to the member.
    let place: String
    /// `nil` where the member is taken away.
    let value: String?
    /// What follows in iOS, in either line, and in Java; `nil` where it is drawn.
    let ios: FlowDrawing.Outcome?
    let java: FlowDrawing.Outcome?
    var testDescription: String { "\(place) \(value ?? "-")" }

    init(_ place: String, _ value: String?, ios: FlowDrawing.Outcome? = nil, java: FlowDrawing.Outcome? = nil) {
      self.place = place
      self.value = value
      self.ios = ios
      self.java = java
    }

    var sample: String { String(place.prefix { $0 != "." }) }

    func answer() throws -> JSONValue {
      let path = DecoderSamples.path(of: sample) + place.split(separator: ".").dropFirst().map(String.init)
      return try DecoderSamples.answer(sample).setting(path, to: value.map { try JSONReader.read($0) })
    }

    func expected(of app: FlowAppProfile) -> FlowDrawing.Outcome? {
      switch app {
      case .ios, .ios2: ios
      case .java: java
      default: nil
      }
    }
  }

  static let rows: [Row] = [
    Row("submit.render.type", #""tile""#, ios: .hostedPage, java: .hostedPage), Row("submit.render.type", #""link""#),
    Row("submit.render", nil, ios: .hostedPage, java: .hostedPage), Row("submit.render", "null", ios: .hostedPage, java: .hostedPage),
    Row("static.render.type", #""markdown""#, ios: .hostedPage, java: .hostedPage), Row("static.render.type", #""html""#),
    Row("static.render", nil, ios: .hostedPage, java: .hostedPage),
    Row("checkbox.render.type", #""toggle""#, ios: .hostedPage, java: .hostedPage), Row("checkbox.render.type", #""checkboxHidden""#),
    Row("checkbox.render", nil, ios: .hostedPage, java: .hostedPage),
    Row("checkbox.render.labelType", #""markdown""#, ios: .hostedPage), Row("checkbox.render.labelType", #""html""#),
    Row("select.render.type", #""buttons""#, ios: .hostedPage, java: .hostedPage), Row("select.render.type", #""radio""#),
    Row("select.render", nil, ios: .hostedPage, java: .hostedPage),
    Row("select.options", "[]", ios: .crash, java: .hostedPage),
    Row("select.options.0.type", #""other""#, ios: .hostedPage, java: .hostedPage), Row("grouped.options.0.type", #""group""#),
    Row("multiSelect.options", "[]", java: .hostedPage), Row("multiSelect.options.0.type", #""other""#, java: .hostedPage),
    Row("date.render.type", #""wheel""#, ios: .hostedPage, java: .hostedPage), Row("date.render.type", #""fieldSet""#),
    Row("date.render", nil, ios: .hostedPage),
    Row("input.inputmode", #""numeric""#, java: .hostedPage), Row("input.inputmode", #""text""#, java: .hostedPage),
    Row("input.inputmode", "null"), Row("input.inputmode", nil),
  ]

  private static let apps = FlowAppProfile.all.filter { $0 != .flutter }

  @Test(arguments: rows) func `what an SDK cannot draw ends as it does in the SDK`(row: Row) throws {
    for app in Self.apps {
      // What is not decoded is another suite's.
      guard app.decoder?.problem(with: try row.answer()) == nil else { continue }
      let state = try FlowState(row.answer())
      #expect(FlowFallback(app: app).obstacle(of: state, answer: state)?.outcome == row.expected(of: app), "\(app.name)")
      // An app that draws by itself goes on, but for Java, which has no such mode.
      if app != .java { #expect(FlowFallback(app: app, drawsItself: true).obstacle(of: state, answer: state) == nil, "\(app.name)") }
    }
  }

  @Test(arguments: [FlowAppProfile.ios, .ios2, .java]) func `every rule of every renderer is held by a row`(app: FlowAppProfile) throws {
    let drawing = try #require(app.decoder?.drawing)
    // The credentials' buttons are those of a form.
    for (type, rules) in drawing.rules where !type.hasSuffix("Login") && !type.hasSuffix("Enroll") {
      for place in rules.indices {
        var looser = app
        looser.decoder?.drawing?.rules[type]?.remove(at: place)
        let isNoticed = try Self.rows.contains { row in
          guard looser.decoder?.problem(with: try row.answer()) == nil else { return false }
          let state = try FlowState(row.answer())
          return FlowFallback(app: looser).obstacle(of: state, answer: state)?.outcome != row.expected(of: app)
        }
        #expect(isNoticed, "\(type) \(rules[place])")
      }
    }
  }

  @Test(arguments: ["passkeyLogin", "passkeyEnroll", "webauthnLogin", "webauthnEnroll"])
  func `the iOS SDK draws a passkey as a button or a link`(sample: String) throws {
    for (look, outcome) in [("button", nil), ("link", nil), ("tile", FlowDrawing.Outcome.hostedPage)] {
      let answer = try DecoderSamples.answer(sample).setting(
        DecoderSamples.path(of: sample) + ["render", "type"], to: .string(look))
      let state = try FlowState(answer)
      #expect(FlowAppProfile.ios.decoder?.problem(with: answer) == nil)
      #expect(FlowFallback(app: .ios).obstacle(of: state, answer: state)?.outcome == outcome)
    }
  }

  @Test func `iOS makes the widgets of the layout alone, and Java those of every form`() throws {
    let answer = try DecoderSamples.answer("submit").setting(["layout", "items"], to: [])
      .setting(DecoderSamples.path(of: "submit") + ["render", "type"], to: "tile")
    #expect(try FlowAppProfile.ios.cause(of: answer) == nil)
    #expect(try FlowAppProfile.java.cause(of: answer) != nil)
  }

  @Test(arguments: [
    (
      "submit.render.type", #""tile""#,
      "the iOS SDK does not draw 'render.type' 'tile' of widget 'w' of form 'f'; it draws 'button' and 'link'"
    ),
    ("submit.render", nil, "the iOS SDK does not draw widget 'w' of form 'f', which has no 'render.type'; it draws 'button' and 'link'"),
    ("select.options", "[]", "the iOS SDK crashes at widget 'w' of form 'f', whose 'options' are empty"),
    (
      "select.options.0.type", #""other""#,
      "the iOS SDK does not draw widget 'w' of form 'f', as the first of its 'options' is of type 'other'"
    ),
  ])
  func `a sentence names the widget and the attribute`(place: String, value: String?, sentence: String) throws {
    #expect(try FlowAppProfile.ios.cause(of: Row(place, value).answer()) == sentence)
  }

  @Test(arguments: ["screen", "layout"]) func `iOS shows a blank view for a screen that lacks a part of it`(part: String) throws {
    let answer = try DecoderSamples.answer("submit").setting([part], to: nil)
    let state = try FlowState(answer)
    for app in [FlowAppProfile.ios, .ios2] {
      let obstacle = FlowFallback(app: app).obstacle(of: state, answer: state)
      #expect(obstacle?.outcome == .blankView)
      #expect(obstacle?.sentence == "the iOS SDK shows a blank view for a response without '\(part)'")
      #expect(FlowFallback(app: app, drawsItself: true).obstacle(of: state, answer: state) == nil)
    }
    #expect(FlowFallback(app: .web).obstacle(of: state, answer: state) == nil)
  }
}
