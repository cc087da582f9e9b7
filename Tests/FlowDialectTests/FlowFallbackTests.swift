import Encodings
@testable import FlowDialect
import Testing

struct FlowFallbackTests {
  private func cause(_ text: String, app: FlowAppProfile) throws -> String? {
    let state = try FlowState(JSONReader.read(text))
    return FlowFallback(app: app).cause(of: state, answer: state)
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

  @Test(arguments: [(FlowAppProfile.web, nil), (.ios, nil), (.android, nil), (.flutter, "render"), (.java, "layout")])
  func `minimal mode stops the apps that draw`(app: FlowAppProfile, word: String?) throws {
    let cause = try cause(Self.minimal, app: app)
    #expect((cause == nil) == (word == nil))
    if let word { #expect(cause?.contains("'\(word)'") == true) }
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

  @Test(arguments: [
    (#"{"type":"input","id":"x","label":"L","readonly":false}"#, "validator"),
    (#"{"type":"input","id":"x","label":"L","readonly":false,"validator":{"required":null}}"#, "validator.required"),
    (#"{"type":"checkbox","id":"x","label":"L","readonly":false,"value":true,"render":{"type":"checkboxShown"}}"#, "render.labelType"),
    (
      #"{"type":"multiSelect","id":"x","label":"L","readonly":false,"value":[],"options":[{"type":"group","label":"G","options":[]}]}"#,
      "options.value"
    ),
    (#"{"type":"static","id":"x","value":null}"#, "value"),
    (#"{"type":"submit","label":"L"}"#, "id"),
  ])
  func `a missing attribute stops the mobile decoders and is named`(widget: String, name: String) throws {
    let text = #"{"screen":"s","forms":[{"id":"f","widgets":[\#(widget)]}]}"#
    #expect(try cause(text, app: .ios)?.contains("has no '\(name)'") == true)
    #expect(try cause(text, app: .web) == nil)
  }

  @Test func `the Java app reads no message but errors`() throws {
    let text = #"{"screen":"s","hostedUrl":"h","layout":{"type":"vertical"},"forms":[],"messages":{"f":{"w":{"type":"info","text":"x"}}}}"#
    #expect(try cause(text, app: .java)?.contains("'info'") == true)
    #expect(try cause(text, app: .web) == nil)
  }
}
