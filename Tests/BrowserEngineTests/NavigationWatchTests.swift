import Encodings
import HostedDialect
import Testing

@testable import BrowserEngine

struct NavigationWatchTests {
  private func event(_ method: String, _ parameters: String) -> String {
    #"{"message":{"method":"\#(method)","params":\#(parameters)},"webview":"F1"}"#
  }

  private func request(_ url: String, frame: String = "F1", id: String = "R1") -> String {
    event("Network.requestWillBeSent", #"{"type":"Document","frameId":"\#(frame)","requestId":"\#(id)","request":{"url":"\#(url)"}}"#)
  }

  private func watched(_ entries: String...) -> NavigationWatch {
    var watch = NavigationWatch(of: "F1")
    for entry in entries { watch.read(entry) }
    return watch
  }

  @Test func `a redirect to an app's own scheme is caught, and the page is no longer awaited`() {
    let watch = watched(request("https://id.acme.test/authorize"), request("com.example.app:/callback?code=1"))
    #expect(watch.left?.description == "com.example.app:/callback?code=1")
    #expect(!watch.isLoading)
  }

  @Test func `the first address counts`() {
    #expect(watched(request("a.app:/one"), request("a.app:/two")).left?.description == "a.app:/one")
  }

  @Test func `what a frame asks for is not the page's`() {
    let watch = watched(request("com.example.app:/callback", frame: "F2"))
    #expect(watch.left == nil)
    #expect(watch.events == 0)
  }

  @Test func `a window that an app's address is opened in is no page`() {
    #expect(watched(event("Page.windowOpen", #"{"url":"com.example.app:/callback"}"#)).left?.scheme == "com.example.app")
    #expect(watched(event("Page.windowOpen", #"{"url":"https://id.acme.test/help"}"#)).left == nil)
  }

  @Test func `a page is awaited until it is there or has failed`() {
    let page = request("https://id.acme.test/")
    #expect(watched(page).isLoading)
    #expect(!watched(page, event("Page.frameNavigated", #"{"frame":{"id":"F1"}}"#)).isLoading)
    let failed = watched(page, event("Network.loadingFailed", #"{"requestId":"R1","errorText":"net::ERR_ABORTED"}"#))
    #expect(!failed.isLoading)
    #expect(failed.failure == "net::ERR_ABORTED")
  }

  @Test func `a chain of redirects that the browser gave up is known after its own page came`() {
    let failed = event("Network.loadingFailed", #"{"requestId":"R1","errorText":"net::ERR_TOO_MANY_REDIRECTS"}"#)
    #expect(watched(request("https://id.acme.test/"), failed, event("Page.frameNavigated", #"{"frame":{"id":"F1"}}"#)).isLoop)
  }

  @Test(arguments: [#""corsErrorStatus":{"corsError":"MissingAllowOriginHeader"}"#, #""blockedReason":"mixed-content""#])
  func `a request of a script that the browser blocks is known, and that of a page is none`(reason: String) {
    let failed = event("Network.loadingFailed", #"{"requestId":"R2",\#(reason)}"#)
    for (type, count) in [("Fetch", 1), ("XHR", 1), ("Script", 0)] {
      let asked = event(
        "Network.requestWillBeSent", #"{"type":"\#(type)","requestId":"R2","request":{"method":"PUT","url":"https://a.test/x?y"}}"#)
      let blocked = watched(asked, failed).blocked
      #expect(blocked.count == count)
      #expect(blocked.allSatisfy { $0.method == "PUT" && $0.url.description == "https://a.test/x" })
    }
  }

  @Test(
    arguments: [
      (14, false, nil), (15, false, "the page reloads itself: it was loaded 15 times"), (99, true, nil),
    ] as [(Int, Bool, String?)])
  func `a page that reloads itself without end is found`(times: Int, isElsewhere: Bool, problem: String?) {
    var watch = NavigationWatch(of: "F1")
    for time in 1...times {
      watch.read(request("https://id.acme.test/in?n=\(isElsewhere ? time : 1)#\(time)"))
      watch.read(event("Page.frameNavigated", #"{"frame":{"id":"F1"}}"#))
    }
    #expect(watch.restlessness == problem)
    watch.begin()
    #expect(watch.restlessness == nil)
  }

  @Test(arguments: ["", "{", #"{"message":1}"#, #"{"message":{"method":"Network.requestWillBeSent"}}"#])
  func `what is no event is passed over`(entry: String) {
    #expect(watched(entry).events == 0)
  }
}
