import Testing

@testable import TenantDecisions

struct NodeMemoTests {
  @Test func `what is found is what was kept, and few results are lost before there are very many`() {
    var memo = NodeMemo()
    var lost: [Int] = []
    for node in 0..<1000 { memo.insert(node, ~node, node * 7, node + 1) }
    for node in 0..<1000 where memo.find(node, ~node, node * 7) != node + 1 { lost.append(node) }
    #expect(lost.count < 400)
    #expect(memo.find(1, 2, 3) == nil && memo.find(5) == nil)
  }

  @Test func `results of very many nodes take the places of earlier ones, and none is wrong`() {
    var memo = NodeMemo()
    let many = 400_000
    for node in 0..<many { memo.insert(node, node + 1, node % 5, node * 3) }
    var kept = 0
    for node in 0..<many {
      guard let result = memo.find(node, node + 1, node % 5) else { continue }
      kept += 1
      #expect(result == node * 3)
    }
    #expect(kept > 50_000)
  }

  @Test func `nodes are found by all that they are, also where hashes are the same`() {
    var index = NodeIndex()
    for node in 0..<500 { index.insert(node, UInt(node % 3)) }
    for node in 0..<500 { #expect(index.find(UInt(node % 3), where: { $0 == node }) == node) }
    #expect(index.find(7, where: { _ in true }) == nil)
  }
}
