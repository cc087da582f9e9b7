import CLibYAML

/// libyaml's events alone: no tree, no places, no checks.
enum EventFloor {
  /// How many events the documents have.
  static func count(in bytes: [UInt8]) throws(MeasuredProcess.Failure) -> Int {
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else { throw MeasuredProcess.Failure(description: "libyaml has no memory") }
    defer { yaml_parser_delete(&parser) }
    let count = bytes.withUnsafeBufferPointer { bytes -> Int? in
      yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
      var count = 0
      while true {
        var event = yaml_event_t()
        guard yaml_parser_parse(&parser, &event) == 1 else { return nil }
        let isLast = event.type == YAML_STREAM_END_EVENT
        yaml_event_delete(&event)
        count += 1
        if isLast { return count }
      }
    }
    guard let count else { throw MeasuredProcess.Failure(description: "the scenarios are not YAML") }
    return count
  }
}
