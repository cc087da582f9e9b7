/// The named character references of HTML that people and libraries write for ASCII signs and Latin letters (HTML, section 13.5).
package enum CharacterReference {
  package static let maxNameLength = 23

  package static func scalar(named name: String) -> Unicode.Scalar? { signs[name] ?? latin[name] }

  private static let signs: [String: Unicode.Scalar] = [
    "amp": "&", "AMP": "&", "lt": "<", "LT": "<", "gt": ">", "GT": ">", "quot": "\"", "QUOT": "\"", "apos": "'", "Tab": "\t",
    "NewLine": "\n", "excl": "!", "num": "#", "dollar": "$", "percnt": "%", "lpar": "(", "rpar": ")", "ast": "*", "midast": "*",
    "plus": "+", "comma": ",", "period": ".", "sol": "/", "colon": ":", "semi": ";", "equals": "=", "quest": "?", "commat": "@",
    "lsqb": "[", "lbrack": "[", "bsol": "\\", "rsqb": "]", "rbrack": "]", "Hat": "^", "lowbar": "_", "UnderBar": "_", "grave": "`",
    "lcub": "{", "lbrace": "{", "verbar": "|", "vert": "|", "VerticalLine": "|", "rcub": "}", "rbrace": "}", "hyphen": "\u{2010}",
    "dash": "\u{2010}", "ndash": "\u{2013}", "mdash": "\u{2014}", "euro": "€", "bull": "•", "hellip": "…",
    "ensp": "\u{2002}", "emsp": "\u{2003}", "emsp13": "\u{2004}", "emsp14": "\u{2005}", "numsp": "\u{2007}", "puncsp": "\u{2008}",
    "thinsp": "\u{2009}", "ThinSpace": "\u{2009}", "hairsp": "\u{200A}", "VeryThinSpace": "\u{200A}", "MediumSpace": "\u{205F}",
    "NonBreakingSpace": "\u{A0}", "ZeroWidthSpace": "\u{200B}", "NegativeVeryThinSpace": "\u{200B}", "NegativeThinSpace": "\u{200B}",
    "NegativeMediumSpace": "\u{200B}", "NegativeThickSpace": "\u{200B}", "zwnj": "\u{200C}", "zwj": "\u{200D}", "lrm": "\u{200E}",
    "rlm": "\u{200F}", "NoBreak": "\u{2060}", "af": "\u{2061}", "ApplyFunction": "\u{2061}", "it": "\u{2062}",
    "InvisibleTimes": "\u{2062}", "ic": "\u{2063}", "InvisibleComma": "\u{2063}",
  ]

  /// From U+00A0 on, in their order.
  private static let latinNames = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot
    cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml
    Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig
    agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute
    ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
    """

  private static let latin: [String: Unicode.Scalar] = {
    var scalars: [String: Unicode.Scalar] = [:]
    for (offset, name) in latinNames.split(whereSeparator: \.isWhitespace).enumerated() {
      scalars[String(name)] = Unicode.Scalar(0xA0 + UInt32(offset))
    }
    return scalars
  }()
}
