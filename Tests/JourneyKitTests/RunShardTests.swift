import Testing

@testable import JourneyKit

struct RunShardTests {
  @Test(arguments: [
    "", "1", "/", "1/", "/2", "0/2", "3/2", "-1/2", "1/-2", "1/2/3", "1/0", "a/b", "1/9223372036854775808", "99999999999999999999/1",
    " 1/2",
  ])
  func `what is no share is none`(_ text: String) {
    #expect(RunShard(text) == nil)
  }

  @Test func `the largest count is a count`() {
    let shard = RunShard("9223372036854775807/9223372036854775807")
    #expect(shard?.number == .max)
    #expect(shard?.share(of: []) == [])
  }
}
