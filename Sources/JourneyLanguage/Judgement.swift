/// What comparing a value with a matcher comes to.
///
/// There are three answers, so that what is not known is never taken for a yes or a no.
package enum Judgement: Sendable, Hashable {
  case holds
  case differs
  /// E.g. a secret with any rule but `equals`, a pattern that was given up, a value of a type that the rule does not support;
  /// the reason is a sentence without its full stop.
  case undecidable(reason: String)

  /// Holds where one holds; else undecidable where one is, for the first one's reason.
  static func any<Element>(of elements: some Sequence<Element>, _ judge: (Element) -> Judgement) -> Judgement {
    var result = Judgement.differs
    for element in elements {
      let next = judge(element)
      switch (next, result) {
      case (.holds, _): return .holds
      case (.undecidable, .differs): result = next
      case (.undecidable, _), (.differs, _): continue
      }
    }
    return result
  }
}
