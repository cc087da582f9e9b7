import JourneyLanguage

/// A way through a tenant's graph that breaks a promise: what a person does, one act after the other.
package struct BreakingWay: Sendable, Hashable {
  package var acts: [Act]
  /// What breaks the promise there, e.g. `tokens`.
  package var end: End
  /// Where an unknown person arrives instead, if two people are compared.
  package var strangersEnd: End?
  /// What was tried on the screen where it ends, if that is where nothing leads on.
  package var stay: Stay?

  /// How a person remains on a screen.
  package struct Stay: Sendable, Hashable {
    /// The ids of the forms that are there, in the order sent.
    package var forms: [String]
    /// Each of them that does anything and is there in every dialect of the tenant, sent once.
    package var sent: [SentForm]
    /// The ids of those that do something and are not there in every dialect.
    package var elsewhere: [String] = []
  }

  /// One thing that happens on the way.
  package enum Act: Sendable, Hashable {
    /// A journey begins, in a browser that may have been used before; the app may say who it is for.
    case begin(given: [Given], hint: Person?)
    /// A form is sent.
    case send(SentForm)
    /// Time passes until the timer of this name is over.
    case wait(timer: String, lasts: Duration)
    /// A push that waits is answered with this word.
    case push(String)
    /// The link of a message is opened.
    case open(mail: String)
  }

  /// A fact that a request sets.
  package struct Given: Sendable, Hashable {
    package var fact: String
    package var word: String
  }

  /// A form that a person sends.
  package struct SentForm: Sendable, Hashable {
    package var screen: String
    /// The screen that lists the form: another one where the dialect adds it to those of this one.
    package var owner: String
    package var form: String
    /// The person that it names, by the place in the tenant's file; `nil` if it does not look up a person.
    package var named: Person?
    package var answers: [Answer]
    /// The edges that are taken.
    package var edges: [String]
    /// Whether an app comes back from a page that the journey left for.
    package var comesBack = false
    /// The screen that comes then; `nil` if it is none.
    package var leadsTo: String?
  }

  /// The person that a form names.
  package enum Person: Sendable, Hashable {
    case nobody, created
    case account(Int)
  }

  /// What is so of an answer.
  package struct Answer: Sendable, Hashable {
    /// The widget's id.
    package var widget: String
    package var test: AnswerTest.Comparison
    package var isTrue: Bool
  }

  /// Where it ends.
  package enum End: Sendable, Hashable {
    case tokens
    case error(String)
    case left
    case expired
    /// On this screen.
    case screen(String)
  }

  /// The screens on the way, and its end, in words; what is tried there is apart.
  package var line: String { (stops + [end.words]).joined(separator: " → ") }

  /// In words and in order: the screens on which forms are sent, and links, waits and pushes.
  package var stops: [String] {
    acts.compactMap { act in
      switch act {
      case .send(let form): form.screen
      case .begin: nil
      case .wait(_, let lasts): "wait \(DurationText.format(lasts))"
      case .push(let word): "push \(word)"
      case .open(let mail): "link of \(mail)"
      }
    }
  }
}

extension BreakingWay.Stay {
  /// What walking shows, in words: that no other answers lead on is what the graph says.
  package var line: String {
    let names = sent.map { "'\($0.form)'" }.joined(separator: " and ")
    let tried = names.isEmpty ? "there is nothing to send" : "\(names), sent there once, lead\(sent.count == 1 ? "s" : "") nowhere else"
    return ([tried] + elsewhere.map { "'\($0)' is not there in every dialect" }).joined(separator: "; ")
  }
}

extension BreakingWay.End {
  /// In words.
  package var words: String {
    switch self {
    case .tokens: "signed in"
    case .error(let error): "the error '\(error)'"
    case .left: "a page outside"
    case .expired: "an expired session"
    case .screen(let id): id
    }
  }
}
