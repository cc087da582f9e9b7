import Testing

@testable import BrowserEngine

/// What the words of a driver mean.
struct WebDriverErrorTests {
  @Test(arguments: [
    ("stale element reference", "stale element not found in the current frame"),
    ("unknown error", #"unhandled inspector error: {"code":-32000,"message":"Node with given id does not belong to the document"}"#),
    ("unknown error", #"unknown error: unhandled inspector error: {"code":-32000,"message":"No node with given id found"}"#),
    ("unknown error", #"unhandled inspector error: {"code":-32000,"message":"Cannot find context with specified id"}"#),
    ("unknown error", "aborted by navigation: loader has changed while resolving nodes"),
  ])
  func `an element whose page went away is stale, whatever the driver calls it`(name: String, message: String) {
    #expect(WebDriverError(name, message: message).code == .staleElement)
  }

  @Test func `another error that the driver does not know stays one`() {
    #expect(WebDriverError("unknown error", message: "unhandled inspector error: no memory").code == .other("unknown error"))
    #expect(WebDriverError("javascript error", message: "x is not defined").code == .other("javascript error"))
    #expect(WebDriverError("unknown error", message: "disconnected: Node with given id does not belong to the document").code == .gone)
  }
}
