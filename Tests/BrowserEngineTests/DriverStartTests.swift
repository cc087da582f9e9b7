import BrowserEngine
import HostedDialect
import JourneyTestSupport
import Testing

/// A chromedriver that cannot listen at once: another process may hold the port that it takes.
@Suite(.serialized)
struct DriverStartTests {
  private typealias Site = ScriptedSite

  private static let taken = "[1.000][SEVERE]: bind() failed: Address already in use (98)"

  /// A program that says this and ends the first times that it is started, then goes on as another one.
  private static func driver(
    saying text: String, times: Int, then path: String, in folder: TemporaryFolder
  ) throws -> String {
    try folder.write(
      """
      #!/bin/sh
      echo started >> '\(folder.file("starts"))'
      echo 'Starting ChromeDriver on port 0'
      if [ "$(wc -l < '\(folder.file("starts"))')" -le \(times) ]; then
        echo '\(text)'
        exit 1
      fi
      exec \(path) "$@"
      """, to: "chromedriver")
    try folder.makeRunnable("chromedriver")
    return folder.file("chromedriver")
  }

  /// Opens a page with such a driver; returns the error that comes of it.
  private static func visit(_ programs: BrowserPrograms) async throws -> PageEngineError? {
    try await BrowserHost.withHost(programs) { host in
      do {
        try await LentBrowsers(host: host).walk(on: Site(["GET /visit": Site.page("<h1>Hello</h1>")])) { engine in
          let page = try await Site.open("/visit", in: &engine)
          #expect(page.contains("Hello"))
        }
        return nil
      } catch let error as PageEngineError {
        return error
      }
    }
  }

  @Test(
    .enabled(if: ScriptedSite.programs != nil, "no Chromium and chromedriver on this machine: apt-get install chromium chromium-driver"))
  func `a chromedriver whose port is taken is started again`() async throws {
    let programs = try #require(Site.programs)
    try await TemporaryFolder.with { folder in
      let driver = try Self.driver(saying: Self.taken, times: 2, then: programs.driver, in: folder)
      #expect(try await Self.visit(BrowserPrograms(driver: driver, browser: programs.browser)) == nil)
      #expect(try folder.text(of: "starts").lines.count == 3)
    }
  }

  @Test(arguments: [(taken, 5), ("[1.000][SEVERE]: the driver is out of date", 1)])
  func `one that never listens is given up, with what it says`(text: String, starts: Int) async throws {
    try await TemporaryFolder.with { folder in
      let driver = try Self.driver(saying: text, times: 9, then: "false", in: folder)
      let error = try await Self.visit(BrowserPrograms(driver: driver, browser: "/bin/false"))
      #expect(error?.message.contains("'\(driver)' does not say that it listens: \(text)") == true, "\(error?.message ?? "none")")
      #expect(try folder.text(of: "starts").lines.count == starts)
    }
  }
}
