internal import CLibXML2

/// libxml2's recovering HTML parser, of which only the events are used: no network, no entities but HTML's own.
enum HTMLParser {
  /// The tree of a page in UTF-8 that has no zero bytes.
  ///
  /// - Parameter limits: `bytes` is not looked at here.
  static func tree(utf8: [UInt8], limits: PageLimits) throws(PageError) -> HTMLTree {
    // libxml2 compares each attribute of an element with all before it.
    if AttributeCount.exceeds(limits.attributes, in: utf8) { throw .tooManyAttributes(limit: limits.attributes) }
    SilentLibrary.prepare()
    guard let context = htmlNewParserCtxt() else { throw .noParser }
    defer { htmlFreeParserCtxt(context) }
    var reading = HTMLReading(builder: HTMLTreeBuilder(limits: limits), context: context)
    withUnsafeMutablePointer(to: &reading) { reading in
      context.pointee.sax?.pointee = HTMLReading.makeHandler()
      context.pointee.userData = UnsafeMutableRawPointer(reading)
      HTMLReferences.numbered(utf8).withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { bytes in
          let document = htmlCtxtReadMemory(context, bytes.baseAddress, Int32(bytes.count), nil, "UTF-8", options)
          if let document { xmlFreeDoc(document) }
        }
      }
    }
    return try reading.builder.finish()
  }

  private static let options = Int32(
    HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_NONET.rawValue
      | HTML_PARSE_NODEFDTD.rawValue)
}

/// What the callbacks of one parse write to.
private struct HTMLReading {
  var builder: HTMLTreeBuilder
  let context: htmlParserCtxtPtr

  static func makeHandler() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = 1
    handler.startElement = { data, name, attributes in HTMLReading.at(data)?.pointee.start(name, attributes) }
    handler.endElement = { data, name in HTMLReading.at(data)?.pointee.end(name) }
    handler.characters = { data, text, count in HTMLReading.at(data)?.pointee.text(text, count) }
    handler.ignorableWhitespace = { data, text, count in HTMLReading.at(data)?.pointee.text(text, count) }
    handler.cdataBlock = { data, text, count in HTMLReading.at(data)?.pointee.text(text, count) }
    return handler
  }

  private static func at(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<HTMLReading>? {
    data?.assumingMemoryBound(to: HTMLReading.self)
  }

  private mutating func start(_ name: UnsafePointer<xmlChar>?, _ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?) {
    guard let name else { return }
    var element = HTMLElement(name: String(cString: name).lowercased(), attributes: [])
    // Pairs of name and value, the value NULL if only a name is written, until a name that is NULL.
    var pair = list
    while let place = pair, let attribute = place.pointee {
      element.attributes.append(HTMLElement.Attribute(name: String(cString: attribute), value: place[1].map { String(cString: $0) } ?? ""))
      pair = place + 2
    }
    builder.start(element)
    if builder.failure != nil { xmlStopParser(context) }
  }

  private mutating func end(_ name: UnsafePointer<xmlChar>?) {
    guard let name else { return }
    builder.end(String(cString: name).lowercased())
  }

  private mutating func text(_ text: UnsafePointer<xmlChar>?, _ count: Int32) {
    guard let text, count > 0 else { return }
    builder.text(String(decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self))
    if builder.failure != nil { xmlStopParser(context) }
  }
}
