import Encodings
@testable import FlowDialect
import Testing

struct FlowFallbackTests {
  private func cause(_ text: String, app: FlowAppProfile) throws -> String? {
    try app.cause(of: JSONReader.read(text))
  }

  private static let unknownWidget = #"{"screen":"s","hostedUrl":"h","forms":[{"id":"f","widgets":[{"type":"hologram","id":"x"}]}]}"#
  private static let minimal = #"{"screen":"s","hostedUrl":"h","forms":[{"id":"f","widgets":[{"type":"submit","id":"x","label":"Go"}]}]}"#
  private static let close = #"""
    {"screen":"s","hostedUrl":"h","layout":{"type":"vertical","items":[]},
     "forms":[{"id":"f","widgets":[{"type":"close","id":"x","label":"X","render":{"type":"button"}}]}]}
    """#

  @Test(arguments: [(FlowAppProfile.web, false), (.ios, true), (.android, true), (.flutter, true)])
  func `an unknown widget outside of the layout stops only the apps that decode all`(app: FlowAppProfile, stops: Bool) throws {
    #expect(try (cause(Self.unknownWidget, app: app) != nil) == stops)
  }

  @Test(arguments: [
    (FlowAppProfile.web, nil, nil), (.ios, "layout", nil), (.ios2, "layout", nil), (.android, nil, nil),
    (.flutter, "render", "render"), (.java, "layout", "layout"),
  ])
  func `minimal mode stops the apps that draw, and iOS where its SDK draws`(app: FlowAppProfile, word: String?, headless: String?) throws {
    for (drawsItself, word) in [(false, word), (true, headless)] {
      let cause = try app.cause(of: JSONReader.read(Self.minimal), drawsItself: drawsItself)
      #expect((cause == nil) == (word == nil), "\(cause ?? "nothing")")
      if let word { #expect(cause?.contains("'\(word)'") == true) }
    }
  }

  @Test(arguments: [(FlowAppProfile.web, false), (.ios, true), (.android, false), (.flutter, false), (.java, true)])
  func `a close button stops the apps that have none`(app: FlowAppProfile, stops: Bool) throws {
    #expect(try (cause(Self.close, app: app) != nil) == stops)
  }

  @Test(arguments: [
    (#"{"type":"grid"}"#, "'grid'"), (#"{"type":"widget","formId":"f","widgetId":"ghost"}"#, "'ghost'"),
    (#"{"type":"horizontal","items":[{"type":"widget","formId":"ghost","widgetId":"x"}]}"#, "'ghost'"),
    (#"{"type":"widget","formId":"f","widgetId":"x"}"#, "'hologram'"),
  ])
  func `a layout that cannot be followed stops every app`(layout: String, word: String) throws {
    let text = #"{"screen":"s","layout":\#(layout),"forms":[{"id":"f","widgets":[{"type":"hologram","id":"x"}]}]}"#
    #expect(try cause(text, app: .web)?.contains(word) == true)
  }

  @Test(arguments: [(FlowAppProfile.web, nil), (.ios, nil), (.android, nil), (.flutter, "'form'"), (.java, "'form'")])
  func `a form within a form is decoded by the native apps and drawn by none`(app: FlowAppProfile, word: String?) throws {
    let nested = #"{"type":"form","id":"inner","widgets":[{"type":"static","id":"x","value":"v"}]}"#
    func screen(_ items: String) -> String {
      #"{"screen":"s","hostedUrl":"h","layout":{"type":"vertical","items":[\#(items)]},"forms":[{"id":"f","widgets":[\#(nested)]}]}"#
    }
    let cause = try cause(screen(""), app: app)
    #expect((cause == nil) == (word == nil))
    if let word { #expect(cause?.contains(word) == true) }
    let drawn = try self.cause(screen(#"{"type":"widget","formId":"f","widgetId":"inner"}"#), app: app)
    #expect(drawn?.contains("is of type 'form', which the app does not") == true)
  }

  @Test func `the Java app reads no message but errors`() throws {
    let text =
      #"{"screen":"s","hostedUrl":"h","layout":{"type":"vertical","items":[]},"forms":[],"messages":{"f":{"w":{"type":"info","text":"x"}}}}"#
    #expect(try cause(text, app: .java)?.contains("'info'") == true)
    #expect(try cause(text, app: .web) == nil)
  }
}

extension FlowAppProfile {
  /// Why the app cannot show an answer that is a whole screen, by its decoder or by what it draws.
  func cause(of answer: JSONValue, drawsItself: Bool = false) throws -> String? {
    if let problem = decoder?.problem(with: answer) { return problem }
    let state = try FlowState(answer)
    return FlowFallback(app: self, drawsItself: drawsItself).obstacle(of: state, answer: state)?.sentence
  }
}
