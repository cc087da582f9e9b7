internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import LocatedYAML

/// Reads steps that are little more than their head.
struct ActionDecoder: PartDecoder {
  var diagnostics: [Diagnostic] = []
  var notes = ReadingNotes()

  mutating func refusal(_ fields: StepFields) -> ExpectedRefusal? {
    let description = fields[.description].flatMap { matcher($0, key: "description") }
    return matcher(fields.value, key: "error").map { ExpectedRefusal(error: $0, description: description) }
  }

  mutating func mail(_ fields: StepFields, _ channel: InboxMessage.Channel) -> ExpectedMail? {
    let subject = fields[.subject].flatMap { matcher($0, key: "subject") }
    let text = fields[.text].flatMap { matcher($0, key: "text") }
    let isAbsent = fields[.absent].flatMap { flag($0, key: "absent") } ?? false
    if isAbsent, let place = fields.place(of: .capture) {
      report(.clashingKeys, "a message marked 'absent' cannot be captured from", at: place)
    }
    if channel == .sms, let place = fields.place(of: .subject) {
      report(.misplacedKey, "'subject' is not allowed next to 'sms': text messages have no subject", at: place, suggestion: "write 'text'")
    }
    return template(fields.value, key: fields.head.rawValue, wanted: channel == .mail ? "an address" : "a number").map {
      if isAbsent, let recipient = $0.constant, !channel.canReach(recipient) {
        report(
          .badValue, "no message can arrive for '\(recipient)', so that the step would always pass", at: $0.range,
          suggestion: "write \(channel.recipientForm)")
      }
      return ExpectedMail(channel: channel, recipient: $0, subject: subject, text: text, isAbsent: isAbsent)
    }
  }

  /// A span of time, or a variable that holds one.
  mutating func wait(_ node: YAMLNode) -> TemplateValue? {
    guard case .scalar(let scalar) = node, scalar.mayHoldVariables else {
      guard let scalar = node.scalar else {
        reportType("wait", "a time such as '30m'", node)
        return nil
      }
      return duration(node, key: "wait").map { _ in .constant(.text(scalar.text), scalar.range) }
    }
    return .text(Template.parse(scalar, diagnostics: &diagnostics))
  }

  mutating func command(_ node: YAMLNode) -> CommandStep? {
    guard case .sequence(let sequence) = node, !sequence.items.isEmpty else {
      let words = node.scalar?.text.split(separator: " ").joined(separator: ", ")
      reportType(
        "run", "a list: the command and its arguments", node, suggestion: words.map { "write 'run: [\($0)]', it runs without a shell" })
      return nil
    }
    var arguments: [Template] = []
    for item in sequence.items {
      if let argument = template(item, key: "run") { arguments.append(argument) }
    }
    return CommandStep(arguments: arguments)
  }

  mutating func request(_ fields: StepFields) -> HTTPStep? {
    guard let scalar = textScalar(fields.value, key: "request", wanted: "a method and an address") else { return nil }
    let parts = scalar.text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    let isMethod = parts.first.map { $0.utf8.allSatisfy { $0 >= 0x41 && $0 <= 0x5A } } ?? false
    guard parts.count == 2, isMethod else {
      report(
        .badValue, "'request' takes a method and an address, found '\(scalar.text)'", at: scalar.range,
        suggestion: "write '\(Self.requestMeant(by: parts))'")
      return nil
    }
    let url = Template.parse(String(parts[1]), range: scalar.range, diagnostics: &diagnostics)
    var step = HTTPStep(method: String(parts[0]), url: url)
    step.headers = fields[.headers].map { headers($0) } ?? []
    step.body = body(fields)
    step.response = fields[.response].flatMap { node in reading(ExpectationDecoder()) { $0.response(node) } }
    return step
  }

  private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

  /// What a request that lacks its method or its address most likely means.
  ///
  /// - Parameter parts: the first word, and the rest if there is one.
  private static func requestMeant(by parts: [Substring]) -> String {
    guard let first = parts.first else { return "GET https://…" }
    let method = first.uppercased()
    if parts.count == 2 { return "\(method) \(parts[1])" }
    return methods.contains(method) ? "\(method) https://…" : "GET \(first)"
  }

  private mutating func body(_ fields: StepFields) -> HTTPStep.Body {
    let written = fields.fields.filter { $0.key == .json || $0.key == .form || $0.key == .text }
    if written.count > 1 {
      report(
        .clashingKeys, "a request has one body, found '\(written[0].key.rawValue)' and '\(written[1].key.rawValue)'", at: written[1].place)
    }
    guard let field = written.first else { return .none }
    if field.key == .json { return .json(TemplateValue.decode(field.value, diagnostics: &diagnostics)) }
    if field.key == .form { return .form(members(field.value, key: "form", scalars: .text)) }
    return template(field.value, key: "text").map { .text($0) } ?? .none
  }
}
