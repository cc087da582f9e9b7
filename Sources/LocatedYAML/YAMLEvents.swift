internal import CLibYAML

/// libyaml's events over one stretch of UTF-8 bytes; the current one is valid until the next is requested.
///
/// The bytes have to outlive it: libyaml reads them where they are.
struct YAMLEvents: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>

  /// `nil` if memory for a parser cannot be allocated.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      return nil
    }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    self.parser = parser
    event = .allocate(capacity: 1)
    event.initialize(to: yaml_event_t())
  }

  deinit {
    yaml_event_delete(event)
    yaml_parser_delete(parser)
    event.deallocate()
    parser.deallocate()
  }

  /// The current event; its texts are gone once `advance` is called.
  var current: UnsafeMutablePointer<yaml_event_t> { event }

  var kind: yaml_event_type_t { event.pointee.type }

  /// Goes to the next event; `false` when the text is not YAML, see `failure`.
  mutating func advance() -> Bool {
    yaml_event_delete(event)
    return yaml_parser_parse(parser, event) == 1
  }

  /// What libyaml complains about, and where; marks count from 0 and from the beginning of these bytes.
  struct Failure {
    let problem: String
    let problemMark: yaml_mark_t
    let context: String
    let contextMark: yaml_mark_t
    /// In bytes, where the reader failed and set no marks; else `nil`.
    let readerOffset: Int?
  }

  var failure: Failure {
    let state = parser.pointee
    return Failure(
      problem: state.problem.map { String(cString: $0) } ?? "out of memory", problemMark: state.problem_mark,
      context: state.context.map { String(cString: $0) } ?? "", contextMark: state.context_mark,
      readerOffset: state.error == YAML_READER_ERROR ? Int(state.problem_offset) : nil)
  }
}

extension UnsafeMutablePointer<yaml_event_t> {
  /// The bytes of a scalar event.
  var scalarBytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: pointee.data.scalar.value, count: pointee.data.scalar.length)
  }

  /// Whether a scalar event is the unquoted `<<`.
  var isMergeKey: Bool {
    let scalar = pointee.data.scalar
    guard scalar.length == 2, scalar.style == YAML_PLAIN_SCALAR_STYLE, let value = scalar.value else { return false }
    return value[0] == UInt8(ascii: "<") && value[1] == UInt8(ascii: "<")
  }

  /// The anchor of a scalar, sequence or mapping event.
  var anchor: UnsafeMutablePointer<UInt8>? {
    switch pointee.type {
    case YAML_SCALAR_EVENT: pointee.data.scalar.anchor
    case YAML_SEQUENCE_START_EVENT: pointee.data.sequence_start.anchor
    case YAML_MAPPING_START_EVENT: pointee.data.mapping_start.anchor
    default: nil
    }
  }

  /// Whether a scalar, sequence or mapping event has a tag.
  var hasTag: Bool {
    switch pointee.type {
    case YAML_SCALAR_EVENT: pointee.data.scalar.tag != nil
    case YAML_SEQUENCE_START_EVENT: pointee.data.sequence_start.tag != nil
    case YAML_MAPPING_START_EVENT: pointee.data.mapping_start.tag != nil
    default: false
    }
  }

  /// Whether a sequence or mapping event is written in brackets.
  var isFlow: Bool {
    switch pointee.type {
    case YAML_SEQUENCE_START_EVENT: pointee.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
    case YAML_MAPPING_START_EVENT: pointee.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
    default: false
    }
  }
}
