internal import CLibYAML
internal import Diagnostics

/// Builds the trees of one stretch of a file out of libyaml's events.
struct TreeBuilder: ~Copyable {
  let file: SourceFile
  let bytes: UnsafeBufferPointer<UInt8>
  let linesBefore: Int
  let limits: YAMLLimits
  let hasTightComment: Bool
  var events: YAMLEvents
  var diagnostics: [Diagnostic] = []
  /// How many more errors are reported before the rest of the text is left unread.
  var diagnosticsLeft = Int.max
  /// Items of the lists that are open.
  var items = Pile<YAMLNode>()
  /// Entries of the maps that are open.
  var entries = Pile<YAMLMapping.Entry>()

  /// What aliases of the current document can name.
  var anchors: [String: Anchor] = [:]
  /// Nodes so far, aliases expanded.
  var nodes = 0
  /// Nodes that aliases added to the current document.
  var expandedNodes = 0
  /// The deepest level that a collection reached since the innermost anchor began.
  var deepest = 0
  /// Collections in brackets that are open.
  var openFlows = 0
  /// The last scalar that was read, for errors after it.
  var lastScalar: SyntaxError.WrittenScalar?
  /// Just after the last thing that was read; a block collection ends here, not at the next token as libyaml has it.
  var lastEnd = SourcePosition(line: 1, column: 1)
  var cursor = ByteCursor()

  /// What an anchor names.
  struct Anchor {
    let node: YAMLNode
    /// Its nodes, aliases expanded.
    let size: Int
    /// The levels of collections below its own; -1 for a scalar.
    let height: Int
  }

  init(
    _ events: consuming YAMLEvents, file: SourceFile, bytes: UnsafeBufferPointer<UInt8>, linesBefore: Int, limits: YAMLLimits,
    hasTightComment: Bool
  ) {
    self.events = events
    self.file = file
    self.bytes = bytes
    self.linesBefore = linesBefore
    self.limits = limits
    self.hasTightComment = hasTightComment
  }

  /// Reads to the end of the text; what was read before a stop stays.
  mutating func documents(into documents: inout [YAMLNode]) throws(YAMLStop) {
    // A document is complete when something follows that is not part of it.
    var last: YAMLNode?
    while true {
      try advance()
      switch events.kind {
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_END_EVENT: continue
      case YAML_DOCUMENT_START_EVENT, YAML_STREAM_END_EVENT, YAML_NO_EVENT:
        if let last, !last.isNothing { documents.append(last) }
        last = nil
        if events.kind != YAML_DOCUMENT_START_EVENT { return }
      default:
        anchors.removeAll(keepingCapacity: true)
        expandedNodes = 0
        openFlows = 0
        last = try node(depth: 1)
      }
    }
  }

  /// The node that begins with the current event; afterwards its last event is current.
  mutating func node(depth: Int) throws(YAMLStop) -> YAMLNode {
    if events.kind == YAML_ALIAS_EVENT { return try alias(depth: depth) }
    nodes += 1
    guard let anchor = events.current.anchor else { return try content(depth: depth) }
    let name = String(cString: anchor)
    let nodesBefore = nodes
    let deepestBefore = deepest
    deepest = depth - 1
    let node = try content(depth: depth)
    anchors[name] = Anchor(node: node, size: nodes - nodesBefore + 1, height: deepest - depth)
    deepest = max(deepest, deepestBefore)
    return node
  }

  private mutating func content(depth: Int) throws(YAMLStop) -> YAMLNode {
    switch events.kind {
    case YAML_SCALAR_EVENT: return .scalar(scalar())
    case YAML_SEQUENCE_START_EVENT: return try sequence(depth: depth)
    default: return try mapping(depth: depth)
    }
  }

  private mutating func sequence(depth: Int) throws(YAMLStop) -> YAMLNode {
    let start = try open(depth: depth)
    let isFlow = events.current.isFlow
    let base = items.count
    try advance()
    while events.kind != YAML_SEQUENCE_END_EVENT {
      items.push(try node(depth: depth + 1))
      try advance()
    }
    let range = close(from: start, isFlow: isFlow)
    return .sequence(YAMLSequence(items: items.take(from: base), range: range))
  }

  /// Enters the collection that the current event begins.
  mutating func open(depth: Int) throws(YAMLStop) -> SourcePosition {
    let event = events.current
    let start = position(event.pointee.start_mark)
    lastEnd = position(event.pointee.end_mark)
    guard depth <= limits.depth else { throw stopTooDeep(at: start) }
    deepest = max(deepest, depth)
    if event.isFlow { openFlows += 1 }
    if event.hasTag { reportTag(of: event, nothing: false) }
    return start
  }

  /// Leaves a collection whose end is the current event.
  mutating func close(from start: SourcePosition, isFlow: Bool) -> SourceRange {
    if isFlow {
      openFlows -= 1
      lastEnd = position(events.current.pointee.end_mark)
    }
    return SourceRange(file: file, start: start, end: lastEnd)
  }

  private mutating func scalar() -> YAMLScalar {
    let event = events.current
    let bytes = event.scalarBytes
    let range = self.range(event)
    lastEnd = range.end
    let style = YAMLScalar.Style(event.pointee.data.scalar.style)
    lastScalar = SyntaxError.WrittenScalar(start: range.start, end: range.end, isPlain: style == .plain)
    if event.pointee.data.scalar.tag != nil || bytes.isEmpty || (hasTightComment && style == .plain) {
      if let trapped = trapped(event, style: style, range: range) { return trapped }
    }
    let kind = style == .plain ? YAMLScalar.Kind(plain: bytes) : .text
    // The quotes of word processors begin with one of these bytes.
    if style == .plain, let first = bytes.first, first == 0xE2 || first == 0xC2 { warnOfQuotes(bytes, at: range) }
    return YAMLScalar(text: String(decoding: bytes, as: UTF8.self), style: style, kind: kind, range: range)
  }
}

/// A place that cannot be read past; its diagnostic is already written.
struct YAMLStop: Error {
  let position: SourcePosition
}

extension YAMLScalar.Style {
  init(_ style: yaml_scalar_style_t) {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: self = .literal
    case YAML_FOLDED_SCALAR_STYLE: self = .folded
    default: self = .plain
    }
  }
}
