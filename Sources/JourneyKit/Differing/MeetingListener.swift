import JourneyInsight
import JourneyReports
import JourneyRunner

/// Gathers what the cases of a run meet.
struct MeetingListener: RunListener {
  private(set) var met: MetRun

  /// - Parameter people: the addresses of accounts, by tenant and account.
  init(people: [String: [String: String]] = [:]) { met = MetRun(people: people) }

  mutating func record(_ searched: SearchedEvent) { met.record(searched.event) }
}

/// Gathers what cases of mocks meet, where nothing of it is put out.
struct MeetingSink: EventSink {
  private(set) var met = MetRun()

  mutating func record(_ event: RunEvent) { met.record(event) }
}

extension MetRun {
  /// What the cases of a log saw. Throws if it cannot be read.
  init(log path: String) throws(EventLogError) {
    self.init()
    var events = EventLogReader(try LogFile(path: path))
    while let searched = try events.next() { record(searched.event) }
  }
}
