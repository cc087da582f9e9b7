import FoundationEssentials

/// Long work on several inputs, as many at once as there are processors.
///
/// A search leaves its thread to nothing else, and what is begun later waits for all that was begun before: so no more is begun than runs.
enum LongWork {
  /// The results, in the order of the inputs.
  static func results<Input: Sendable, Output: Sendable>(
    of inputs: [Input], _ work: @escaping @Sendable (Input) async -> Output
  ) async -> [Output] {
    let lanes = max(2, ProcessInfo.processInfo.activeProcessorCount)
    return await withTaskGroup(of: [(Int, Output)].self) { group in
      for lane in 0..<min(lanes, inputs.count) {
        group.addTask {
          var found: [(Int, Output)] = []
          for place in stride(from: lane, to: inputs.count, by: lanes) {
            found.append((place, await work(inputs[place])))
            await Task.yield()
          }
          return found
        }
      }
      let found = await group.reduce(into: []) { $0 += $1 }
      return found.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}
