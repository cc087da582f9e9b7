import Diagnostics
import JourneyModel
public import JourneyRunner

/// Several event logs as one: of runs that shared the cases between them, of runs on several tenants, or of a run and one that
/// walked some cases again.
///
/// Cases are in the order of their files. Logs count in the order in which their runs began, however they are given. A case
/// that several runs walked has the verdict of the last one, and the failed attempts of those before; it is flaky if it passed then.
/// A case of two tenants, or of runs with two labels, is two cases. One that failed and passed later, when its scenario or its mock was
/// another, is neither flaky nor passed: such logs do not belong together.
/// Times count from the beginning of the run that began first.
public struct LogMerge {
  private static let chunk = 256 * 1024

  /// One log, and what it says of its run.
  private struct Part {
    var log: any LogSource
    var start: RunStart?
    var end: RunEnd?
    var lastTime = Duration.zero
    var cases = 0
    /// Whether numbers of lines are missing or come twice.
    var hasGaps = false
    /// What its times are put forward by.
    var offset = Duration.zero
    /// Its place among all logs, by the time at which its run began.
    var rank = 0
    /// By the ids of its own log.
    var identities: [String: Identity] = [:]
  }

  /// What a case is known by.
  private struct Identity: Hashable {
    var label: String?
    var tenant: String
    var id: String
  }

  /// Whether a flaky case makes the merged run fail, also where none of the logs says so.
  private let failsOnFlaky: Bool
  private var parts: [Part] = []
  private var refusedFiles: [RefusedFile] = []
  private var planned: [MergedCase] = []
  private var indices: [Identity: Int] = [:]

  /// The places, from 0, of the logs whose runs selected nothing, though they had to: each of them ended with 2.
  public var emptySelections: [Int] {
    parts.indices.filter { index in
      guard let start = parts[index].start else { return false }
      return parts[index].cases == 0 && !start.mayBeEmpty && parts[index].end?.interruption == nil
    }
  }

  /// Reads each log once.
  ///
  /// Throws if a line is not a line of an event log; a truncated last line is left out.
  public init(_ logs: [any LogSource], failsOnFlaky: Bool = false) throws(EventLogError) {
    self.failsOnFlaky = failsOnFlaky
    for log in logs {
      parts.append(Part(log: log))
      var events = EventLogReader(log)
      while let searched = try events.next() { take(searched.event) }
      parts[parts.count - 1].hasGaps = events.hasGaps
    }
    setTimes()
    for index in planned.indices { planned[index].decide { self.parts[$0].rank } }
    let identities = Dictionary(uniqueKeysWithValues: indices.map { ($1, $0) })
    let order = planned.indices.sorted { left, right in
      let (one, other) = (planned[left], planned[right])
      if one.facts.file != other.facts.file {
        return one.facts.file.split(separator: "/").lexicographicallyPrecedes(other.facts.file.split(separator: "/"))
      }
      return (one.facts.line, one.place, left) < (other.facts.line, other.place, right)
    }
    planned = order.map { planned[$0] }
    for (index, old) in order.enumerated() { if let identity = identities[old] { indices[identity] = index } }
    distinguish()
  }

  /// Puts the logs in the order in which their runs began; those that began at the same time stay in the order given.
  private mutating func setTimes() {
    let begins = parts.map { $0.start?.startedAt.milliseconds }
    let first = begins.compactMap(\.self).min() ?? 0
    for index in parts.indices { parts[index].offset = .milliseconds((begins[index] ?? first) - first) }
    let order = parts.indices.sorted { (parts[$0].offset, $0) < (parts[$1].offset, $1) }
    for (rank, index) in order.enumerated() { parts[index].rank = rank }
  }

  /// Gives cases that share an id one each: of runs with several labels by the label, else by the tenant.
  private mutating func distinguish() {
    let identities = Dictionary(uniqueKeysWithValues: indices.map { ($1, $0) })
    for group in Dictionary(grouping: identities.keys.sorted(), by: { identities[$0]?.id }).values where group.count > 1 {
      let labels = Set(group.map { identities[$0]?.label })
      for index in group {
        guard let identity = identities[index] else { continue }
        if labels.count > 1, let label = identity.label { planned[index].id = "\(label)/\(identity.id)" }
        guard group.count(where: { identities[$0]?.label == identity.label }) > 1 else { continue }
        planned[index].facts.name += " {tenant: \(identity.tenant)}"
        let app = planned[index].facts.app.map { "@\($0)" } ?? ""
        let isNamed = !app.isEmpty && planned[index].id.hasSuffix(app)
        let stem = isNamed ? String(planned[index].id.dropLast(app.count)) : planned[index].id
        planned[index].id = "\(stem){tenant=\(identity.tenant)}" + (isNamed ? app : "")
      }
    }
  }

  /// Whose reports the merged ones are: with the label that all runs have.
  public var part: RunPart {
    let labels = Set(parts.compactMap(\.start).map(\.label))
    return RunPart(label: labels.count == 1 ? labels.first ?? nil : nil)
  }

  /// The shards that no log is of, from 1, of all labels together; empty if all are there, or where no run was shared.
  public var missingShares: [Int] {
    var missing: Set<Int> = []
    for starts in Dictionary(grouping: parts.compactMap(\.start), by: \.label).values {
      let shards = starts.compactMap(\.shard)
      guard let count = shards.map(\.count).max(), count > 0 else { continue }
      missing.formUnion((1...count).filter { number in !shards.contains { $0.number == number } })
    }
    return missing.sorted()
  }

  /// The places, from 0, of two logs of shards that do not belong together, as their runs selected different cases or split
  /// them into different numbers of shards; `nil` if all belong together.
  public var differingShards: (first: Int, second: Int)? {
    for places in Dictionary(grouping: parts.indices.filter({ parts[$0].start?.shard != nil }), by: { parts[$0].start?.label }).values {
      guard let first = places.min(), let one = parts[first].start else { continue }
      for second in places.sorted() {
        guard let other = parts[second].start else { continue }
        if one.shard?.count != other.shard?.count || !one.mayShareCases(with: other) { return (first, second) }
      }
    }
    return nil
  }

  /// The places, from 0, of two logs of shards whose runs read different things, and the first of these; `nil` if all read the same, as
  /// far as the logs say.
  public var differingInput: (first: Int, second: Int, input: RunInput)? {
    for places in Dictionary(grouping: parts.indices.filter({ parts[$0].start?.shard != nil }), by: { parts[$0].start?.label }).values {
      guard let first = places.min(), let one = parts[first].start else { continue }
      for second in places.sorted() {
        guard let input = parts[second].start?.inputs.firstDifference(from: one.inputs) else { continue }
        return (first, second, input)
      }
    }
    return nil
  }

  /// The first case that two runs walked differently, where that matters to its verdict; `nil` if there is none.
  public var differingCase: DifferingCase? {
    planned.lazy.compactMap { planned in
      planned.differing { run in parts[run.part].start?.tenants.first { $0.name == planned.facts.tenant }?.definition }
    }.first
  }

  /// What the run of a log selected, e.g. `shard 1/2 of journeys --tag smoke`.
  public func selection(of place: Int) -> String {
    guard let start = parts[place].start, let shard = start.shard else { return "all cases" }
    return "shard \(shard.number)/\(shard.count) of " + (start.selection?.joined(separator: " ") ?? "an unknown selection")
  }

  /// Whether the runs drew their random values from different seeds.
  public var hasSeveralSeeds: Bool { Set(parts.compactMap { $0.start?.seed }).count > 1 }

  /// Writes the one log.
  ///
  /// - Parameter sink: takes the next bytes; what it throws ends the writing.
  public func write(to sink: ReportSink) throws(ReportError) {
    var writer = EventLogWriter()
    var sequence = 0
    func put(_ event: RunEvent) throws(ReportError) {
      sequence += 1
      var event = event
      event.sequence = sequence
      writer.append(event)
      if writer.pendingBytes >= Self.chunk { try sink(writer.take()[...]) }
    }
    for event in opening { try put(event) }
    for part in parts.indices.sorted(by: { parts[$0].rank < parts[$1].rank }) {
      var events = EventLogReader(parts[part].log)
      while let event = try ReportError.reading({ () throws(EventLogError) in try events.next() }) {
        if let merged = merged(event.event, of: part) { try put(merged) }
      }
    }
    if let end { try put(RunEvent(sequence: 0, time: end.duration, scenario: nil, attempt: nil, step: nil, kind: .runEnded(end))) }
    try sink(writer.take()[...])
  }

  private mutating func take(_ event: RunEvent) {
    let part = parts.count - 1
    parts[part].lastTime = max(parts[part].lastTime, event.time)
    switch event.kind {
    case .runStarted(let start): parts[part].start = start
    case .runEnded(let end): parts[part].end = end
    case .fileRefused(let file): if !refusedFiles.contains(where: { $0.file == file.file }) { refusedFiles.append(file) }
    case .scenarioPlanned(let facts):
      guard let id = event.scenario else { return }
      plan(id, facts, in: part)
    case .attemptStarted: if let index = index(of: event, in: part) { planned[index].takeAttempt(of: part) }
    case .attemptEnded(let outcome):
      if outcome.hasFailed, let index = index(of: event, in: part) { planned[index].takeFailedAttempt(of: part) }
    case .scenarioEnded(let result): if let index = index(of: event, in: part) { planned[index].take(result, of: part) }
    case .stepStarted, .exchange, .screenShown, .answered, .messageTaken, .handedOver, .journeyEnded, .edgeTaken, .warning, .note,
      .mismatch,
      .stepEnded, .attemptEnded:
      break
    }
  }

  private mutating func plan(_ id: String, _ facts: PlannedScenario, in part: Int) {
    let identity = Identity(label: facts.label, tenant: facts.tenant, id: id)
    let run = MergedCase.Run(part: part, facts: facts, place: facts.place ?? parts[part].cases)
    parts[part].cases += 1
    parts[part].identities[id] = identity
    guard let index = indices[identity] else {
      indices[identity] = planned.count
      planned.append(MergedCase(id: id, run))
      return
    }
    planned[index].runs.append(run)
  }

  private func index(of event: RunEvent, in part: Int) -> Int? {
    event.scenario.flatMap { parts[part].identities[$0] }.flatMap { indices[$0] }
  }
}

extension LogMerge {
  /// What keeps the one log from being whole, as something that every report shows as an error.
  public var missingParts: [RefusedFile] {
    let shares = missingShares.map(String.init)
    let list = shares.joined(separator: ", ")
    let named = shares.count > 1 ? "\(shares.dropLast().joined(separator: ", ")) and \(shares[shares.count - 1])" : list
    let problem = shares.count > 1 ? "the logs of shards \(named) are missing" : "the log of shard \(named) is missing"
    return (shares.isEmpty ? [] : [Self.missing("shard \(list)", problem)])
      + emptySelections.map { Self.missing("log \($0 + 1)", "the run of log \($0 + 1), in the order given, selected nothing") }
  }

  private static func missing(_ name: String, _ message: String) -> RefusedFile {
    let id = DiagnosticID.nothingFound.rawValue
    let problem = RefusedFile.Problem(id: id, message: message, place: nil, rendered: "error: \(message) [\(id)]\n")
    return RefusedFile(file: name, problems: [problem])
  }

  /// What comes before all walks: the run, files with errors, and every case.
  private var opening: [RunEvent] {
    func event(_ kind: RunEvent.Kind, _ scenario: String? = nil) -> RunEvent {
      RunEvent(sequence: 0, time: .zero, scenario: scenario, attempt: nil, step: nil, kind: kind)
    }
    var events: [RunEvent] = []
    if var start = parts.compactMap(\.start).min(by: { $0.startedAt.milliseconds < $1.startedAt.milliseconds }) {
      start.jobs = parts.compactMap { $0.start?.jobs }.reduce(0, +)
      start.shard = nil
      let starts = parts.compactMap(\.start)
      start.mayBeEmpty = starts.allSatisfy(\.mayBeEmpty)
      start.failsOnFlaky = failsOnFlaky || starts.contains(where: \.failsOnFlaky)
      start.tenants = Set(starts.flatMap(\.tenants)).sorted { ($0.name, $0.definition ?? "") < ($1.name, $1.definition ?? "") }
      if !starts.allSatisfy({ $0.label == start.label }) { start.label = nil }
      if !starts.allSatisfy({ $0.again == start.again }) { start.again = [] }
      if !starts.allSatisfy({ $0.selection == start.selection }) { start.selection = nil }
      events.append(event(.runStarted(start)))
    }
    events += (refusedFiles + missingParts).map { event(.fileRefused($0)) }
    events += planned.map { event(.scenarioPlanned($0.facts), $0.id) }
    return events
  }

  /// The event of a case as the merged log has it; `nil` for what comes before or after, or does not count.
  private func merged(_ event: RunEvent, of part: Int) -> RunEvent? {
    guard let index = index(of: event, in: part), let run = planned[index].counted.first(where: { $0.part == part }) else { return nil }
    var event = event
    event.scenario = planned[index].id
    event.time += parts[part].offset
    event.attempt = event.attempt.map { $0.addingBounded(run.earlierAttempts) }
    switch event.kind {
    case .scenarioPlanned: return nil
    case .scenarioEnded:
      guard part == planned[index].counted.last?.part, let result = planned[index].result else { return nil }
      event.kind = .scenarioEnded(result)
      return event
    case .runStarted, .fileRefused, .attemptStarted, .stepStarted, .exchange, .screenShown, .answered, .messageTaken, .handedOver,
      .journeyEnded, .edgeTaken, .warning, .note, .mismatch, .stepEnded, .attemptEnded, .runEnded:
      return event
    }
  }

  /// `nil` if lines of a log are missing, or if one of the runs was cut off, and no later one walked the rest of its cases.
  private var end: RunEnd? {
    guard !parts.contains(where: \.hasGaps) else { return nil }
    let cut = parts.indices.filter { (parts[$0].end == nil || parts[$0].end?.interruption != nil) && !isCompleted($0) }
    guard cut.allSatisfy({ parts[$0].end != nil }) else { return nil }
    let duration = parts.map { $0.offset + max($0.end?.duration ?? .zero, $0.lastTime) }.max() ?? .zero
    return RunEnd(interruption: cut.compactMap { parts[$0].end?.interruption }.first, duration: duration)
  }

  /// Whether later runs walked all cases of a run that it left open.
  private func isCompleted(_ part: Int) -> Bool {
    let own = planned.filter { $0.runs.contains { $0.part == part } }
    // Cases are planned before the first one is walked.
    guard own.contains(where: { $0.runs.contains { $0.part == part && $0.attempts > 0 } }) else { return false }
    let open = own.filter { $0.isOpen(in: part) }.compactMap(\.counted.last)
    return !open.isEmpty && open.allSatisfy { parts[$0.part].rank > parts[part].rank && $0.result != nil }
  }
}

extension AttemptOutcome {
  fileprivate var hasFailed: Bool {
    switch result {
    case .failed, .broken: true
    case .passed, .skipped: false
    }
  }
}

extension RunStart {
  /// Whether both runs may have split the same cases; one of an older version does not say what it selected.
  fileprivate func mayShareCases(with other: RunStart) -> Bool {
    guard let selection, let others = other.selection else { return true }
    return selection == others
  }
}
