package import Diagnostics

/// What a scenario expects of a value, with its place in the file.
package struct Matcher: Sendable, Hashable {
  package var rule: Rule
  package var range: SourceRange

  package init(_ rule: Rule, at range: SourceRange) {
    self.rule = rule
    self.range = range
  }
}

/// A matcher for one named member.
package struct NamedMatcher: Sendable, Hashable {
  package var name: Located<String>
  package var matcher: Matcher

  package init(name: Located<String>, matcher: Matcher) {
    self.name = name
    self.matcher = matcher
  }
}
