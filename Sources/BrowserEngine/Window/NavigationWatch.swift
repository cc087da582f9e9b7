import Encodings
import HostedDialect

/// What a browser's log reports of the page that is walked: whether it loads another, and the address of an app that it was led to.
///
/// No command of WebDriver returns that address, since the page stays what it was. The log holds what was posted, so nothing of it is
/// kept.
struct NavigationWatch: Sendable {
  /// The tab's handle, which is the name of its outermost frame.
  let frame: String
  /// The address of another program that the page was led to; `nil` for none.
  private(set) var left: WebURL?
  private var loading: String?
  /// How many events of the page's navigation there were.
  private(set) var events = 0
  /// The address of a window that the page opened; `nil` for none, and for another program's.
  private(set) var opened: String?
  /// What `alert`, `confirm` and `prompt` asked.
  private(set) var dialogs: [PageDialog] = []
  /// Why the last page did not come, in the browser's words; `nil` for nothing.
  private(set) var failure: String?
  /// Whether the browser gave up a chain of redirects.
  private(set) var isLoop = false
  /// The requests of scripts that the browser did not send, or whose answers it keeps from them.
  private(set) var blocked: [FailedRequest] = []
  /// What scripts asked for, by the browser's names of the requests.
  private var asked: [String: (method: String, url: WebURL)] = [:]
  /// How often each address was asked for, without its fragment.
  private var loads: [Substring: Int] = [:]
  /// Why the page never comes to rest, in words; `nil` while it may.
  private(set) var restlessness: String?

  init(of frame: String) { self.frame = frame }

  var isLoading: Bool { loading != nil }

  /// Starts over: what was seen belongs to what was done before.
  mutating func begin() { self = NavigationWatch(of: frame) }

  /// Goes on with the window that was opened.
  mutating func follow(to frame: String) {
    var next = NavigationWatch(of: frame)
    (next.dialogs, next.events) = (dialogs, events + 1)
    (next.loads, next.restlessness) = (loads, restlessness)
    self = next
  }

  mutating func read(_ entry: String) {
    // Most entries are of no concern, and some are long.
    guard Self.kinds.contains(where: entry.contains) else { return }
    let message: JSONValue
    do { message = try JSONReader.read(entry, counts: .unlimited)["message"] ?? .null } catch { return }
    let parameters = message["params"] ?? .null
    switch message["method"]?.stringValue {
    case "Network.requestWillBeSent":
      ask(parameters)
      guard parameters["type"]?.stringValue == "Document", parameters["frameId"]?.stringValue == frame else { return }
      begin(
        parameters["requestId"]?.stringValue, at: parameters["request"]?["url"]?.stringValue ?? "",
        isRedirected: parameters["redirectResponse"] != nil)
    case "Network.loadingFailed":
      block(parameters)
      guard let loading, parameters["requestId"]?.stringValue == loading else { return }
      (self.loading, failure) = (nil, parameters["errorText"]?.stringValue)
      // The browser's own page comes for it, and then nothing has failed any more.
      isLoop = isLoop || failure?.contains("ERR_TOO_MANY_REDIRECTS") == true
      events += 1
    case "Page.windowOpen":
      let address = parameters["url"]?.stringValue ?? ""
      if Self.isOfBrowser(address) { opened = address }
      events += 1
      leave(to: address)
    case "Page.javascriptDialogOpening":
      events += 1
      if dialogs.count < 20 { PageDialog(parameters).map { dialogs.append($0) } }
    case "Page.frameRequestedNavigation":
      // The page is still there, and is about to go.
      if parameters["frameId"]?.stringValue == frame { events += 1 }
    case "Page.frameNavigated":
      let isOutermost = parameters["frame"]?["id"]?.stringValue == frame
      if isOutermost { (loading, failure, events) = (nil, nil, events + 1) }
    default: return
    }
  }

  private static let kinds = [
    "\"Network.requestWillBeSent\"", "\"Network.loadingFailed\"", "\"Page.frameNavigated\"", "\"Page.windowOpen\"",
    "\"Page.javascriptDialogOpening\"", "\"Page.frameRequestedNavigation\"",
  ]

  /// How often a page may load itself without anything being done on it. Redirects, and pages whose scripts change
  /// their query each time, are counted by others.
  private static let mostLoads = 15

  /// Each reload is a new event, so waiting for the last one would never end.
  private mutating func count(_ address: String) {
    let place = address.prefix { $0 != "#" }
    loads[place, default: 0] += 1
    guard loads[place, default: 0] >= Self.mostLoads else { return }
    restlessness = "the page reloads itself: it was loaded \(Self.mostLoads) times"
  }

  private mutating func begin(_ request: String?, at address: String, isRedirected: Bool) {
    events += 1
    if !isRedirected { count(address) }
    loading = Self.isOfBrowser(address) ? request : nil
    leave(to: address)
  }

  private mutating func ask(_ parameters: JSONValue) {
    guard ["Fetch", "XHR"].contains(parameters["type"]?.stringValue), asked.count < 1_000, let id = parameters["requestId"]?.stringValue,
      let request = parameters["request"], let url = WebURL(ofBrowser: request["url"]?.stringValue ?? "")
    else { return }
    asked[id] = (request["method"]?.stringValue ?? "GET", url.withoutQuery)
  }

  /// The rules for other origins (CORS), among others, stop requests without a status.
  private mutating func block(_ parameters: JSONValue) {
    guard let request = parameters["requestId"]?.stringValue.flatMap({ asked[$0] }), blocked.count < 20 else { return }
    let reason: String
    if let error = parameters["corsErrorStatus"]?["corsError"]?.stringValue {
      reason = error == "MissingAllowOriginHeader" ? "the answer has no 'Access-Control-Allow-Origin' (CORS)" : "CORS, \(error)"
    } else if let policy = parameters["blockedReason"]?.stringValue {
      reason = policy
    } else {
      return
    }
    blocked.append(FailedRequest(request.method, request.url, .blocked(reason)))
  }

  /// Another program's address opens that program, in a window of its own too.
  private mutating func leave(to address: String) {
    guard left == nil, !Self.isOfBrowser(address) else { return }
    do { left = try WebURL(address) } catch { failure = "an address that cannot be read" }
  }

  /// Whether the browser shows it itself.
  private static func isOfBrowser(_ address: String) -> Bool {
    let scheme = address.prefix { $0 != ":" }.lowercased()
    return scheme.isEmpty || ["http", "https", "data", "about", "blob", "chrome", "chrome-error", "javascript"].contains(scheme)
  }
}

extension WebURL {
  /// `nil` for an address that cannot be read.
  fileprivate init?(ofBrowser text: String) {
    do { self = try WebURL(text) } catch { return nil }
  }
}
