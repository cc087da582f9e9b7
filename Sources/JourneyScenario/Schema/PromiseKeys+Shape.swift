package import JourneyLanguage

extension Promise.FileKey: DocumentedKey {
  var shape: ValueShape { .map(.keys(Promise.Key.shapes(\.shape))) }
}

extension Promise.Key: DocumentedKey {
  var shape: ValueShape {
    switch self {
    case .says, .never, .only, .unless: .text
    case .tenants, .who, .after, .on, .situations: .texts
    case .except: .either([.texts, .map(.text)])
    case .with: .word(Promise.Means.allCases.map(\.rawValue))
    case .always: .word(Promise.Property.allCases.map(\.rawValue))
    case .brokenOn: .map(.text)
    }
  }
}
