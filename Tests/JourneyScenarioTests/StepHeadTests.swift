import Testing

@testable import JourneyScenario

/// The table of heads agrees with itself, and with what is written.
struct StepHeadTests {
  @Test(arguments: StepHead.allCases) func `a head is written as its usage says`(head: StepHead) {
    let specification = head.specification
    #expect(specification.usage.hasPrefix(head.rawValue + ":"))
    let isBare = specification.usage == head.rawValue + ":"
    if case .nothing = specification.shape { #expect(isBare) } else { #expect(!isBare) }
  }

  @Test func `captures stand beside the heads that have something to capture`() {
    for head in StepHead.allCases {
      let captures = head.specification.captures
      #expect(head.allows(.capture) == (captures != nil), "\(head)")
      #expect(captures?.keys.isEmpty != true, "\(head)")
      #expect(captures?.keys.allSatisfy(CaptureKey.sources.contains) != false, "\(head)")
    }
  }

  @Test func `what is shown is asked for by screens and ends only`() {
    #expect(StepHead.allCases.filter(\.beginsBranch) == [.screen, .finish, .handOver, .error, .expired])
    #expect(StepHead.allCases.filter(\.specification.prepares) == [.mail, .request, .run, .use])
  }

  @Test func `every step in steps is visited once, in the order written`() throws {
    let steps = try ScenarioText(
      steps: """
          - either:
              - - screen: a
                - repeat: 2
                  steps: [{screen: b}, {wait: 1s}]
              - - finish:
          - hand_over: present
            steps: [{screen: c}]
          - screen: d
        """
    ).steps()
    var heads: [StepHead] = []
    steps.forEachStep { heads.append($0.kind.head) }
    #expect(heads == [.either, .screen, .repeated, .screen, .wait, .finish, .handOver, .screen, .screen])
    let placed = steps.map { $0.placed(below: "x/") }
    var ids: [String] = []
    placed.forEachStep { ids.append($0.id) }
    #expect(
      ids
        == [
          "0", "0/either/0/0", "0/either/0/1", "0/either/0/1/repeat/0", "0/either/0/1/repeat/1", "0/either/1/0", "1", "1/hand_over/0", "2",
        ].map { "x/" + $0 })
  }
}
