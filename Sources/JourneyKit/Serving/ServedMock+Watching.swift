import Diagnostics
import JourneyMock
import SystemCalls

extension ServedMock {
  /// The files of a served tenant, and when they were written.
  struct Watched {
    private let name: String
    private let settings: RunSettings
    private var stamps: [String: FileStamp?]

    init(_ mock: ServedMock) {
      name = mock.name
      settings = mock.settings
      stamps = Self.stamps(of: mock.files)
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

    private static func stamps(of files: Set<String>) -> [String: FileStamp?] {
      Dictionary(uniqueKeysWithValues: files.map { ($0, FileStamp(of: $0)) })
    }
  }

  /// The tenants to be served instead, as they come.
  func replacements(by watch: TenantWatch) -> AsyncStream<MockTenant> {
    // Read before the mock is reported to run: no change after that is missed.
    let first = Watched(self)
    return AsyncStream { continuation in
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
}
