import Encodings
import FoundationEssentials
import JourneyClient
import JourneyModel
import SystemCalls

/// What starts the browsers of a run, and lends them to one walk after another: one chromedriver, which ends with the run however that ends.
///
/// Walks in parallel have a browser each, so that one that crashes breaks only the walk that it served.
///
/// An actor, because walks in parallel share it.
package actor BrowserHost {
  /// How long a command may take: a browser that starts on a busy machine is slow.
  private static let commandPatience: Duration = .seconds(40)
  private static let startPatience: Duration = .seconds(20)

  private let programs: BrowserPrograms
  private let transport: any HTTPTransport
  private let folder: String
  private var process: SupervisedProcess?
  private var address: WebURL?
  /// How many browsers were started.
  package private(set) var started = 0
  /// Browsers that run and serve no walk.
  private var idle: [RunningBrowser] = []
  private var isStarting = false

  /// The parent process of chromedriver; `nil` while none runs.
  package var supervisor: Int32? { process?.supervisor }

  private init(_ programs: BrowserPrograms, transport: any HTTPTransport, folder: String) {
    self.programs = programs
    self.transport = transport
    self.folder = folder
  }

  /// Passes on a host that starts chromedriver when it is first needed, and ends it with all its browsers.
  package static func withHost<Result: Sendable>(
    _ programs: BrowserPrograms, _ body: (BrowserHost) async throws -> Result
  ) async throws -> Result {
    let limits = TransportLimits(bodyBytes: 64 * 1024 * 1024, readTimeout: commandPatience, totalTimeout: commandPatience)
    return try await HTTPClientTransport.withTransport(HTTPClientSettings(limits: limits)) { transport in
      let host = BrowserHost(programs, transport: transport, folder: temporaryFolder())
      let outcome: Swift.Result<Result, any Error>
      do { outcome = .success(try await body(host)) } catch { outcome = .failure(error) }
      await host.end()
      return try outcome.get()
    }
  }

  private static func temporaryFolder() -> String {
    let name = "journey-\(OwnProcess.identifier)-\(String(UInt32.random(in: 0...UInt32.max), radix: 36))"
    let usual = FileManager.default.temporaryDirectory.path
    // A browser makes a socket in it, whose path the system limits to some hundred bytes.
    return "\(usual.utf8.count > 38 ? "/tmp" : usual)/\(name)"
  }

  /// Lends a browser, in a context of its own whose only way out is the gateway.
  func open(_ gateway: BrowserGateway) async throws(WebDriverError) -> OpenedBrowser {
    while var browser = idle.popLast() {
      do throws(WebDriverError) { return try await Self.open(&browser, gateway) } catch {
        // It ended while it was idle.
        await end(browser)
        if error.kind == .cancelled { throw error }
      }
    }
    var browser = try await startBrowser()
    do throws(WebDriverError) { return try await Self.open(&browser, gateway) } catch {
      await end(browser)
      throw error
    }
  }

  private static func open(_ browser: inout RunningBrowser, _ gateway: BrowserGateway) async throws(WebDriverError) -> OpenedBrowser {
    let context = try await browser.openContext(to: gateway)
    return OpenedBrowser(gateway: gateway, browser: browser, context: context)
  }

  /// Takes a browser back, also where the task is cancelled: what it kept for the walk is gone, else the browser is ended.
  func close(_ opened: OpenedBrowser) async {
    _ = process?.read(atMost: 1 << 16)
    await Task {
      do throws(WebDriverError) {
        guard opened.browser.walks < RunningBrowser.mostWalks else { return await end(opened.browser) }
        try await opened.browser.close(context: opened.context)
        idle.append(opened.browser)
      } catch {
        await end(opened.browser)
      }
    }.value
  }

  /// Starts a browser with a new profile.
  private func startBrowser() async throws(WebDriverError) -> RunningBrowser {
    started += 1
    let profile = "\(folder)/profile-\(started)"
    let session = try await startSession(profile: profile)
    do throws(WebDriverError) { return try await RunningBrowser(session, profile: profile, transport: transport) } catch {
      await session.end()
      throw error
    }
  }

  /// Where the driver ended and its browsers run on, it is replaced, once.
  private func startSession(profile: String) async throws(WebDriverError) -> WebDriverSession {
    let address = try await start()
    do throws(WebDriverError) {
      return try await WebDriverSession(at: address, capabilities: capabilities(profile: profile), transport: transport)
    } catch {
      guard error.code == .unreachable(.connection) else { throw error }
      // A walk in parallel may have replaced it before.
      if self.address == address { endDriver() }
      return try await WebDriverSession(at: try await start(), capabilities: capabilities(profile: profile), transport: transport)
    }
  }

  /// Ends the driver with all that it started; the next browser starts another one.
  private func endDriver() {
    process?.end()
    (process, address, idle) = (nil, nil, [])
  }

  private func end(_ browser: RunningBrowser) async {
    await browser.end()
    do { try FileManager.default.removeItem(atPath: browser.profile) } catch {
      // It is removed with the run's folder.
      return
    }
  }

  private func end() async {
    for browser in idle { await browser.disconnect() }
    idle = []
    process?.end()
    process = nil
  }

  /// Starts chromedriver on a free port; says where it listens.
  private func start() async throws(WebDriverError) -> WebURL {
    while isStarting { try await pause() }
    if let process, process.isOver { (self.process, address, idle) = (nil, nil, []) }
    if let address { return address }
    isStarting = true
    defer { isStarting = false }
    do {
      let address = try WebURL("http://127.0.0.1:\(try await startDriver())")
      self.address = address
      return address
    } catch let error as WebDriverError {
      throw error
    } catch {
      throw WebDriverError("session not created", message: "'\(programs.driver)' cannot be started: \(error)")
    }
  }

  /// The port of a driver that listens. chromedriver takes a free port of IPv4 and then the same one of IPv6; where another process holds
  /// that one it ends, and another try finds another port.
  private func startDriver() async throws -> Int {
    var said = ""
    for _ in 1...5 {
      // A driver that ends takes the folder with it.
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let process = try SupervisedProcess([programs.driver, "--port=0"], environment: environment, folder: folder)
      self.process = process
      said = ""
      if let port = try await port(of: process, &said) { return port }
      if !said.contains("Address already in use") { break }
      process.end()
    }
    let last = said.split(whereSeparator: \.isNewline).last.map { ": \($0.prefix(200))" } ?? ""
    throw WebDriverError("session not created", message: "'\(programs.driver)' does not say that it listens\(last)")
  }

  /// chromedriver says its port once it listens; nil where it ends, or says none in time.
  private func port(of process: SupervisedProcess, _ said: inout String) async throws(WebDriverError) -> Int? {
    let deadline = ContinuousClock.now + Self.startPatience
    while ContinuousClock.now < deadline {
      let isOver = process.isOver
      said += String(decoding: process.read(atMost: 1 << 16), as: UTF8.self)
      if let match = said.firstMatch(of: /started successfully on port (\d+)/), let port = Int(match.1) { return port }
      if isOver { return nil }
      try await pause()
    }
    return nil
  }

  private func pause() async throws(WebDriverError) {
    do { try await ContinuousClock().sleep(for: .milliseconds(5)) } catch {
      throw WebDriverError(TransportError(.cancelled, "the run was interrupted"))
    }
  }

  /// Nothing of the caller's: neither secrets nor settings of a browser that is in use.
  private var environment: [String: String] {
    ["PATH": "/usr/bin:/bin", "HOME": folder, "TMPDIR": folder, "LANG": "C.UTF-8"]
  }

  private func capabilities(profile: String) -> JSONValue {
    var arguments = [
      "--headless=new", "--disable-dev-shm-usage", "--user-data-dir=\(profile)", "--no-first-run", "--no-default-browser-check",
      "--disable-breakpad", "--disable-crash-reporter", "--disable-component-update", "--disable-sync", "--disable-quic",
      "--disable-background-networking", "--disable-gpu", "--mute-audio",
      // The browser's own tab has no way out; a walk's context has its gateway. No name is looked up.
      "--proxy-server=socks5://127.0.0.1:1", "--proxy-bypass-list=<-loopback>",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    ]
    if OwnProcess.isOfRoot { arguments.append("--no-sandbox") }
    return [
      "browserName": "chrome",
      // The gateway's certificate is its own; the tenant's is verified behind it.
      "acceptInsecureCerts": true,
      // What they ask is read in the log, so none of them has to be waited for.
      "unhandledPromptBehavior": ["alert": "accept", "confirm": "accept", "prompt": "dismiss", "beforeUnload": "accept"],
      "timeouts": ["pageLoad": 10_000, "script": 10_000],
      "goog:loggingPrefs": ["performance": "ALL", "browser": "ALL"],
      "goog:chromeOptions": [
        "binary": .string(programs.browser), "args": .array(arguments.map(JSONValue.string)),
        "prefs": [
          "session": ["restore_on_startup": 4, "startup_urls": ["about:blank"]],
          "credentials_enable_service": false,
          // A context is like a private window, which by default keeps no cookies of frames.
          "profile": ["password_manager_enabled": false, "password_manager_leak_detection": false, "cookie_controls_mode": 0],
          "download_restrictions": 3, "safebrowsing": ["enabled": false], "search": ["suggest_enabled": false],
        ],
      ],
    ]
  }
}
