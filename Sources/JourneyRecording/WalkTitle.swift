internal import JourneyModel

/// A title for a recording, out of what was done in it.
package enum WalkTitle {
  /// E.g. `Rita signs in with her password and a code by mail`.
  ///
  /// - Parameters:
  ///   - person: the account's name; `nil` for a person without an account.
  ///   - taken: titles that the file has already.
  package static func proposed(for recording: Recording, person: String?, besides taken: Set<String>) -> String {
    let who = person.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? "A new person"
    let means = means(of: recording)
    // What was typed is not what refused the person.
    let with = means.isEmpty || recording.isRefused ? "" : " with " + list(means)
    var title = who + " " + verb(of: recording) + with + (recording.hasWrongPassword ? ", after a wrong password" : "")
    if taken.contains(title) {
      var number = 2
      while taken.contains("\(title) (\(number))") { number += 1 }
      title += " (\(number))"
    }
    return title
  }

  private static func verb(of recording: Recording) -> String {
    for step in recording.steps.reversed() {
      switch step {
      case .finish(let finish):
        if recording.registers { return "registers" }
        return finish.hasTokens ? "signs in" : "is done"
      case .error(let code): return "is refused: \(code)"
      case .expired: return "is too late"
      case .handOver: return "leaves for a web page"
      case .screen(let screen): return "gets to \(screen.id)"
      case .message, .push, .open, .startAgain, .wait: continue
      }
    }
    return "begins"
  }

  private static func means(of recording: Recording) -> [String] {
    var means: [String] = []
    func add(_ name: String) { if !means.contains(name) { means.append(name) } }
    for step in recording.steps {
      switch step {
      case .message(let message) where message.capture?.content == .code:
        add(message.channel == .mail ? "a code by mail" : "a code by text message")
      case .message(let message) where message.capture?.content == .link: add("the link of a mail")
      case .push(let isAccepted): add(isAccepted ? "a push" : "a push that is rejected")
      case .screen(let screen):
        for answer in screen.answers {
          switch answer.origin {
          case .attribute("password"): add("a password")
          case .passcode: add("an authenticator app")
          case .attribute, .variable, .secret, .literal, .flag, .options, .selector, .nothing: break
          }
        }
      case .message, .open, .finish, .handOver, .error, .expired, .startAgain, .wait: break
      }
    }
    return means
  }

  private static func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension Recording {
  /// Whether an address that was made up was answered, as a new person does.
  fileprivate var registers: Bool {
    let made = Set(vars.filter { $0.template.contains("unique_email(") }.map(\.name))
    return steps.contains { step in
      guard case .screen(let screen) = step else { return false }
      return screen.answers.contains { answer in
        if case .variable(let name) = answer.origin { made.contains(name) } else { false }
      }
    }
  }

  /// Whether a password was typed that may be seen.
  fileprivate var hasWrongPassword: Bool {
    steps.contains { step in
      guard case .screen(let screen) = step else { return false }
      return screen.answers.contains { answer in
        guard case .literal = answer.origin else { return false }
        return screen.widgets.contains { $0.id == answer.widget && $0.type == "password" }
      }
    }
  }

  fileprivate var isRefused: Bool {
    if case .error? = steps.last { true } else { false }
  }
}
