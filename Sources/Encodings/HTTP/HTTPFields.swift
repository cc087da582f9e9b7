/// Header fields in the order sent, names compared without regard to case (RFC 9110 section 5).
package struct HTTPFields: Sendable, Hashable {
  /// One line of a header.
  package struct Field: Sendable, Hashable {
    /// In the case it was sent.
    package var name: String
    /// As sent, without the white space around it.
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  private var fields: [Field]

  package init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// The first value of a name. Setting it leaves one field with the name, where the first stood; `nil` leaves none.
  package subscript(name: String) -> String? {
    get { fields.first { $0.name.equalsIgnoringASCIICase(name) }?.value }
    set {
      let place = fields.firstIndex { $0.name.equalsIgnoringASCIICase(name) } ?? fields.endIndex
      remove(name)
      if let newValue { fields.insert(Field(name, newValue), at: place) }
    }
  }

  /// All values of a name in order, such as those of `Set-Cookie`; not split at commas.
  package func values(of name: String) -> [String] {
    fields.filter { $0.name.equalsIgnoringASCIICase(name) }.map(\.value)
  }

  /// Adds a field after all others, even if one of the same name exists.
  package mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name, value))
  }

  /// Removes all fields of a name.
  package mutating func remove(_ name: String) {
    fields.removeAll { $0.name.equalsIgnoringASCIICase(name) }
  }
}

extension HTTPFields: RandomAccessCollection {
  package var startIndex: Int { fields.startIndex }
  package var endIndex: Int { fields.endIndex }
  package subscript(position: Int) -> Field { fields[position] }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
  /// Keeps the order, and names that occur twice.
  package init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { name, value in Field(name, value) })
  }
}
