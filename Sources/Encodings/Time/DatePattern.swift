/// A pattern such as `yyyy-MM-dd HH:mm`, in the letters of Unicode TR 35 that need no locale; the moment is read in UTC.
///
/// `yyyy yy MMM MM M dd d EEE HH H hh h mm m ss s SSS a X`; other letters go in `'…'`, a quotation mark is `''`.
package struct DatePattern: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case literal(String)
    case field(Field)
  }

  /// A run of letters that is replaced.
  private enum Field: String, Sendable, Hashable, CaseIterable {
    case year = "yyyy"
    case shortYear = "yy"
    case monthName = "MMM"
    case paddedMonth = "MM"
    case month = "M"
    case paddedDay = "dd"
    case day = "d"
    case weekday = "EEE"
    case paddedHour = "HH"
    case hour = "H"
    case paddedHalfDayHour = "hh"
    case halfDayHour = "h"
    case paddedMinute = "mm"
    case minute = "m"
    case paddedSecond = "ss"
    case second = "s"
    case millisecond = "SSS"
    case halfDay = "a"
    case zone = "X"
  }

  private let parts: [Part]

  /// Reads a pattern; throws the first thing in it that has no meaning.
  package init(_ text: String) throws(DatePatternError) {
    var parts: [Part] = []
    var rest = Substring(text).unicodeScalars
    while let first = rest.first {
      if first == "'" {
        parts.append(.literal(try Self.quoted(&rest)))
      } else if first.isASCII, first.properties.isAlphabetic {
        let letters = String(Substring(rest.prefix { $0 == first }))
        guard let field = Field(rawValue: letters) else { throw .unknownLetters(letters) }
        parts.append(.field(field))
        rest = rest.dropFirst(letters.unicodeScalars.count)
      } else {
        parts.append(.literal(String(first)))
        rest = rest.dropFirst()
      }
    }
    self.parts = parts
  }

  /// The letters that mean something, for a message.
  package static var knownLetters: [String] {
    Field.allCases.map(\.rawValue)
  }

  /// The text for a moment.
  package func text(millisecondsSinceEpoch: Int64) -> String {
    let time = CivilTime(millisecondsSinceEpoch: millisecondsSinceEpoch)
    return parts.map { part in
      switch part {
      case .literal(let text): text
      case .field(let field): Self.text(of: field, at: time)
      }
    }.joined()
  }

  /// The text within quotation marks, going past it; two marks are one, also outside others.
  private static func quoted(_ rest: inout Substring.UnicodeScalarView) throws(DatePatternError) -> String {
    rest = rest.dropFirst()
    let isOutside = rest.first == "'"
    var text = ""
    while let scalar = rest.popFirst() {
      if scalar != "'" {
        text.unicodeScalars.append(scalar)
      } else if isOutside {
        return "'"
      } else if rest.first == "'" {
        text.append("'")
        rest = rest.dropFirst()
      } else {
        return text
      }
    }
    throw .unclosedQuote
  }

  private static func text(of field: Field, at time: CivilTime) -> String {
    switch field {
    case .year: DateText.padded(time.date.year, 4)
    case .shortYear: DateText.padded(time.date.year % 100, 2)
    case .monthName: CivilDate.monthNames[time.date.month - 1]
    case .paddedMonth: DateText.padded(time.date.month, 2)
    case .month: String(time.date.month)
    case .paddedDay: DateText.padded(time.date.day, 2)
    case .day: String(time.date.day)
    case .weekday: CivilDate.weekdayNames[time.date.weekday]
    case .paddedHour: DateText.padded(time.hour, 2)
    case .hour: String(time.hour)
    case .paddedHalfDayHour: DateText.padded((time.hour + 11) % 12 + 1, 2)
    case .halfDayHour: String((time.hour + 11) % 12 + 1)
    case .paddedMinute: DateText.padded(time.minute, 2)
    case .minute: String(time.minute)
    case .paddedSecond: DateText.padded(time.second, 2)
    case .second: String(time.second)
    case .millisecond: DateText.padded(time.millisecond, 3)
    case .halfDay: time.hour < 12 ? "AM" : "PM"
    case .zone: "Z"
    }
  }
}

/// What a date pattern holds that has no meaning.
package enum DatePatternError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A run of letters that is not a field; all letters are kept for fields.
  case unknownLetters(String)
  /// A quotation mark that nothing closes.
  case unclosedQuote

  package var description: String {
    switch self {
    case .unknownLetters(let letters):
      "unknown letters '\(letters)' in a date pattern; expected one of \(DatePattern.knownLetters.joined(separator: ", "))"
    case .unclosedQuote: "a quotation mark in a date pattern is not closed"
    }
  }
}
