/// The kinds of changes that two walks can show, each with the one that is reported in the other direction.
public enum ChangeKind: String, Sendable, Hashable, CaseIterable {
  case endClosed = "end-closed"
  case endOpened = "end-opened"
  case endChanged = "end-changed"
  case unanswerable
  case answerable
  case screenAdded = "screen-added"
  case screenRemoved = "screen-removed"
  case screenRenamed = "screen-renamed"
  case leaves
  case leavesNoMore = "leaves-no-more"
  case noMoreTries = "no-more-tries"
  case moreTries = "more-tries"
  case wayRemoved = "way-removed"
  case wayAdded = "way-added"
  case asked
  case askedNoMore = "asked-no-more"
  case required
  case optional
  case fixed
  case unfixed
  case shownInClear = "shown-in-clear"
  case hiddenWhileTyped = "hidden-while-typed"
  case ticked
  case unticked
  case optionRemoved = "option-removed"
  case optionAdded = "option-added"
  case stricter
  case looser
  case ruleChanged = "rule-changed"
  case rightAnswerRefused = "right-answer-refused"
  case rightAnswerTaken = "right-answer-taken"
  case errorSaid = "error-said"
  case errorUnsaid = "error-unsaid"
  case messageComes = "message-comes"
  case messageStays = "message-stays-away"
  case label
  case placeholder
  case text
  case pageText = "page-text"
  case notice
  case subject
  case order
  case branding
  case widgetRenamed = "widget-renamed"
  case formRenamed = "form-renamed"
  case type
  case status
  case token
  case warning
  case behaviour
  case detail

  /// The kind of the same change the other way round.
  public var mirror: ChangeKind {
    for (one, other) in Self.pairs {
      if self == one { return other }
      if self == other { return one }
    }
    return self
  }

  private static let pairs: [(ChangeKind, ChangeKind)] = [
    (.endClosed, .endOpened), (.unanswerable, .answerable), (.screenAdded, .screenRemoved), (.leaves, .leavesNoMore),
    (.noMoreTries, .moreTries), (.wayRemoved, .wayAdded), (.asked, .askedNoMore), (.required, .optional), (.fixed, .unfixed),
    (.rightAnswerRefused, .rightAnswerTaken), (.hiddenWhileTyped, .shownInClear), (.unticked, .ticked),
    (.optionRemoved, .optionAdded), (.stricter, .looser), (.errorSaid, .errorUnsaid), (.messageComes, .messageStays),
  ]

  /// What the change means for a person.
  public var meaning: ChangeClass {
    switch self {
    case .endClosed, .unanswerable, .rightAnswerRefused: .breaking
    case .screenAdded, .leaves, .noMoreTries, .wayRemoved, .asked, .required, .fixed, .optionRemoved, .stricter, .errorSaid,
      .hiddenWhileTyped, .unticked:
      .more
    case .endOpened, .answerable, .screenRemoved, .leavesNoMore, .moreTries, .wayAdded, .askedNoMore, .optional, .unfixed, .optionAdded,
      .looser, .errorUnsaid, .rightAnswerTaken, .shownInClear, .ticked:
      .less
    case .label, .placeholder, .text, .pageText, .notice, .subject, .messageComes, .messageStays, .order, .branding: .wording
    case .endChanged, .screenRenamed, .ruleChanged, .widgetRenamed, .formRenamed, .type, .status, .token, .warning, .behaviour,
      .detail:
      .protocolChange
    }
  }
}

extension ChangeKind {
  /// Whether it is about the way, not about a screen.
  var isOfWay: Bool {
    switch self {
    case .screenAdded, .screenRemoved, .leaves, .leavesNoMore, .endClosed, .endOpened, .moreTries, .noMoreTries: true
    default: false
    }
  }
}
