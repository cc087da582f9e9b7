import Encodings
import HostedDialect

/// A page as a browser has built it, at one moment.
struct BuiltPage: Sendable {
  /// With marks, what is not seen hidden, and the fields' present values; no script is in it.
  let html: String
  let url: WebURL?
  /// Of the document: another one has another.
  let key: String
  /// Whether everything of it is loaded.
  let isComplete: Bool
  let hasScripts: Bool
  /// Whether it says nothing yet, or leads on by itself.
  let isPassing: Bool
  /// The marked elements, by their marks.
  let elements: [String]

  init(_ value: JSONValue) {
    html = value["html"]?.stringValue ?? ""
    do { url = try WebURL(value["url"]?.stringValue ?? "") } catch { url = nil }
    key = value["key"]?.doubleValue.map { String($0) } ?? ""
    isComplete = value["state"]?.stringValue == "complete"
    hasScripts = value["scripts"]?.boolValue ?? false
    isPassing = value["passing"]?.boolValue ?? false
    elements = (value["elements"]?.arrayValue ?? []).map { WebDriverSession.element($0) ?? "" }
  }

  func element(_ mark: String) -> String? {
    guard let place = Int(mark), elements.indices.contains(place), !elements[place].isEmpty else { return nil }
    return elements[place]
  }

  /// Looks at the page without changing it: a copy gets the marks, and becomes what the plain engine would have been sent.
  static let script = """
    const mark = '\(PageMark.attribute)', root = document.documentElement;
    if (!root) return {};
    const copy = root.cloneNode(true), elements = [];
    let scripts = false;
    const untouched = new Set(['OPTION', 'OPTGROUP', 'AREA', 'MAP', 'BR', 'WBR', 'COL', 'COLGROUP', 'HEAD', 'META', 'TITLE', 'LINK', 'BASE']);
    const isMarked = e => ['INPUT', 'BUTTON', 'SELECT', 'TEXTAREA', 'FORM'].includes(e.tagName) || (e.tagName === 'A' || e.tagName === 'AREA') && e.hasAttribute('href');
    const values = (live, dead) => {
      if (live.tagName === 'TEXTAREA') dead.textContent = live.value;
      if (live.tagName === 'OPTION') dead.toggleAttribute('selected', live.selected);
      if (live.tagName !== 'INPUT') return;
      if (live.type === 'checkbox' || live.type === 'radio') dead.toggleAttribute('checked', live.checked);
      else if (!['password', 'file', 'submit', 'image', 'button', 'reset'].includes(live.type)) {
        if (live.value !== '' || live.hasAttribute('value')) dead.setAttribute('value', live.value);
      }
    };
    const walk = (live, dead) => {
      if (['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(live.tagName)) {
        if (live.tagName === 'SCRIPT' && (!live.type || live.type === 'module' || live.type.includes('javascript'))) scripts = true;
        dead.remove();
        return false;
      }
      if (live.hasAttribute('onload')) scripts = true;
      if (isMarked(live) && elements.length < 2000) {
        dead.setAttribute(mark, elements.length);
        elements.push(live);
      }
      values(live, dead);
      let isSeen = live.checkVisibility({visibilityProperty: true});
      const inside = live.children, below = Array.from(dead.children);
      for (let index = 0; index < inside.length; index++) if (walk(inside[index], below[index])) isSeen = true;
      if (live.tagName === 'SELECT' || untouched.has(live.tagName)) return isSeen;
      if (!document.head || !document.head.contains(live)) dead.toggleAttribute('hidden', !isSeen);
      return isSeen;
    };
    walk(root, copy);
    copy.removeAttribute('hidden');
    const refresh = document.querySelector('meta[http-equiv="refresh" i]');
    const seconds = refresh && /url/i.test(refresh.content) ? parseFloat(refresh.content) : NaN;
    const isBare = scripts && !document.querySelector('form, a[href], button, input') && (document.body?.innerText ?? '').trim().length < 40;
    return {
      html: '<!DOCTYPE html>' + copy.outerHTML, url: location.href, key: performance.timeOrigin, state: document.readyState,
      scripts, passing: isBare || seconds <= 3, elements
    };
    """
}
