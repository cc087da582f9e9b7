import Encodings
import JourneyClient
import JourneyModel

/// Where a page leads without the person, as the engine that runs no scripts understands it.
struct OnwardMove: Sendable, Hashable {
  /// Marked as emulated in its purpose, so that a transcript shows what no server asked for.
  let request: PageRequest
  /// Whether a form of the page is submitted, so that its policy counts.
  let isForm: Bool

  private init(_ what: String, url: WebURL, from page: HTMLPage) {
    request = PageRequest("\(what) (emulated)", url: url, source: page.url)
    isForm = false
  }

  /// What a form sends in which a person has nothing to fill in; `nil` for one that cannot be sent.
  static func request(sending form: PageForm, from page: HTMLPage) -> PageRequest? {
    do { return OnwardMove(try form.submission(), from: page).request } catch { return nil }
  }

  private init(_ submission: PageSubmission, from page: HTMLPage) {
    let entries = submission.entries.map { Value.Member($0.name, .secret(Secret($0.value, name: $0.name, source: .server))) }
    request = PageRequest(
      "form that submits itself (emulated)", method: submission.method, url: submission.url,
      body: submission.method == "POST" ? .form(entries) : .none, source: page.url)
    isForm = true
  }

  /// How long a page may wait before it goes on, in seconds, so that no person can do anything on it.
  private static let longestDelay = 3

  /// The move of a page; `nil` for a page that waits for a person.
  ///
  /// - Parameters:
  ///   - refresh: what the page or its response says of loading another one.
  ///   - interception: the login page whose address alone says where its script leads.
  ///   - clientID: whose journey it is.
  ///   - policy: which of its scripts a browser runs.
  static func of(
    _ page: HTMLPage, refresh: MetaRefresh?, interception: Interception?, clientID: String, policy: ScriptPolicy
  ) -> OnwardMove? {
    if let refresh, refresh.seconds <= longestDelay, let url = refresh.url {
      return OnwardMove("meta refresh", url: url, from: page)
    }
    let scripts =
      page.scripts.filter { $0.isCode && policy.allows($0) }.map(\.text) + (policy.allowsHandlers ? page.loadHandlers : [])
    if let form = page.onlyForm, form.isHiddenOnly, ScriptRedirect.submitsForm(scripts) {
      do { return OnwardMove(try form.submission(), from: page) } catch { return nil }
    }
    guard page.onlyForm == nil, page.forms.isEmpty else { return nil }
    // What the script says in so many words counts more than what the login page usually does; without a script nothing leads on.
    if let target = ScriptRedirect.target(in: scripts) {
      do {
        return OnwardMove("js-redirect", url: try BrowserReference.resolve(target, against: page.base), from: page)
      } catch {
        return nil
      }
    }
    guard !scripts.isEmpty, !page.hasSomethingToPress, let url = interception?.target(of: page.url, clientID: clientID) else { return nil }
    return OnwardMove("interception", url: url, from: page)
  }
}

extension HTMLPage {
  /// Its only form, where a person has nothing to fill in or choose in it.
  var onlyHiddenForm: PageForm? { onlyForm.flatMap { $0.isHiddenOnly ? $0 : nil } }

  /// Whether a person has something to press, so that it is not the page that only leads on; links to a brand's other sites may be there.
  fileprivate var hasSomethingToPress: Bool {
    looseForm != nil || links.contains { !$0.isHidden && $0.url.origin == url.origin && !$0.url.isPlace(on: url) }
  }

  fileprivate var onlyForm: PageForm? { forms.count == 1 ? forms[0] : nil }

  /// What runs once the page is there.
  fileprivate var loadHandlers: [String] { tree.elements(named: ["body"]).compactMap { tree.element($0)?["onload"] } }
}

extension PageForm {
  /// Whether a person has nothing to fill in or choose.
  fileprivate var isHiddenOnly: Bool { controls.allSatisfy { $0.kind == .hidden || $0.isSubmitter } }
}
