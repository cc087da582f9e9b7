/// The stable names of everything that can be wrong with a file; printed in brackets, so that people can look them up.
///
/// Every case occurs in `fixtures/broken`. A name that was once published is never given another sense.
public enum DiagnosticID: String, Sendable, Hashable, CaseIterable {
  // The text itself.
  case unreadableFile = "unreadable-file"
  case badEncoding = "bad-encoding"
  case yamlSyntax = "yaml-syntax"
  case tab = "tab"
  case tooDeep = "too-deep"
  case tooLarge = "too-large"
  case aliasBomb = "alias-bomb"
  case unknownAlias = "unknown-alias"
  case badMerge = "bad-merge"
  case duplicateKey = "duplicate-key"
  case keyNotText = "key-not-text"
  case tagNotAllowed = "tag-not-allowed"
  case anchorOnNothing = "anchor-on-nothing"
  case leadingSign = "leading-sign"
  case colonInText = "colon-in-text"
  case commentInText = "comment-in-text"
  case unquotedVariable = "unquoted-variable"
  case typographicQuotes = "typographic-quotes"
  case emptyValue = "empty-value"

  // Templates, durations and matchers.
  case badTemplate = "bad-template"
  case variableWithoutSign = "variable-without-sign"
  case unknownFunction = "unknown-function"
  case wrongArguments = "wrong-arguments"
  case unboundVariable = "unbound-variable"
  case notSet = "not-set"
  case badDuration = "bad-duration"
  case badMatcher = "bad-matcher"
  case mixedMatcher = "mixed-matcher"
  case misspeltMatcher = "misspelt-matcher"
  case badRegularExpression = "bad-regular-expression"
  case secretInMatcher = "secret-in-matcher"

  // What the command line asks for.
  case badSelection = "bad-selection"
  case nothingFound = "nothing-found"

  // Keys and values of scenarios and tenants.
  case unknownKey = "unknown-key"
  case misplacedKey = "misplaced-key"
  case keyTooDeep = "key-too-deep"
  case missingKey = "missing-key"
  case missingHead = "missing-head"
  case twoHeads = "two-heads"
  case wrongType = "wrong-type"
  case badValue = "bad-value"
  case clashingKeys = "clashing-keys"
  case unknownFragment = "unknown-fragment"
  case fragmentCycle = "fragment-cycle"
  case missingParameter = "missing-parameter"
  case unknownParameter = "unknown-parameter"
  case badExamples = "bad-examples"
  case duplicateTitle = "duplicate-title"
  case duplicateName = "duplicate-name"

  // What a scenario says, before it is walked.
  case unknownTenant = "unknown-tenant"
  case tenantCycle = "tenant-cycle"
  case unknownAccount = "unknown-account"
  case unknownApp = "unknown-app"
  case unknownDialect = "unknown-dialect"
  case unknownStartKey = "unknown-start-key"
  case unknownWidgetType = "unknown-widget-type"
  case unknownAttribute = "unknown-attribute"
  case unknownRule = "unknown-rule"
  case unknownSelector = "unknown-selector"
  case notOfDialect = "not-of-dialect"
  case unknownScreen = "unknown-screen"
  case unknownForm = "unknown-form"
  case unknownWidget = "unknown-widget"
  case unknownMessage = "unknown-message"
  case noSubmitter = "no-submitter"
  case unreachableStep = "unreachable-step"
  case stepAfterEnd = "step-after-end"
  case tokenBeforeFinish = "token-before-finish"
  case badBranch = "bad-branch"
  case captureTooEarly = "capture-too-early"
  case captureInBranch = "capture-in-branch"
  case secretInName = "secret-in-name"
  case unusedCapture = "unused-capture"
  case checksNothing = "checks-nothing"
  case unseenEnd = "unseen-end"
  case alikeScenarios = "alike-scenarios"

  // What the caller's policy does not name.
  case notAllowed = "not-allowed"

  // What is right and a risk.
  case plainHTTP = "plain-http"
  case policyInRepository = "policy-in-repository"
  case guessableSecret = "guessable-secret"
  case unusedProxy = "unused-proxy"

  // Mock tenants.
  case badCondition = "bad-condition"
  case unknownName = "unknown-name"
  case unusedName = "unused-name"
  case neverTrue = "never-true"
  case unknownState = "unknown-state"
  case openForm = "open-form"
  case unreachableEdge = "unreachable-edge"
  case missingScreen = "missing-screen"
  case missingLanguage = "missing-language"
  case unreadableInclude = "unreadable-include"

  // What tenants promise.
  case brokenPromise = "broken-promise"
}
