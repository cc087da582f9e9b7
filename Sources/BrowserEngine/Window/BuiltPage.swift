import Encodings
import HostedDialect

/// A page as a browser has built it, at one moment.
struct BuiltPage: Sendable {
  /// With marks, what is not seen hidden, and the fields' present values; what its frames and shadow trees show is in it, and no script.
  private(set) var html: String
  let url: WebURL?
  /// Of the document: another one has another.
  let key: String
  /// Whether everything of it is loaded.
  private(set) var isComplete: Bool
  private(set) var hasScripts: Bool
  /// Whether it has a field or a button.
  private(set) var isUsable: Bool
  /// Whether it has no content yet, or leads on without a person's action.
  let isPassing: Bool
  /// Whether it is the empty page of a window that has yet to load one.
  let isBlank: Bool
  /// The marked elements, by their marks.
  private(set) var elements: [Element]
  /// The frames that are seen, in the order of their places.
  let frames: [String]
  /// The frames around it, from the outside in; none around the page itself.
  let path: [String]
  /// What marks the places of its frames.
  private let token: String
  private let firstMark: Int

  /// An element as the driver names it, and the frames around it from the outside in.
  struct Element: Sendable, Hashable {
    let reference: String
    let frames: [String]
  }

  /// How many frames are read inside of each other.
  static let deepestFrame = 3

  /// - Parameters:
  ///   - path: the frames around the document, from the outside in.
  ///   - firstMark: the mark of its first element.
  init(_ value: JSONValue, in path: [String] = [], firstMark: Int = 0) {
    self.path = path
    self.firstMark = firstMark
    html = value["html"]?.stringValue ?? ""
    do { url = try WebURL(value["url"]?.stringValue ?? "") } catch { url = nil }
    key = value["key"]?.doubleValue.map { String($0) } ?? ""
    isComplete = value["state"]?.stringValue == "complete"
    hasScripts = value["scripts"]?.boolValue ?? false
    isUsable = value["usable"]?.boolValue ?? false
    isPassing = value["passing"]?.boolValue ?? false
    isBlank = value["url"]?.stringValue == "about:blank" && path.isEmpty
    elements = (value["elements"]?.arrayValue ?? []).map { Element(reference: WebDriverSession.element($0) ?? "", frames: path) }
    self.frames = (value["frames"]?.arrayValue ?? []).compactMap(WebDriverSession.element)
    token = value["token"]?.stringValue ?? ""
  }

  func element(_ mark: String) -> Element? {
    guard let place = Int(mark), elements.indices.contains(place), !elements[place].reference.isEmpty else { return nil }
    return elements[place]
  }

  /// The page without its numbers, which go on by themselves on a clock.
  var shape: String { String(decoding: html.utf8.filter { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }, as: UTF8.self) }

  /// The mark that the next element has.
  var nextMark: Int { firstMark + elements.count }

  /// Puts the document of a frame in its place.
  mutating func put(_ inner: BuiltPage, at place: Int) {
    elements += inner.elements
    isComplete = isComplete && inner.isComplete
    hasScripts = hasScripts || inner.hasScripts
    isUsable = isUsable || inner.isUsable
    guard let start = html.firstRange(of: "<!--\(token)-\(place)-->"), let end = html.firstRange(of: "<!--/\(token)-\(place)-->") else {
      return
    }
    html.replaceSubrange(start.lowerBound..<end.upperBound, with: inner.html)
  }
}

/// The script that looks at a document.
extension BuiltPage {
  static func arguments(marks: Int, isFrame: Bool) -> [JSONValue] {
    [.string(PageMark.attribute), .integer(marks), .string("frame\(UInt32.random(in: 0...UInt32.max))"), .bool(isFrame)]
  }

  /// Looks without changing anything: what it returns is built in a document of its own, and becomes what the plain engine would have
  /// been sent. Trees of shadows and what fills their slots are where a person sees them.
  static let script = """
    const [mark, first, token, isFrame] = arguments, root = document.documentElement;
    if (!root) return {};
    const inert = document.implementation.createHTMLDocument(''), elements = [], frames = [];
    let scripts = false, letters = 0;
    const gone = new Set(['STYLE', 'NOSCRIPT', 'TEMPLATE']);
    const untouched = new Set(['OPTION', 'OPTGROUP', 'AREA', 'MAP', 'BR', 'WBR', 'COL', 'COLGROUP', 'HEAD', 'META', 'TITLE', 'LINK', 'BASE']);
    const controls = 'input, button, select, textarea, summary, a[href], label, option, [role], [onclick], [contenteditable]';
    const roles = new Set(['button', 'link', 'menuitem', 'tab', 'option', 'checkbox', 'switch']);
    const isCode = e => !e.type || e.type === 'module' || e.type.includes('javascript');
    const inside = e => e.shadowRoot ? e.shadowRoot.childNodes : e.tagName === 'SLOT' && e.assignedNodes().length ? e.assignedNodes() : e.childNodes;
    const around = e => e.assignedSlot ?? e.parentElement ?? e.getRootNode().host;
    // Where the pointer becomes a hand, a person presses.
    const isHand = e => {
      if (getComputedStyle(e).cursor !== 'pointer' || e.closest(controls) || e.querySelector(controls) || !e.textContent.trim()) return false;
      const outer = around(e);
      return !outer || getComputedStyle(outer).cursor !== 'pointer';
    };
    const isMarked = e => ['INPUT', 'BUTTON', 'SELECT', 'TEXTAREA', 'FORM', 'SUMMARY'].includes(e.tagName) || e.hasAttribute('onclick')
      || (e.tagName === 'A' || e.tagName === 'AREA') && e.hasAttribute('href') || e.hasAttribute('contenteditable')
      || roles.has((e.getAttribute('role') ?? '').trim().toLowerCase());
    const values = (live, dead) => {
      if (live.tagName === 'TEXTAREA') dead.textContent = live.value;
      if (live.tagName === 'OPTION') dead.toggleAttribute('selected', live.selected);
      if (live.tagName !== 'INPUT') return;
      if (live.type === 'checkbox' || live.type === 'radio') dead.toggleAttribute('checked', live.checked);
      else if (!['password', 'file', 'submit', 'image', 'button', 'reset'].includes(live.type)) {
        if (live.value !== '' || live.hasAttribute('value')) dead.setAttribute('value', live.value);
      }
    };
    // In the page around it an address of a frame would mean another one.
    const resolve = (live, dead) => {
      for (const name of ['href', 'action', 'formaction', 'src']) {
        const written = live.getAttribute(name);
        if (written !== null && !written.startsWith('#')) try { dead.setAttribute(name, new URL(written, document.baseURI).href); } catch {}
      }
      if (live.tagName === 'FORM' && !live.hasAttribute('action')) dead.setAttribute('action', location.href);
    };
    const build = (live, into, isOuterSeen) => {
      if (live.nodeType === 3) {
        into.append(inert.importNode(live));
        if (isOuterSeen) letters += live.data.trim().length;
        return false;
      }
      if (live.nodeType !== 1 || gone.has(live.tagName)) return false;
      if (live.tagName === 'SCRIPT') {
        if (isCode(live) && !scripts) into.append(inert.createElement('script'));
        if (isCode(live)) scripts = true;
        return false;
      }
      if (live.hasAttribute('onload')) scripts = true;
      let isSeen = live.checkVisibility({visibilityProperty: true});
      const isInHead = document.head?.contains(live);
      if (live.tagName === 'SLOT') {
        for (const child of inside(live)) if (build(child, into, isOuterSeen)) isSeen = true;
        return isSeen;
      }
      const dead = inert.importNode(live, false);
      if (!isInHead && !isSeen && isOuterSeen && getComputedStyle(live).display === 'contents') isSeen = true;
      if (isSeen && !isInHead && !untouched.has(live.tagName) && isHand(live)) dead.setAttribute('role', 'button');
      if ((isMarked(live) || dead.getAttribute('role') === 'button') && first + elements.length < 2000) {
        dead.setAttribute(mark, first + elements.length);
        elements.push(live);
      }
      if (isFrame) resolve(live, dead);
      const isOpen = (live.tagName === 'IFRAME' || live.tagName === 'FRAME') && isSeen && frames.length < 20;
      if (isOpen) {
        into.append(inert.createComment(token + '-' + frames.length), dead, inert.createComment('/' + token + '-' + frames.length));
        frames.push(live);
      } else into.append(dead);
      if (live.tagName !== 'TEXTAREA' && live.tagName !== 'IFRAME') {
        for (const child of inside(live)) if (build(child, dead, isSeen || isInHead)) isSeen = true;
      }
      values(live, dead);
      if (live.tagName === 'SELECT' || untouched.has(live.tagName)) return isSeen;
      if (!isInHead) dead.toggleAttribute('hidden', !isSeen);
      return isSeen;
    };
    const page = inert.createElement('div');
    if (isFrame && location.protocol.startsWith('http')) page.setAttribute('\(PageMark.frame)', location.href);
    if (isFrame) for (const child of inside(document.body ?? root)) build(child, page, true);
    else build(root, page, true);
    const top = page.firstElementChild;
    if (!isFrame && top) {
      top.removeAttribute('hidden');
      top.setAttribute(mark, '');
    }
    const refresh = document.querySelector('meta[http-equiv="refresh" i]');
    const seconds = refresh && /url/i.test(refresh.content) ? parseFloat(refresh.content) : NaN;
    const isBare = scripts && !frames.length && !elements.length && letters < 40;
    const usable = elements.some(e => ['INPUT', 'BUTTON', 'SELECT', 'TEXTAREA'].includes(e.tagName) && e.checkVisibility());
    return {
      html: isFrame ? page.outerHTML : '<!DOCTYPE html>' + page.innerHTML, url: location.href, key: performance.timeOrigin, state: document.readyState,
      scripts, usable, passing: isBare || seconds <= 3, elements, frames, token
    };
    """
}
