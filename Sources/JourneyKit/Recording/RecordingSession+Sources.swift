import Encodings
import JourneyLanguage
import JourneyModel
import JourneyRecording
import JourneyRunner

// Where an answer may come from: nothing is asked here.
extension RecordingSession {
  /// What an answer may be without anything being typed.
  struct Proposal: Sendable {
    var origin: AnswerOrigin
    /// In the person's words, e.g. `her email`.
    var told: String
    var message: RecordedMessage?
    var capture: RecordedScreen.Capture?
    var variable: Recording.Variable?
    /// A code that the person read elsewhere.
    var typed: String?
    /// What distinguishes it from other proposals for the same field, where the origin does not.
    var mark: String?

    /// What it is called in a form; the same as long as the screen stays.
    var key: String { mark ?? origin.written }
  }

  /// What is likely meant where nothing is typed, the first that fits: an attribute, a message's code, an app's, something made up.
  func proposal(
    for purpose: FieldPurpose, _ field: Widget, in form: Form, on screen: Screen, _ arrivals: [Arrival], _ filling: Filling
  ) -> Proposal? {
    switch purpose {
    case .attribute(let names):
      if !field.asksForCurrentPassword(in: form), screen.registers(with: form) {
        return names.contains("password") ? newPassword : made(names, field, filling)
      }
      let made = recording.vars.first { names.contains($0.name) }.map { Proposal(origin: .variable($0.name), told: "the new \($0.name)") }
      // A password that was chosen on the way is the one that counts now.
      if names.contains("password"), let made { return made }
      guard let name = names.first(where: { name in accountMembers.contains { $0.name == name } }) else {
        return made ?? (names.contains("phone") ? self.made(names, field, filling) : nil)
      }
      return attribute(name)
    case .newPassword: return newPassword
    case .code: return code(on: screen, arrivals)
    case .other: return nil
    }
  }

  /// Everything that an answer may be without anything being typed, the likeliest first.
  func proposals(
    for field: Widget, in form: Form, on screen: Screen, _ arrivals: [Arrival], _ filling: Filling
  ) -> [Proposal] {
    let purpose = FieldPurpose(of: field, in: form)
    var all: [Proposal] = []
    let codes = arrivals.reversed().flatMap { arrival in arrival.codes.compactMap { proposal(of: $0, in: arrival) } }
    if purpose == .code, !codes.isEmpty {
      all = codes
    } else if let likely = proposal(for: purpose, field, in: form, on: screen, arrivals, filling) {
      all = [likely]
    }
    all += accountMembers.filter { $0.value.isText }.map { attribute($0.name) }
    all += recording.vars.map { Proposal(origin: .variable($0.name), told: "the new \($0.name)") }
    all += codes
    if accountMembers.contains(where: { $0.name == "totp" }) {
      all.append(Proposal(origin: .passcode(of: "account.totp"), told: "the code of the account's authenticator app"))
    }
    if site.isLive, purpose == .code, account != nil { all += [awaited(.mail), awaited(.sms)] }
    all += (planner.project.environment.ownSecrets + typed).map { secret in
      Proposal(origin: .secret(String(secret.name.dropFirst("secret.".count))), told: "\(secret.name), a secret")
    }
    all += [made(["email"], field, filling)].compactMap(\.self) + [newPassword]
    var seen: Set<String> = []
    return all.filter { seen.insert($0.key).inserted }
  }

  private func attribute(_ name: String) -> Proposal {
    let text = accountTexts.first { $0.name == name }?.text
    return Proposal(origin: .attribute(name), told: text.map { "\($0), the account's \(name)" } ?? "the account's \(name)")
  }

  private var newPassword: Proposal {
    if let known = recording.vars.first(where: { $0.name == "password" }) {
      return Proposal(origin: .variable(known.name), told: "the new one")
    }
    let variable = Recording.Variable("password", "Aa-${digits(10)}")
    return Proposal(origin: .variable(variable.name), told: "a new one", variable: variable, mark: "a new password")
  }

  /// For a new person: an address or a number that no account has.
  private func made(_ names: [String], _ field: Widget, _ filling: Filling) -> Proposal? {
    let known = (recording.vars + filling.vars).map(\.name)
    if names.contains("email") {
      if known.contains("email") { return Proposal(origin: .variable("email"), told: "the new address") }
      let domain =
        accountTexts.first { $0.name == "email" }.flatMap { $0.text.split(separator: "@").last.map(String.init) } ?? site.mailDomain
      let variable = Recording.Variable("email", "${unique_email('\(domain)')}")
      return Proposal(origin: .variable("email"), told: "a new address at \(domain)", variable: variable, mark: "a new address")
    }
    guard names.contains("phone"), field.kind.isRequired else { return nil }
    // Numbers that are reserved for films and tests.
    let variable = Recording.Variable("phone", "+120255501${digits(2)}")
    return Proposal(origin: .variable("phone"), told: "a new number", variable: variable, mark: "a new number")
  }

  private func code(on screen: Screen, _ arrivals: [Arrival]) -> Proposal? {
    if let arrival = arrivals.last(where: { !$0.codes.isEmpty }), let code = arrival.codes.first,
      var proposal = proposal(of: code, in: arrival)
    {
      proposal.told = arrival.codes.count > 1 ? "the first code in it; another one can be typed" : "the code in it"
      return proposal
    }
    if let shown = screen.shownKey {
      let name = recording.free("key")
      return Proposal(
        origin: .passcode(of: name), told: "the code that an app makes of the key shown",
        capture: RecordedScreen.Capture(name, kind: shown.kind, id: shown.id))
    }
    if accountMembers.contains(where: { $0.name == "totp" }) {
      return Proposal(origin: .passcode(of: "account.totp"), told: "the code of the account's authenticator app")
    }
    // On a live tenant a mail takes its time.
    guard site.isLive, walk.hasInbox else { return nil }
    let channels: [InboxMessage.Channel] = screen.speaksOfTextMessage ? [.sms, .mail] : [.mail, .sms]
    let known = channels.first { channel in accountMembers.contains { $0.name == channel.attribute } }
    return known.map { awaited($0) }
  }

  /// The code of a message that has not come yet, or that only the person can read.
  func awaited(_ channel: InboxMessage.Channel) -> Proposal {
    let name = recording.free("otp")
    let recipient = AnswerOrigin.attribute(channel.attribute)
    var message = RecordedMessage(channel, to: recipient, capture: RecordedMessage.Capture(name, .code))
    if !walk.hasInbox { message.comment = "tenants.yaml names no 'inbox' for \(site.name), so this message cannot be fetched yet" }
    let told = channel == .mail ? "the code of a mail, once it comes" : "the code of a text message, once it comes"
    return Proposal(origin: .variable(name), told: told, message: message, mark: "awaited \(channel.rawValue)")
  }

  /// A code of a message; `nil` where nothing distinguishes it from the others.
  func proposal(of code: String, in arrival: Arrival) -> Proposal? {
    let name = recording.free("otp")
    guard let capture = arrival.capture(code, into: name, besides: volatile) else { return nil }
    let step = arrival.step(capturing: capture, besides: volatile)
    let place = arrival.codes.firstIndex(of: code).map { $0 + 1 } ?? 1
    let which = arrival.codes.count > 1 ? "code \(place)" : "the code"
    let told = which + (arrival.message.channel == .mail ? " of the mail '\(arrival.message.subject)'" : " of the text message")
    return Proposal(origin: .variable(name), told: told, message: step, mark: arrival.mark(ofCode: place))
  }

  // MARK: What was typed

  /// What a typed text is equal to: the code of a message, else attributes and variables, else what the authenticator app shows.
  func equals(_ text: String, _ purpose: FieldPurpose, _ arrivals: [Arrival]) -> [Proposal] {
    if let arrival = arrivals.last(where: { $0.codes.contains(text) }), let known = proposal(of: text, in: arrival) { return [known] }
    let attributes = accountMembers.filter { $0.value.clearText == text }.map { AnswerOrigin.attribute($0.name) }
    let names = recording.vars.map(\.name) + recording.steps.flatMap(\.captured)
    let vars = names.filter { walk.value(of: $0)?.clearText == text }.map { AnswerOrigin.variable($0) }
    let equal = attributes + vars
    if equal.isEmpty, purpose == .code, isOfAuthenticatorApp(text) { return [Proposal(origin: .passcode(of: "account.totp"), told: "")] }
    return equal.map { Proposal(origin: $0, told: "") }
  }

  /// Whether a text is a code that the account's authenticator app shows about now.
  private func isOfAuthenticatorApp(_ text: String) -> Bool {
    guard let key = accountMembers.first(where: { $0.name == "totp" })?.value.clearText, let secret = Base32.decode(key) else {
      return false
    }
    let app = OneTimePassword(secret: secret)
    let now = Instant.machine.seconds
    return (-10...10 as ClosedRange<Int64>).contains { app.code(atSecondsSinceEpoch: now + $0 * 30) == text }
  }

  /// What a secret of this field would be called, e.g. `JANE_PIN`; with a number where that is the name of another one.
  func secretName(for field: Widget, _ text: String) -> String {
    let wish = Self.secretName((account ?? site.name).uppercased() + "_" + field.id.text.uppercased())
    return isFree(wish, for: text) ? wish : (2...99).lazy.map { "\(wish)_\($0)" }.first { isFree($0, for: text) } ?? wish
  }

  /// Whether a name is that of no secret yet, or of this one.
  private func isFree(_ name: String, for text: String) -> Bool {
    // A name that an undone step gave is free again.
    if typed.contains(where: { $0.name == "secret.\(name)" }), !recording.text.contains("${secret.\(name)}") { return true }
    let known = planner.project.environment.ownSecrets.first { $0.name == "secret.\(name)" }?.unsafeText
    return [planner.settings.environment[name], known].allSatisfy { $0 == nil || $0 == text }
  }

  /// The wish in letters, digits and underscores.
  static func secretName(_ wish: String) -> String {
    String(wish.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// Keeps a hidden text in memory under a name; `false` where the name has another text already.
  @discardableResult
  mutating func keep(_ text: String, as name: String) -> Bool {
    guard isFree(name, for: text) else { return false }
    typed.append(Secret(text, name: "secret.\(name)"))
    planner.settings.environment[name] = text
    planner.project = JourneyRun.project(planner.settings)
    return true
  }
}

extension Arrival {
  /// What a code of it is called in a form.
  ///
  /// - Parameter place: from 1.
  func mark(ofCode place: Int = 1) -> String { "code \(place) of \(message.id)" }
}

extension Value {
  /// The text that it is, secret or not, for comparing only.
  var clearText: String? {
    switch self {
    case .text(let text), .number(let text): text
    case .secret(let secret): secret.unsafeText
    case .null, .bool, .list, .map: nil
    }
  }

  /// Whether it can be typed.
  fileprivate var isText: Bool { clearText != nil }
}

extension TenantSite {
  /// Where its people have their mailboxes.
  var mailDomain: String {
    let addresses = accounts.values.compactMap { $0["email"]?.text?.split(separator: "@").last.map(String.init) }
    return addresses.min() ?? "example.test"
  }
}

extension InboxMessage.Channel {
  /// The attribute of an account that says where its messages go.
  fileprivate var attribute: String {
    switch self {
    case .mail: "email"
    case .sms: "phone"
    }
  }
}

extension Screen {
  /// Whether its authenticators or its texts say that a code comes by text message.
  fileprivate var speaksOfTextMessage: Bool {
    if forms.contains(where: { $0.authenticator.map { $0.type == "phone" || $0.methods == ["sms"] } ?? false }) { return true }
    let texts = forms.flatMap(\.widgets).compactMap { $0.kind.shown?.text } + messages.map(\.text.visible)
    return texts.contains { text in
      let words = text.lowercased()
      return words.contains("text message") || words.split { !$0.isLetter }.contains("sms")
    }
  }

  /// The widget or fact that shows only the key of an authenticator app.
  var shownKey: (kind: String, id: String)? {
    for form in forms {
      for widget in form.everyWidget {
        if case .text(let text)? = widget.kind.shown, text.isKey { return ("widget", widget.id.text) }
      }
    }
    for fact in facts where fact.value.text?.isKey ?? false { return ("fact", fact.name) }
    return nil
  }
}

extension String {
  private static let shortestKey = 16

  /// Whether it is the Base32 text of an authenticator app.
  fileprivate var isKey: Bool {
    utf8.count >= Self.shortestKey && utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x32...0x37).contains($0) }
  }
}
