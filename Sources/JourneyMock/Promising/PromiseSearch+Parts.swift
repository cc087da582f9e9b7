import JourneyLanguage

extension PromiseSearch {
  /// How something came about.
  struct Step: Sendable {
    /// The place of the moment before; `nil` for a journey's begin.
    var before: Int?
    var act: BreakingWay.Act
    /// The moment in which an earlier journey left the person that the act names.
    var earlier: Int?
    /// What moments do not keep and has to be so for it.
    var assumed: [KeptVariable] = []
  }

  /// What a passage begins with.
  enum Cause: Sendable {
    case begin([BreakingWay.Given])
    /// Time, a push or a link.
    case act(BreakingWay.Act, after: Int?)
    case form(String, AssumedAnswers, FormPlace, after: Int)
  }

  /// On which screen a form is sent, and whose form it is.
  struct FormPlace: Sendable {
    var screen: String
    var owner: String
  }

  /// A way that breaks the promise.
  struct Breach {
    var step: Step
    /// Where it leads.
    var moment: JourneyMoment
    var end: BreakingWay.End
  }

  /// A person that a journey may find.
  struct Known {
    var person: KnownPerson
    /// The account in the tenant's file; `nil` for who registered.
    var account: Int?
    /// The moment after which they are so; `nil` where the tenant's file has them so.
    var origin: Int?
    /// How many acts lead there.
    var cost: Int
  }

  /// What is looked at once nothing shorter is left.
  struct Candidate {
    var passage: PromisePassage
    var step: Step
  }

  /// A form or decision at a moment; one that looks up a person does not depend on the moment's earlier person.
  struct Lookup: Hashable {
    var form: String
    var moment: JourneyMoment
  }

  /// The edges that passages took, and the states that they came to.
  struct PassedParts: Sendable {
    var edges: Set<String> = []
    var states: Set<Int> = []
  }

  /// A link that leads to a moment.
  struct SentLink: Hashable {
    var mail: Int
    var moment: JourneyMoment
  }

  /// A passage up to where a person is looked up.
  struct Searcher {
    var passage: PromisePassage
    var form: GraphForm
    /// `nil` where a form begins that is still to be answered, at this moment.
    var cause: Cause?
    var number: Int
  }
}
