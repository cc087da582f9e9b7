import FoundationEssentials

/// A browser and the driver that it is walked by, where they are on this machine.
package struct BrowserPrograms: Sendable, Hashable {
  /// A program that is needed is not there.
  package struct Missing: Error, Sendable, Hashable {
    /// One sentence, lower case, without a full stop.
    package var message: String
    /// What would help.
    package var advice: String
  }

  /// Absolute paths.
  package let driver: String
  package let browser: String

  package init(driver: String, browser: String) {
    self.driver = driver
    self.browser = browser
  }

  /// The variables of the caller's environment that name the two programs.
  package static let driverVariable = "JOURNEY_CHROMEDRIVER"
  package static let browserVariable = "JOURNEY_CHROMIUM"

  /// The real programs of Debian's packages: their scripts in `/usr/bin` do not end with the browser.
  private static let usualBrowsers = [
    "/usr/lib/chromium/chromium-headless-shell", "/usr/lib/chromium/headless_shell", "/usr/lib/chromium/chromium",
    "/opt/google/chrome/chrome",
  ]
  private static let browserNames = ["chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome"]
  private static let usualDrivers = ["/usr/bin/chromedriver", "/usr/lib/chromium/chromedriver"]

  /// Finds both: where the environment says, else in `PATH`, else where Debian puts them.
  package static func find(_ environment: [String: String]) throws(Missing) -> BrowserPrograms {
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    let drivers = folders.map { "\($0)/chromedriver" } + usualDrivers
    let browsers = usualBrowsers + browserNames.flatMap { name in folders.map { "\($0)/\(name)" } }
    return BrowserPrograms(
      driver: try find("chromedriver", driverVariable, drivers, environment),
      browser: try find("Chromium", browserVariable, browsers, environment))
  }

  private static func find(
    _ name: String, _ variable: String, _ paths: [String], _ environment: [String: String]
  ) throws(Missing) -> String {
    if let path = environment[variable], !path.isEmpty {
      if isProgram(path) { return path }
      throw Missing(
        message: "'engine: browser' needs \(name), and \(variable) names '\(path)', which is no program",
        advice: "set \(variable) to its absolute path")
    }
    if let path = paths.first(where: isProgram) { return path }
    throw Missing(
      message: "'engine: browser' needs \(name), which is not on this machine",
      advice: "'apt-get install chromium chromium-driver', or set \(driverVariable) and \(browserVariable) to their paths")
  }

  private static func isProgram(_ path: String) -> Bool {
    var isFolder = false
    return path.hasPrefix("/") && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder
      && FileManager.default.isExecutableFile(atPath: path)
  }
}
