package import Encodings

/// One exchange as it went over the wire, for checks that read what no report may show.
package struct SeenExchange: Sendable, Hashable {
  package let call: BrowserCall
  package let response: HTTPResponseMessage

  package init(_ call: BrowserCall, _ response: HTTPResponseMessage) {
    self.call = call
    self.response = response
  }
}
