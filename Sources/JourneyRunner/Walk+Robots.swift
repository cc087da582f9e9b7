internal import JourneyModel

extension Walk {
  /// Why a step did not fail but could not be walked: a live tenant takes the walk for a robot; `nil` if nothing shows that.
  ///
  /// A CAPTCHA is the reason only where the walk got to another screen than a step expects, or where only the CAPTCHA was left out, and
  /// where no other error is shown.
  func robotBreakage(_ mismatches: [Mismatch]) -> Breakage? {
    guard tenant.isLive else { return nil }
    if let exchange, let product = BotDetection.product(answering: exchange) { return BotDetection.breakage(product: product) }
    guard case .now(.screen(let screen)) = shown, let name = BotDetection.captcha(on: screen) else { return nil }
    let captchas = Set(screen.forms.flatMap(\.widgets).filter(\.isCaptcha).map(\.id.text))
    let isLeftOut = mismatches.contains { mismatch in
      if case .answer(let id) = mismatch.subject { captchas.contains(id) } else { false }
    }
    let isElsewhere = mismatches.contains { [.screen, .unexpectedMessage, .message].contains($0.kind) }
    let errors = screen.everyMessage.filter { $0.level == .error }
    guard isLeftOut || isElsewhere && errors.allSatisfy(\.isAboutRobots) else { return nil }
    return BotDetection.breakage(captcha: name)
  }
}

extension Message {
  /// Whether it says that the person may be a robot, as far as English words tell.
  fileprivate var isAboutRobots: Bool {
    let text = text.visible.lowercased()
    return ["captcha", "robot", "human", "unusual activity", "unusual traffic"].contains { text.contains($0) }
  }
}
