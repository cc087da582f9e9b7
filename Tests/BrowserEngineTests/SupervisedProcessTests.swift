import JourneyTestSupport
import SystemCalls
import Testing

struct SupervisedProcessTests {
  /// Starts children and grandchildren, one of them in a session of its own, and says their numbers.
  private static let family = "sleep 600 & echo $!; setsid sh -c 'sleep 600 & echo $!; wait' & echo $!; echo ready; wait"

  @Test func `everything that it started ends with it, and its folder is gone`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.write("text", to: "place/deep/file")
      let process = try SupervisedProcess(
        ["/bin/sh", "-c", Self.family], environment: ["PATH": "/usr/bin:/bin"], folder: folder.file("place"))
      var said = ""
      while !(said.contains("ready") && said.split(separator: "\n").count == 4) {
        said += String(decoding: process.read(atMost: 1_000), as: UTF8.self)
        try #require(!process.isOver)
        await Task.yield()
      }
      let numbers = said.split(separator: "\n").compactMap { Int32($0) }
      #expect(numbers.count == 3)
      #expect(try running(numbers) == numbers)
      process.end()
      #expect(try running(numbers).isEmpty)
      #expect(try folder.names() == [])
    }
  }

  @Test func `a program that ends by itself is over`() async throws {
    try await TemporaryFolder.with { folder in
      try folder.makeFolder("place")
      let process = try SupervisedProcess(["/bin/sh", "-c", "echo done"], environment: [:], folder: folder.file("place"))
      while !process.isOver { await Task.yield() }
      #expect(String(decoding: process.read(atMost: 100), as: UTF8.self) == "done\n")
      process.end()
      #expect(try folder.names() == [])
    }
  }

  private func running(_ numbers: [Int32]) throws -> [Int32] {
    let table = try #require(ProcessTable.current())
    return numbers.filter { number in table.entries.contains { $0.identifier == number && !$0.isOver } }
  }
}
