import Diagnostics
import JourneyLanguage
import JourneyModel

/// Whether a person gets tokens by any path of a tenant's graph, as far as the graph says.
package enum TokenReach: Sendable, Hashable {
  /// By this path, the shortest that was found.
  case reached(BreakingWay)
  /// By none.
  case never
  /// It could not be worked out, with the reason why.
  case unknown(String)
}

extension MockTenant {
  /// The edges of forms that send a person to another provider, which says who they are.
  package var edgesOfProviders: Set<String> {
    var edges: Set<String> = []
    for state in graph.states {
      guard let screen = state.screen else { continue }
      for form in definition.screens[screen].forms where form.widgets.contains(where: { $0.type.value == "provider" }) {
        edges.formUnion(state.form(form.id.value)?.edges.map(\.id) ?? [])
      }
    }
    return edges
  }

  /// Whether a person gets tokens who is not in the tenant's file and registers first.
  ///
  /// - Parameters:
  ///   - isByPassword: whether only what comes after the right password counts, and no path on which a code takes its place.
  ///   - avoided: edges that do not count.
  ///   - limit: how many moments of journeys are looked at.
  package func tokenReachOfNewcomers(
    byPassword isByPassword: Bool = false, avoiding avoided: Set<String> = [], limit: Int = Self.promiseLimit
  ) -> TokenReach {
    // A promise that no one gets tokens is broken by the path that is looked for.
    var promise = TenantPromise(
      rule: isByPassword ? EventRule(never: .tokens, after: .right(.password, on: nil)) : EventRule(never: .tokens), who: .always,
      accounts: nil, isOfNewcomers: true, unless: .constant(false))
    promise.avoided = isByPassword ? avoided.union(edgesWithCodes) : avoided
    return tokenReach(promise, limit)
  }

  /// The edges that send a code to the person that their form finds: by these a person signs in with a code in place of a password.
  private var edgesWithCodes: Set<String> {
    let forms = graph.states.flatMap { $0.forms + ($0.decision.map { [$0] } ?? []) }.filter { !$0.finds.isEmpty }
    let sending = forms.flatMap(\.edges).filter { edge in
      // Who gives the right password first is asked for the code in addition.
      !edge.condition.atoms.contains(where: \.asksForPassword)
        && edge.effects.contains { effect in
          guard case .send(let mail) = effect else { return false }
          return graph.tables.mails[mail].texts.contains { $0.has(.code) }
        }
    }
    return Set(sending.map(\.id))
  }

  /// Whether an account of the tenant's file gets tokens.
  ///
  /// - Parameters:
  ///   - keepsPassword: whether paths do not count on which the person sets another password.
  ///   - avoided: edges that do not count.
  ///   - limit: how many moments of journeys are looked at.
  package func tokenReach(
    of account: String, keepingPassword keepsPassword: Bool, avoiding avoided: Set<String> = [], limit: Int = Self.promiseLimit
  ) -> TokenReach {
    tokenReach(EventRule(never: .tokens), of: account, keepsPassword, avoided, limit)
  }

  /// Whether an account of the tenant's file gets tokens after its right password, which it keeps.
  ///
  /// - Parameters:
  ///   - avoided: edges that do not count.
  ///   - limit: how many moments of journeys are looked at.
  package func tokenReach(byPasswordOf account: String, avoiding avoided: Set<String> = [], limit: Int = Self.promiseLimit) -> TokenReach {
    tokenReach(EventRule(never: .tokens, after: .right(.password, on: nil)), of: account, true, avoided, limit)
  }

  /// Whether an account of the tenant's file gets tokens once its person has forgotten the password.
  ///
  /// - Parameters:
  ///   - avoided: edges that do not count.
  ///   - limit: how many moments of journeys are looked at.
  package func tokenReach(
    ofForgetful account: String, avoiding avoided: Set<String> = [], limit: Int = Self.promiseLimit
  ) -> TokenReach {
    guard var promise = promise(EventRule(never: .tokens), for: account, avoiding: avoided) else { return .never }
    promise.forgetsPasswords = true
    return tokenReach(promise, limit)
  }

  /// Whether an account of the tenant's file gets tokens after so many wrong passwords in a row.
  ///
  /// - Parameters:
  ///   - count: of wrong passwords; see `wrongPasswordsThatLock`.
  ///   - waits: whether paths count on which the person lets time pass.
  ///   - keepsPassword: whether paths do not count on which the person sets another password.
  ///   - avoided: edges that do not count.
  ///   - limit: how many moments of journeys are looked at.
  package func tokenReach(
    of account: String, afterWrongPasswords count: Int, waiting waits: Bool = true, keepingPassword keepsPassword: Bool = true,
    avoiding avoided: Set<String> = [],
    limit: Int = Self.promiseLimit
  ) -> TokenReach {
    guard var promise = promise(EventRule(never: .tokens, after: .wrong(.password, on: nil), count), for: account, avoiding: avoided) else {
      return .never
    }
    (promise.keepsPasswords, promise.countsInARow, promise.neverWaits) = (keepsPassword, true, !waits)
    return tokenReach(promise, limit)
  }

  /// After how many wrong passwords at most a counter of an account is full, and does something to it; `nil` where none does, or after
  /// more than are looked at.
  package var wrongPasswordsThatLock: Int? {
    limitsOfAccounts.max().flatMap { $0 <= Self.mostWrongPasswords ? $0 : nil }
  }

  /// The same, where all such counters are full after as many.
  package var wrongPasswordsBeforeLock: Int? {
    Set(limitsOfAccounts).count == 1 && !locksInSession ? wrongPasswordsThatLock : nil
  }

  /// Whether a counter of the session does something to the account: then wrong answers lock it only if they come in one journey.
  package var locksInSession: Bool {
    graph.tables.counters.contains { counter in counter.slot.scope == .session && counter.effects.contains(where: isOfAccount) }
  }

  private func isOfAccount(_ effect: Effect) -> Bool {
    switch effect {
    case .setFact(let slot, _), .addMember(let slot, _), .removeMember(let slot, _): slot.scope == .account
    case .setAttribute(.attribute(let slot), _): slot.scope == .account
    case .startTimer(let timer): graph.tables.timers[timer].slot.scope == .account
    default: false
    }
  }

  private var limitsOfAccounts: [Int] {
    graph.tables.counters.filter { $0.slot.scope == .account && !$0.effects.isEmpty }.map(\.limit)
  }

  private static let mostWrongPasswords = 12

  private func tokenReach(
    _ rule: EventRule, of account: String, _ keepsPassword: Bool, _ avoided: Set<String>, _ limit: Int
  ) -> TokenReach {
    guard var promise = promise(rule, for: account, avoiding: avoided) else { return .never }
    promise.keepsPasswords = keepsPassword
    return tokenReach(promise, limit)
  }

  /// What is broken by the path of an account that is looked for; `nil` for an account that the tenant does not have.
  private func promise(_ rule: EventRule, for account: String, avoiding avoided: Set<String>) -> TenantPromise? {
    guard let place = accounts.firstIndex(where: { $0.name == account }) else { return nil }
    var promise = TenantPromise(rule: rule, who: .always, accounts: [place], unless: .constant(false))
    (promise.isAlone, promise.avoided) = (true, avoided)
    // A password that no field takes is as good as forgotten.
    promise.forgetsPasswords = !canType(passwordOf: place)
    return promise
  }

  /// Whether a field that asks for the account's password takes so many characters.
  private func canType(passwordOf place: Int) -> Bool {
    guard case .map(let members) = accounts[place].value, let value = members.first(where: { $0.name == "password" })?.value else {
      return true
    }
    let password: String
    switch value {
    case .text(let text): password = text
    case .secret(let secret): password = secret.unsafeText
    default: return true
    }
    var fields: [WidgetDefinition] = []
    for state in graph.states {
      guard let screen = state.screen else { continue }
      for form in definition.screens[screen].forms {
        // Where a new password must be another one, the old one leads nowhere.
        let edges = (state.form(form.id.value)?.edges ?? []).filter { $0.target != .stay }
        let tests = edges.flatMap(\.condition.atoms).compactMap(\.fieldOfPassword)
        fields += form.widgets.filter { tests.contains($0.id.value) }
      }
    }
    return fields.isEmpty || fields.contains { $0.takes(lengthOf: password) }
  }

  private func tokenReach(_ promise: TenantPromise, _ limit: Int) -> TokenReach {
    if let reason = demandsNotKnown { return .unknown(reason) }
    return switch verdict(on: promise, keeping: [], limit, searchedParts(promise)) {
    case .broken(let way): .reached(way)
    case .kept(let extent) where promise.countsInARow && !extent.isCounted:
      .unknown("no path was found on which a person gives \(promise.rule.count) wrong passwords in a row")
    case .kept: .never
    case .unknown(let reason): .unknown(reason)
    case .told, .untranslated, .refused: .unknown("the search was about something else")
    }
  }
}

extension GuardAtom {
  /// The widget whose answer has to be the person's password; `nil` for any other condition.
  fileprivate var fieldOfPassword: String? {
    guard case .answer(let test) = self, test.comparison == .equalsAttribute(AccountAttribute.password.slot) else { return nil }
    return test.path.joined(separator: ".")
  }

  /// Whether an answer has to be the person's password.
  fileprivate var asksForPassword: Bool {
    fieldOfPassword != nil
  }
}
