import Encodings
import JourneyClient
import JourneyModel

/// A form that is compared with others: what of it names a person, which a page may repeat.
struct ComparedForm: Sendable {
  let form: SentForm
  /// The address that is typed; empty where what is typed is the same in all forms.
  let address: String

  init(_ form: SentForm, typing address: String = "") { (self.form, self.address) = (form, address) }
}

/// What the comparison of forms comes to.
enum ComparedAnswers: Sendable {
  /// The journey's first page does not have the form.
  case noForm
  /// What differs; `nil` for nothing.
  case difference(HostedDriver.Impression.Difference?)
}

extension HostedDriver {
  /// The form with the address of the journey, and with two unknown ones; a password in it is wrong each time.
  mutating func sendAddresses() async throws(DriverError) -> String? {
    guard let form = firstForm else { return Self.noForm }
    guard let place = form.submission.answers.firstIndex(where: { $0.value.isAddress }),
      let known = form.submission.answers[place].value.clear
    else { return "it could not be tried: the first form of the journey has no text that names a person" }
    let strangers = [stranger(like: known), otherStranger(like: known)]
    let guess = Secret(AuthorizationRequest.randomText(using: &party.generator), name: "wrong password", source: .walk)
    func filled(with address: String) -> ComparedForm {
      var sent = form.submission
      sent.answers[place].value = .text(address)
      for index in sent.answers.indices { if case .secret = sent.answers[index].value { sent.answers[index].value = .secret(guess) } }
      return ComparedForm(SentForm(screen: form.screen, submission: sent, outcome: form.outcome), typing: address)
    }
    switch try await difference(of: filled(with: known), from: strangers.map(filled), marking: [known] + strangers) {
    case .noForm: return Self.noForm
    case .difference(let difference):
      return difference.map { "the known address gets another \($0.words) than unknown ones" }
    }
  }

  /// What differs between the answers to one form and those to two others, each time they are sent.
  ///
  /// Each kind is sent twice: what differs between two answers to the same form is noise, and what stays the same for one and not for the
  /// others is a difference, too. The one comes between the others, so that what changes with time differs between those two as well. A
  /// difference has to come again; another form is first then, so that what alternates does not differ in step with the forms.
  ///
  /// - Parameters:
  ///   - others: two.
  ///   - addresses: all that are typed; on each page a mark replaces them.
  ///   - takesLimits: whether an answer that there are too many requests is compared like any other; else it is an error.
  mutating func difference(
    of known: ComparedForm, from others: [ComparedForm], marking addresses: [String], takesLimits: Bool = false
  ) async throws(DriverError) -> ComparedAnswers {
    guard others.count == 2 else { return .noForm }
    var (own, strange): ([Impression], [Impression]) = ([], [])
    for (form, isKnown) in [(others[0], false), (known, true), (others[1], false), (others[0], false), (known, true)] {
      guard let impression = try await impression(of: form, marking: addresses, takesLimits) else { return .noForm }
      if isKnown { own.append(impression) } else { strange.append(impression) }
    }
    var difference = Impression.difference(of: own, from: strange)
    // What only the known one gets may be random, and has to come once more.
    if let found = difference, !found.isOfAll {
      guard let other = try await impression(of: others[1], marking: addresses, takesLimits),
        let again = try await impression(of: known, marking: addresses, takesLimits)
      else { return .noForm }
      own.append(again)
      strange.append(other)
      difference = Impression.difference(of: own, from: strange)
    }
    // One of two answers at random may have come in step with the forms.
    var further: [Impression] = []
    for number in 1...Self.mostRefutations where difference != nil {
      let form = others[number % others.count]
      let more = try await taking(.rateLimit) { other throws(DriverError) in
        try await other.impression(of: form, marking: addresses, takesLimits)
      }
      further += [more ?? nil].compactMap(\.self)
      while let found = difference, let place = further.firstIndex(where: { Impression.isRefuted(found, by: $0, known: own) }) {
        strange.append(further.remove(at: place))
        difference = Impression.difference(of: own, from: strange)
      }
    }
    guard difference == nil, takesLimits else { return .difference(difference) }
    return try await range(of: known, own, apartFrom: others[0], strange, marking: addresses)
  }

  /// What differs where only the numbers are of other ranges, in answers of a server that has stopped forms.
  private mutating func range(
    of known: ComparedForm, _ answers: [Impression], apartFrom other: ComparedForm, _ otherAnswers: [Impression],
    marking addresses: [String]
  ) async throws(DriverError) -> ComparedAnswers {
    var (own, strange) = (answers, otherAnswers)
    // Of numbers at random, those of the one are all greater by chance once in about six thousand times.
    var range = Impression.range(of: own, apartFrom: strange)
    for _ in 0..<Self.furtherRounds where range != nil {
      guard let again = try await impression(of: known, marking: addresses, true),
        let more = try await impression(of: other, marking: addresses, true)
      else { return .noForm }
      own.append(again)
      strange.append(more)
      range = Impression.range(of: own, apartFrom: strange)
    }
    return .difference(range)
  }

  /// How often a difference is tried again with one of the others: one of two answers at random differs by chance once in four thousand
  /// times.
  private static let mostRefutations = 8

  /// How often both are sent again where only the ranges of their numbers differ.
  private static let furtherRounds = 5

  /// What the form leads to in an empty browser; `nil` where it could not be sent.
  private mutating func impression(
    of form: ComparedForm, marking addresses: [String], _ takesLimits: Bool
  ) async throws(DriverError) -> Impression? {
    let impression = try await inEmptyBrowser { other throws(DriverError) -> Impression? in
      guard let request = try await other.firstRequest(like: form.form) else { return nil }
      _ = other.party.takeSeen()
      var landing: Landing?
      var isLimited = false
      do throws(DriverError) { landing = try await other.navigate(request) } catch {
        isLimited = takesLimits && error.kind == .rateLimit
        if isLimited { other.party.adoptRecord(of: error) } else { try other.refused(error) }
      }
      let seen = other.party.takeSeen()
      if isLimited, let last = seen.last { landing = other.page(of: last.response, at: last.call.url).map { .page($0) } }
      return Impression(seen, landing, typing: form.address, marking: addresses)
    }
    return impression ?? nil
  }

  /// The page of a response; `nil` for anything else.
  private func page(of response: HTTPResponseMessage, at url: WebURL) -> LoadedPage? {
    do { return try LoadedPage(response, to: PageRequest("probe", url: url), rules: configuration.pages) } catch { return nil }
  }

  /// An unknown address of the same kind.
  mutating func stranger(like address: String) -> String { address.replacingName(with: "unknown-" + randomLetters(12)) }

  /// Another one. As a page may show part of an address, the two have neither first letters, last letters nor length in common.
  private mutating func otherStranger(like address: String) -> String { address.replacingName(with: "visitor-" + randomLetters(5) + "9") }

  private mutating func randomLetters(_ count: Int) -> String {
    String(AuthorizationRequest.randomText(using: &party.generator).filter(\.isLetter).lowercased().prefix(count))
  }
}

extension String {
  /// An address with the same domain, if it has one.
  fileprivate func replacingName(with name: String) -> String { lastIndex(of: "@").map { name + self[$0...] } ?? name }
}
