package import Encodings
package import JourneyModel

/// An end is `{kind, …}`: `completed`, `finished {facts, checks, probes}`, `refused {error, description}`, `expired {status, messages}`.
extension JourneyEnd: ModelWritable {
  private enum Word: String, CaseIterable {
    case completed, finished, refused, expired
  }

  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    switch self {
    case .completed: sink.member("kind", Word.completed.rawValue)
    case .finished(let finish):
      sink.member("kind", Word.finished.rawValue)
      sink.members("facts", finish.facts)
      sink.list("checks", finish.checks)
      sink.list("probes", finish.probes)
    case .refused(let refusal):
      sink.member("kind", Word.refused.rawValue)
      sink.member("error", refusal.error)
      sink.member("description", ifPresent: refusal.description)
    case .expired(let status, let messages):
      sink.member("kind", Word.expired.rawValue)
      sink.member("status", status)
      if !messages.isEmpty { sink.list("messages", messages) }
    }
    sink.endObject()
  }

  package init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    switch try reader.word("kind", as: Word.self) {
    case .completed: self = .completed
    case .finished:
      self = .finished(
        Finish(
          facts: try reader.members("facts"), checks: try reader.list("checks", TokenCheck.init(json:)),
          probes: try reader.list("probes", ProbeResult.init(json:))))
    case .refused:
      self = .refused(
        OAuthErrorResponse(error: try reader.text("error"), description: try reader.text(ifPresent: "description")))
    case .expired:
      self = .expired(status: try reader.integer("status"), messages: try reader.list("messages", Message.init(json:)))
    }
  }
}

/// A check is `{name, problem}`, without a problem where it holds.
extension TokenCheck: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("name", name)
    sink.member("problem", ifPresent: problem)
    sink.endObject()
  }

  init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(try reader.text("name"), problem: try reader.text(ifPresent: "problem"))
  }
}

/// A probe is `{name, problem}`, without a problem where the server refused it.
extension ProbeResult: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("name", name)
    sink.member("problem", ifPresent: problem)
    sink.endObject()
  }

  init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(try reader.text("name"), problem: try reader.text(ifPresent: "problem"))
  }
}

/// A hand-over is `{url, reason, cause}`, the secrets of its address concealed.
extension Handover: ModelWritable {
  func write(to sink: inout some ModelSink) {
    sink.beginObject()
    sink.member("url", ConcealedURL.text(of: url))
    sink.member("reason", reason.rawValue)
    sink.member("cause", ifPresent: cause)
    sink.endObject()
  }

  package init(json: JSONValue) throws(ModelCodingError) {
    let reader = try ObjectReader(json)
    self.init(
      url: try reader.text("url"), reason: try reader.word("reason", as: Reason.self),
      cause: try reader.text(ifPresent: "cause"))
  }
}
