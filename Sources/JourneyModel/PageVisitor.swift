/// A browser in which an app opens the web pages that its journey leaves for; it walks them, and stops where they lead back to the app.
public protocol PageVisitor: JourneyDriver {
  /// The app's own address that the browser was led to last and did not load; `nil` before.
  var returned: Secret? { get }

  /// Opens a page of a journey that the app began.
  ///
  /// Throws if no page comes.
  mutating func visit(_ url: Secret) async throws(DriverError) -> Turn
}

/// A driver whose app opens web pages, and does something of its own where the person closes one.
public protocol PageOpener: JourneyDriver {
  /// The person closed the web page that the journey left for.
  mutating func closePage() async throws(DriverError) -> Turn
}
