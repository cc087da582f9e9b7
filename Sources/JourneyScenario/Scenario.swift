package import Diagnostics
package import JourneyLanguage
package import JourneyModel

/// One scenario as a person wrote it: every value knows its place. One document of a file is one scenario.
package struct Scenario: Sendable, Hashable {
  package var file: SourceFile
  /// The title; may use `${…}` of an example row.
  package var title: Template
  /// The slug that ids are made of: the scenario's own `id`, else made from the title.
  package var id: String
  package var description: String?
  /// How many tags it may have, those of folders not counted.
  package static let maxTags = 1_000

  /// Folder tags first, each once.
  package var tags: [String]
  package var owner: String?
  package var ticket: String?
  /// The system walked; `nil` for the default one.
  package var tenant: Located<String>?
  /// The situation that the tenant's rules see; `nil` for the tenant's own.
  package var given: GivenSituation?
  /// The accounts it may sign in as, any that is free. Empty for none.
  package var accounts: [Located<String>]
  package var start: StartSpecification
  /// The apps that it is written for, the first one where the caller asks for none. Empty for every app.
  package var apps: [Located<String>] = []
  /// Whether the apps are a list of those that it is written for, so that it is skipped as any other.
  package var listsApps = false
  /// What walks its pages, whatever its tenant and the run say; `nil` for what they say.
  package var engine: Located<PageEngineKind>?
  /// In the order written; later ones may use earlier ones.
  package var vars: [TemplateValue.Member]
  /// The rows of `examples`, read; `nil` if there are none.
  package var examples: Examples?
  package var matrix: Matrix?
  package var before: [Step]
  package var steps: [Step]
  package var after: [Step]
  /// Of one walk.
  package var timeout: Duration?
  package var retries: Int?
  package var skip: Skip?
  /// Why it is expected to fail.
  package var knownIssue: String?
  /// `${secret.…}` and `${env.…}`, wherever they are, fragments too.
  package var needs: [Reference] = []
  /// The variables of the caller that it uses.
  package var givenNames: Set<String> = []
  /// Of the `journey` key's value.
  package var range: SourceRange
  /// Of its whole document.
  package var extent: SourceRange

  /// Not run, for a reason.
  package struct Skip: Sendable, Hashable {
    package var why: String
    /// `yyyy-MM-dd`; it runs again after that day.
    package var until: String?

    package init(why: String, until: String? = nil) {
      self.why = why
      self.until = until
    }
  }

  /// The rows that a scenario is walked with.
  package struct Examples: Sendable, Hashable {
    package var rows: [Row]
    /// Whether all rows must see the same, once the answers are taken out.
    package var indistinguishable: Bool

    package init(rows: [Row], indistinguishable: Bool) {
      self.rows = rows
      self.indistinguishable = indistinguishable
    }
  }

  /// One row: a case of the scenario.
  package struct Row: Sendable, Hashable {
    /// The row's `case`, else its number from 1.
    package var label: String
    package var values: [TemplateValue.Member]
    package var range: SourceRange

    package init(label: String, values: [TemplateValue.Member], range: SourceRange) {
      self.label = label
      self.values = values
      self.range = range
    }
  }

  /// Lists that are crossed, in the order written.
  package struct Matrix: Sendable, Hashable {
    package struct Axis: Sendable, Hashable {
      package var name: Located<String>
      package var values: [Located<String>]

      package init(name: Located<String>, values: [Located<String>]) {
        self.name = name
        self.values = values
      }
    }

    /// How many entries `exclude` may have.
    package static let maxExclusions = 1_000

    package var axes: [Axis]
    /// Cells left out: every named axis has the named value.
    package var exclude: [[String: String]]

    package init(axes: [Axis], exclude: [[String: String]]) {
      self.axes = axes
      self.exclude = exclude
    }
  }

  package init(file: SourceFile, title: Template, id: String, steps: [Step], range: SourceRange) {
    self.file = file
    self.title = title
    self.id = id
    self.steps = steps
    self.range = range
    extent = range
    tags = []
    accounts = []
    start = StartSpecification()
    vars = []
    before = []
    after = []
  }
}
