internal import CLibXML2

/// libxml2 as it has to be before each use.
enum SilentLibrary {
  /// Keeps libxml2 silent: what it says goes to standard error, and is said by a server.
  ///
  /// Set on each use, because each thread has its own setting.
  static func prepare() {
    _ = isReady
    xmlSetStructuredErrorFunc(nil) { _, _ in }
  }

  private static let isReady: Void = xmlInitParser()
}
