package import Encodings
import JourneyClient
import JourneyModel

/// A request of a page's script that did not bring what the script asked for.
package struct FailedRequest: Sendable, Hashable {
  package enum Reason: Sendable, Hashable {
    /// It was answered with a status of 400 or more.
    case status(Int)
    /// It was not answered while the page was waited for.
    case unanswered(Duration)
    /// The tenant does not allow its origin, so it was not sent.
    case refused
    /// The browser did not send it, or keeps its answer from the script; why, as the end of a sentence.
    case blocked(String)
  }

  /// Empty where the browser does not say it, as of a request that it did not make.
  package let method: String
  package let url: WebURL
  package let reason: Reason

  package init(_ method: String, _ url: WebURL, _ reason: Reason) {
    self.method = method
    self.url = url
    self.reason = reason
  }

  /// A sentence without its full stop.
  var sentence: String {
    let line = "\(method.isEmpty ? "a request to" : method) \(url.withoutQuery.concealed()), which a script of the page sent"
    return switch reason {
    case .status(let status): "\(line), was answered with status \(status)"
    case .unanswered(let time): "\(line): no complete response within \(time.components.seconds) s"
    case .refused: "\(line), was not let through: the tenant does not allow '\(url.origin?.description ?? url.scheme)'"
    case .blocked(let why): "\(line), was blocked by the browser: \(why)"
    }
  }

  /// How likely it is why a page shows something else; lower is likelier.
  fileprivate var rank: Int {
    switch reason {
    case .status(500...): 0
    case .unanswered: ["GET", "HEAD"].contains(method) ? 2 : 1
    case .blocked: 3
    case .status: 4
    case .refused: 5
    }
  }
}

extension [FailedRequest] {
  /// The likeliest cause, and of several the last.
  var worst: FailedRequest? { reversed().min { $0.rank < $1.rank } }
}
