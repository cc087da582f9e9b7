/// What a button of the studio's page asks for.
enum StudioAction: Sendable, Hashable {
  /// Fill in the form of this way and take it.
  case way(Int)
  /// Open the link of the message with this id.
  case open(String)
  case push(isAccepted: Bool)
  /// Let time pass until another screen comes.
  case waitForChange
  /// Move the clock by this time, e.g. `15m`.
  case pass(String)
  case undo
  /// Go back to before the n-th thing that was done, counted from 0.
  case back(Int)
  case expect(Wish)
  /// Fill in the code of the message with this id.
  case useCode(String)
  /// Keep the end of the journey with the claims that are ticked.
  case finish
  /// Stop here, on the screen that is shown.
  case stop
  case walkAgain
  case save
  /// Begin another journey.
  case begin
  /// Look for messages again.
  case look
  /// Tell which ways out of the screens scenarios walk.
  case ways

  /// What more may be expected of a screen.
  enum Wish: String, Sendable, Hashable, CaseIterable {
    case labels, messages, widgets, screen
  }

  /// `nil` for what no button of the page posts.
  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let operand = parts.count > 1 ? parts[1] : ""
    switch parts.first {
    case "way": self = .way(Int(operand) ?? -1)
    case "open": self = .open(operand)
    case "push": self = .push(isAccepted: operand == "accept")
    case "wait": self = .waitForChange
    case "pass": self = .pass(operand)
    case "undo": self = .undo
    case "back": self = .back(Int(operand) ?? -1)
    case "expect":
      guard let wish = Wish(rawValue: operand) else { return nil }
      self = .expect(wish)
    case "code": self = .useCode(operand)
    case "finish": self = .finish
    case "stop": self = .stop
    case "again": self = .walkAgain
    case "save": self = .save
    case "begin": self = .begin
    case "look": self = .look
    case "ways": self = .ways
    default: return nil
    }
  }

  /// Times that the clock can be moved by.
  static let times = ["1m", "15m", "1h", "1d"]
}
