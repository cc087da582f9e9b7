/// The kinds of changes that are made to a tenant, one element at a time.
package enum MutationOperator: String, Sendable, Hashable, CaseIterable {
  /// An edge of a form is gone.
  case dropEdge = "drop-edge"
  /// An edge leads to another state, ends the journey, or stays.
  case swapGo = "swap-go"
  /// An edge that completes the journey ends in an OAuth error instead, which shows when the end is followed.
  case refuseFinish = "refuse-finish"
  /// A condition holds where it did not, and the other way round.
  case negateWhen = "negate-when"
  /// One part of a condition no longer counts.
  case ignorePart = "ignore-part"
  /// An answer that has to equal a password, a code or another text may be anything.
  case acceptAny = "accept-any"
  case dropFind = "drop-find"
  case dropSay = "drop-say"
  case dropSend = "drop-send"
  case dropCount = "drop-count"
  case dropClear = "drop-clear"
  case dropSet = "drop-set"
  case dropAdd = "drop-add"
  case dropRemove = "drop-remove"
  case dropStart = "drop-start"
  case dropForget = "drop-forget"
  /// What the rules demand is not worked out.
  case dropEvaluate = "drop-evaluate"
  /// A new account lacks one of its texts.
  case dropCreate = "drop-create"
  case dropRefuse = "drop-refuse"
  case dropExpire = "drop-expire"
  case dropHandOver = "drop-hand-over"
  case dropWidget = "drop-widget"
  case renameWidget = "rename-widget"
  /// Nothing is left that submits a form: every button and link of it is gone at once.
  case dropSubmit = "drop-submit"
  /// A button or link that submits a form has another label, in every language; its id is `rename-widget`'s business.
  case relabelSubmit = "relabel-submit"
  /// A widget that had to be filled in may be left empty, or the other way round.
  case swapRequired = "swap-required"
  /// A message has other words, in every language.
  case changeMessage = "change-message"
  /// A mail lacks its code or its link.
  case emptyMail = "empty-mail"
  /// Something lives twice as long.
  case lengthen
  /// A limit is one higher.
  case raiseLimit = "raise-limit"
  /// A policy that is on is off, or the other way round.
  case flipPolicy = "flip-policy"
}
