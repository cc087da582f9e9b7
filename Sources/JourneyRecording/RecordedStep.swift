package import JourneyModel
internal import LocatedYAML

/// One step of a recording.
package enum RecordedStep: Sendable, Hashable {
  case screen(RecordedScreen)
  case message(RecordedMessage)
  case push(isAccepted: Bool)
  /// A link that a variable holds, or an address or path of the site.
  case open(AnswerOrigin)
  case finish(RecordedFinish)
  case handOver(Handover.Reason)
  /// An OAuth error, by its code.
  case error(String)
  case expired
  /// Another journey of the same person, with the keys that it begins with.
  case startAgain([Value.Member])
  /// Time passes: this long, e.g. `15m`.
  case wait(String)

  /// Its lines, the first with the dash.
  var lines: [String] {
    switch self {
    case .screen(let screen): screen.lines
    case .message(let message): message.lines
    case .push(let isAccepted): ["- push: \(isAccepted ? "accept" : "reject")"]
    case .open(let link): ["- open: \(link.written)"]
    case .finish(let finish): finish.lines
    case .handOver(let reason): ["- hand_over: present", "  reason: \(reason.rawValue)"]
    case .error(let code): ["- error: \(YAMLText.scalar(AnswerOrigin.literal(code)))"]
    case .expired: ["- expired:"]
    case .startAgain(let keys): ["- start_again:" + (keys.isEmpty ? "" : " " + AnswerOrigin.selector(keys).written)]
    case .wait(let time): ["- wait: \(YAMLText.scalar(time))"]
    }
  }

  /// What it is about, in few words, e.g. `password`.
  package var title: String {
    switch self {
    case .screen(let screen): screen.id
    case .message(let message): message.subject ?? (message.channel == .mail ? "a mail" : "a text message")
    case .push(let isAccepted): isAccepted ? "accepted on the phone" : "rejected on the phone"
    case .open: "a link is opened"
    case .finish(let finish): finish.hasTokens ? "signed in" : "complete"
    case .handOver: "leaves for a web page"
    case .error(let code): "the error \(code)"
    case .expired: "the session has expired"
    case .startAgain: "another journey begins"
    case .wait(let time): "\(time) later"
    }
  }

  /// The step as it is walked while it is recorded: the whole screen is stored only once the scenario has its name.
  package var withoutSnapshot: RecordedStep {
    guard case .screen(var screen) = self else { return self }
    screen.comparesWhole = false
    return .screen(screen)
  }

  /// The variables that it gives a value.
  package var captured: [String] {
    switch self {
    case .screen(let screen): screen.captures.map(\.name)
    case .message(let message): message.capture.map { [$0.name] } ?? []
    case .push, .open, .finish, .handOver, .error, .expired, .startAgain, .wait: []
    }
  }
}
