extension WorldState {
  /// Puts a journey where journeys begin at present; nothing happens if that is where the tenant's file says.
  mutating func placeAtBeginning(_ session: inout Session) {
    guard let beginning else { return }
    beginning.place(&session)
    guard let times = beginning.times else { return }
    self.beginning?.times = times - 1
    if times <= 1 { self.beginning = nil }
  }

  /// A journey of a new browser at a place of its own; not kept yet.
  mutating func begin(_ request: StartRequest, at beginning: JourneyBeginning) -> Session {
    let usual = self.beginning
    defer { self.beginning = usual }
    self.beginning = nil
    var session = begin(request, browser: browser(nil), language: 0)
    beginning.place(&session)
    session.isOfApp = true
    return session
  }
}
