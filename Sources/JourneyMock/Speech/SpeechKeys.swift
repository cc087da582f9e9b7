/// The keys of the tenant language that only one dialect has, by what they stand in.
package struct SpeechKeys: Sendable, Hashable {
  package var client: [String] = []
  package var screen: [String] = []
  package var message: [String] = []

  package init(client: [String] = [], screen: [String] = [], message: [String] = []) {
    self.client = client
    self.screen = screen
    self.message = message
  }

  /// Takes what is new of other keys.
  mutating func add(_ keys: SpeechKeys) {
    client += keys.client.filter { !client.contains($0) }
    screen += keys.screen.filter { !screen.contains($0) }
    message += keys.message.filter { !message.contains($0) }
  }
}
