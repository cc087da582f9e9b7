import Encodings

/// Something that goes wrong on purpose.
public struct Fault: Sendable, Hashable {
  /// What goes wrong.
  public enum Effect: Sendable, Hashable {
    /// The answer comes late.
    case latency(Duration)
    /// The tenant gets something wrong while the request is answered; only a system of several servers can.
    case slip(Slip)
    /// Another status, with an empty body.
    case status(Int)
    /// Another answer, as a test wrote it.
    case answer(FaultyAnswer)
    /// No answer; the connection ends.
    case drop
    /// The answer ends after this many bytes of its body.
    case cut(afterBytes: Int)
    /// The body is not JSON.
    case badJSON
    /// The session is over before the request is looked at.
    case expiredSession
    /// What a screen says of a wrong answer comes with this status, 200 or 400.
    case refusalStatus(Int)
    /// The tenant is weak in this way while the request is answered.
    case weakness(Weakness)
  }

  public var effect: Effect
  /// The prefix of the paths that it affects; all paths if it is empty.
  public var path: String
  /// How many requests it affects; `nil` for all from now on.
  public var times: Int?

  public init(_ effect: Effect, path: String = "", times: Int? = nil) {
    self.effect = effect
    self.path = path
    self.times = times
  }
}

/// How an answer reaches the client.
public enum Delivery: Sendable, Hashable {
  case whole
  /// The connection ends after this many bytes of the body.
  case cut(afterBytes: Int)
  /// The connection ends without an answer.
  case dropped
}

/// An answer that a test wrote in place of the tenant's.
public struct FaultyAnswer: Sendable, Hashable {
  let message: HTTPResponseMessage
}
