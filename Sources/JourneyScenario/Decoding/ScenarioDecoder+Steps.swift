internal import Diagnostics
internal import JourneyLanguage
internal import JourneyModel
internal import LocatedYAML

/// Steps: the head decides who reads the rest.
extension ScenarioDecoder {
  /// The step that a node holds; `nil` where its kind cannot be told, which is reported.
  ///
  /// - Parameter place: its id where it has no name.
  mutating func step(_ node: YAMLNode, id place: String) -> Step? {
    guard let fields = fields(of: node) else { return nil }
    let name = fields[.name].flatMap { stepName($0) }
    let id = name ?? place
    for field in fields.fields where Self.keysThatSaySomething.contains(field.key) { warnIfEmpty(field.value, key: field.key.rawValue) }
    if fields.head == .check { warnIfEmpty(fields.value, key: fields.head.rawValue) }
    let when = fields[.when].map { namedMatchers($0, key: "when", wanted: Self.conditions) } ?? []
    let within = fields[.within].flatMap { duration($0, key: "within") }
    let captures = fields[.capture].map { self.captures($0, beside: fields.head) } ?? []
    guard let kind = kind(fields, id: id) else { return nil }
    return Step(kind, id: id, name: name, when: when, within: within, captures: captures, range: fields.range)
  }

  /// Keys of which an empty map or list is likely not what was meant.
  private static let keysThatSaySomething: Set<StepKey> = [
    .when, .capture, .forms, .widgets, .messages, .branding, .response, .answers, .refuses, .claims, .comesBack,
  ]

  private static let conditions = "a map of variables and what they have to be, as {locale: hu}"

  /// Names become parts of ids and of file names.
  private mutating func stepName(_ node: YAMLNode) -> String? {
    guard let name = name(node, key: "name") else { return nil }
    let isNumber = name.value.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    if isNumber || name.value.utf8.contains(UInt8(ascii: "/")) {
      report(.badValue, "'name' takes a text that is no number and has no '/', found '\(name.value)'", at: name.range)
      return nil
    }
    return name.value
  }

  private mutating func kind(_ fields: StepFields, id: String) -> Step.Kind? {
    let head = fields.head
    if head.mayBeBare, head != .startAgain {
      checkBare(fields)
    } else if fields.value.isNothing, !head.mayBeBare {
      reportBareHead(fields)
      return nil
    }
    switch head {
    case .screen: return screen(fields).map { .screen($0) }
    case .finish: return .finish(finish(fields))
    case .handOver: return handOver(fields, id: id).map { .handOver($0) }
    case .error: return refusal(fields).map { .error($0) }
    case .expired: return .expired
    case .reset: return .reset
    case .refreshScreen: return .refreshScreen
    case .startAgain: return .startAgain(fields.value.isNothing ? StartSpecification() : start(fields.value, key: head.rawValue))
    case .open:
      let elsewhere = fields[.elsewhere].flatMap { flag($0, key: "elsewhere") } ?? false
      return template(fields.value, key: head.rawValue, wanted: "a link").map { .open(link: $0, elsewhere: elsewhere) }
    case .mail: return mail(fields, .mail).map { .message($0) }
    case .sms: return mail(fields, .sms).map { .message($0) }
    case .push: return word(fields.value, key: head.rawValue, PushAnswer.self).map { .push(accepts: $0 == .accept) }
    case .request: return request(fields).map { .request($0) }
    case .run: return command(fields.value).map { .run($0) }
    case .wait: return wait(fields.value).map { .wait($0) }
    case .check: return .check(namedMatchers(fields.value, key: head.rawValue, wanted: Self.conditions))
    case .use: return use(fields, id: id).map { .use($0) }
    case .either: return either(fields, id: id).map { .either($0) }
    case .repeated: return repeated(fields, id: id)
    case .refreshTokens: return .token(token(fields, .refresh))
    case .userinfo: return .token(token(fields, .userinfo))
    case .revoke: return .token(token(fields, .revoke))
    case .logout: return .token(token(fields, .logout))
    }
  }

  enum PushAnswer: String, CaseIterable {
    case accept, reject
  }

  /// Reports a value at a head that takes none.
  private mutating func checkBare(_ fields: StepFields) {
    let head = fields.head.rawValue
    guard !fields.value.isNothing else { return }
    if case .mapping(let mapping) = fields.value, let entry = mapping.entries.first {
      return reportUnknownStepKey(entry.key, beside: fields.head)
    }
    report(
      .wrongType, "'\(head)' takes no value, found \(fields.value.kindName)", at: fields.value.range, suggestion: "write '- \(head):'")
  }

  private mutating func reportBareHead(_ fields: StepFields) {
    // A head whose keys were too deep lost its value with them, and that is reported.
    report(.emptyValue, "'\(fields.head.rawValue)' has no value", at: fields.headKey.range, suggestion: "write '- \(fields.head.usage)'")
  }
}

/// Steps that hold other steps.
extension ScenarioDecoder {
  private mutating func either(_ fields: StepFields, id: String) -> [[Step]]? {
    guard case .sequence(let sequence) = fields.value, !sequence.items.isEmpty else {
      reportType(
        "either", "a list of branches", fields.value, suggestion: "write '- either: [[…], […]]', each branch a list of steps")
      return nil
    }
    var branches: [[Step]] = []
    if sequence.items.count == 1, case .sequence(let branch) = sequence.items[0] { warnIfEmpty(.sequence(branch), key: "either") }
    for (index, item) in sequence.items.enumerated() {
      switch item {
      case .sequence(let branch):
        if branch.items.isEmpty, index < sequence.items.count - 1 {
          report(.badBranch, "the branch '[]' fits anything, so no branch after it is ever taken", at: branch.range)
        }
        branches.append(steps(item, key: "either", prefix: "\(id)/either/\(index)/"))
      case .mapping, .scalar:
        let found = item.isNothing ? "an empty one" : item.kindName
        let advice = item.isNothing ? "a branch that fits anything is '- []'" : "write '- - …', one dash for the branch, one for the step"
        report(
          .badBranch, "a branch of 'either' is a list of steps, found \(found)", at: item.range,
          suggestion: advice
        )
      }
    }
    return branches
  }

  private mutating func repeated(_ fields: StepFields, id: String) -> Step.Kind? {
    let count = count(fields.value, key: "repeat", in: StepHead.repeatBounds)
    guard let node = fields[.steps] else {
      report(.missingKey, "'repeat' needs 'steps' beside it", at: fields.headKey.range)
      return nil
    }
    warnIfEmpty(node, key: "steps")
    let steps = steps(node, key: "steps", prefix: "\(id)/repeat/")
    return count.map { .repeated(count: $0, steps) }
  }

  private mutating func handOver(_ fields: StepFields, id: String) -> ExpectedHandover? {
    guard let url = matcher(fields.value, key: "hand_over") else { return nil }
    var handover = ExpectedHandover(url: url)
    handover.reason = fields[.reason].flatMap { word($0, key: "reason", Handover.Reason.self) }
    handover.steps = fields[.steps].map { steps($0, key: "steps", prefix: "\(id)/hand_over/") } ?? []
    handover.comesBack = fields[.comesBack].map { members($0, key: "comes_back", scalars: .text) }
    return handover
  }
}

/// Steps that are little more than their head.
extension ScenarioDecoder {
  private mutating func refusal(_ fields: StepFields) -> ExpectedRefusal? {
    let description = fields[.description].flatMap { matcher($0, key: "description") }
    return matcher(fields.value, key: "error").map { ExpectedRefusal(error: $0, description: description) }
  }

  private mutating func mail(_ fields: StepFields, _ channel: InboxMessage.Channel) -> ExpectedMail? {
    let subject = fields[.subject].flatMap { matcher($0, key: "subject") }
    let text = fields[.text].flatMap { matcher($0, key: "text") }
    let isAbsent = fields[.absent].flatMap { flag($0, key: "absent") } ?? false
    if isAbsent, let place = fields.place(of: .capture) {
      report(.clashingKeys, "nothing can be captured from a message that must not come", at: place)
    }
    if channel == .sms, let place = fields.place(of: .subject) {
      report(.misplacedKey, "'subject' cannot stand beside 'sms': text messages have none", at: place, suggestion: "write 'text'")
    }
    return template(fields.value, key: fields.head.rawValue, wanted: channel == .mail ? "an address" : "a number").map {
      ExpectedMail(channel: channel, recipient: $0, subject: subject, text: text, isAbsent: isAbsent)
    }
  }

  /// A span of time, or a variable that holds one.
  private mutating func wait(_ node: YAMLNode) -> TemplateValue? {
    guard case .scalar(let scalar) = node, scalar.mayHoldVariables else {
      guard let scalar = node.scalar else {
        reportType("wait", "a time such as '30m'", node)
        return nil
      }
      return duration(node, key: "wait").map { _ in .constant(.text(scalar.text), scalar.range) }
    }
    return .text(Template.parse(scalar, diagnostics: &diagnostics))
  }

  private mutating func command(_ node: YAMLNode) -> CommandStep? {
    guard case .sequence(let sequence) = node, !sequence.items.isEmpty else {
      let words = node.scalar?.text.split(separator: " ").joined(separator: ", ")
      reportType(
        "run", "a list: the command and its arguments", node, suggestion: words.map { "write 'run: [\($0)]', no shell takes it apart" })
      return nil
    }
    var arguments: [Template] = []
    for item in sequence.items {
      if let argument = template(item, key: "run") { arguments.append(argument) }
    }
    return CommandStep(arguments: arguments)
  }

  private mutating func request(_ fields: StepFields) -> HTTPStep? {
    guard let scalar = textScalar(fields.value, key: "request", wanted: "a method and an address") else { return nil }
    let parts = scalar.text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    let isMethod = parts.first.map { $0.utf8.allSatisfy { $0 >= 0x41 && $0 <= 0x5A } } ?? false
    guard parts.count == 2, isMethod else {
      let upper = parts.count == 2 ? parts[0].uppercased() + " " + parts[1] : "GET " + scalar.text
      report(
        .badValue, "'request' takes a method and an address, found '\(scalar.text)'", at: scalar.range, suggestion: "write '\(upper)'")
      return nil
    }
    let url = Template.parse(String(parts[1]), range: scalar.range, diagnostics: &diagnostics)
    var step = HTTPStep(method: String(parts[0]), url: url)
    step.headers = fields[.headers].map { members($0, key: "headers", scalars: .text) } ?? []
    step.body = body(fields)
    step.response = fields[.response].flatMap { response($0) }
    return step
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
