import Diagnostics
import JourneyMock
import SystemCalls

/// The files of a served tenant, and when they were written.
struct WatchedTenant {
  private let name: String
  private let settings: RunSettings
  private var stamps: [String: FileStamp?]

  init(_ name: String, _ settings: RunSettings, files: Set<String>) {
    self.name = name
    self.settings = settings
    stamps = Self.stamps(of: files)
  }

  /// What became of the files since they were looked at last; `nil` if nothing did.
  mutating func look() -> (tenant: MockTenant?, change: TenantWatch.Change)? {
    let now = Self.stamps(of: Set(stamps.keys))
    guard now != stamps else { return nil }
    stamps = now
    do throws(ProjectRefusal) {
      let read = try ServedMock(tenant: name, settings)
      // What was not a part of it before may be one now, and the other way round.
      let files = read.files
      stamps = now.filter { files.contains($0.key) }.merging(Self.stamps(of: files.subtracting(now.keys))) { old, _ in old }
      return (read.tenant, .served)
    } catch {
      return (nil, .refused(error.diagnostics))
    }
  }

  /// The tenants to be served instead, as they come.
  static func replacements(of mock: ServedMock, _ watch: TenantWatch) -> AsyncStream<MockTenant> {
    AsyncStream { continuation in
      // Read before anybody is told that the mock runs: no change after that is missed.
      let first = WatchedTenant(mock.name, mock.settings, files: mock.files)
      let watching = Task {
        var watched = first
        for await _ in watch.ticks {
          guard let (tenant, change) = watched.look() else { continue }
          if let tenant { continuation.yield(tenant) }
          watch.tell(change)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in watching.cancel() }
    }
  }

  private static func stamps(of files: Set<String>) -> [String: FileStamp?] {
    Dictionary(uniqueKeysWithValues: files.map { ($0, FileStamp(of: $0)) })
  }
}
