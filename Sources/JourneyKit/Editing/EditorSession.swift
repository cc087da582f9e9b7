import Encodings
import JourneyEditing

/// A language server for editors: bytes of the client go in, bytes for it come out.
///
/// It reads the files of projects, and nothing of the network until a scenario is run by its user.
public struct EditorSession {
  private var frames = MessageFrames()
  private var server: LanguageServer

  /// - Parameter settings: the environment and the policy that scenarios are checked and run with.
  public init(_ settings: RunSettings) {
    server = LanguageServer(EditorProject(settings), version: JourneyVersion.text)
  }

  /// The status to end with; `nil` until the client says that it is done.
  public var exitCode: Int32? { server.exitCode }

  /// What is sent back for these bytes, which may hold no whole message or several.
  public mutating func receive(_ bytes: [UInt8]) async -> [UInt8] {
    frames.add(bytes)
    var answers: [UInt8] = []
    while let frame = frames.next() {
      for answer in await server.handle(frame) { answers += MessageFrames.frame(JSONWriter.write(answer)) }
      if exitCode != nil { break }
    }
    return answers
  }
}
