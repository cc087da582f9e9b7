package import JourneyModel

/// What can go into a field of a screen that a person fills in: where the answer comes from, or a text of theirs.
package struct FillableField: Sendable, Hashable {
  /// One thing that the answer can be.
  package struct Source: Sendable, Hashable {
    /// What is posted for it.
    package var value: String
    /// In a person's words; never the text of a secret.
    package var label: String

    package init(_ value: String, _ label: String) {
      self.value = value
      self.label = label
    }
  }

  /// Behind `text:`, `from:` and `name:` in the names that are posted.
  package var name: String
  package var label: String
  package var isRequired: Bool
  /// Whether what is typed must not be seen.
  package var isHidden: Bool
  /// The first is taken where nothing is typed.
  package var sources: [Source]
  /// The source that is taken where nothing is typed.
  package var chosen: String
  /// The default name of a typed secret, which the person may change; `nil` in a field whose texts may be seen.
  package var secretName: String?

  package init(
    name: String, label: String, isRequired: Bool, isHidden: Bool, sources: [Source], chosen: String, secretName: String? = nil
  ) {
    self.name = name
    self.label = label
    self.isRequired = isRequired
    self.isHidden = isHidden
    self.sources = sources
    self.chosen = chosen
    self.secretName = secretName
  }
}

/// One thing of a list that can be taken.
package struct FillableOption: Sendable, Hashable {
  /// What is posted for it.
  package var value: String
  package var label: String
  package var isChosen: Bool
  /// What it asks for once it is taken.
  package var fields: [FillableField]

  package init(_ value: String, _ label: String, isChosen: Bool, fields: [FillableField] = []) {
    self.value = value
    self.label = label
    self.isChosen = isChosen
    self.fields = fields
  }
}

/// A button or link that can be pressed.
package struct FillablePress: Sendable, Hashable {
  package var form: FormID
  /// `nil` where the app draws the button, or the form is a link itself.
  package var control: WidgetID?
  package var label: String
  /// What is posted for it, under the name `do`.
  package var value: String
  /// Whether the person has to say first that they want it.
  package var needsConsent: Bool

  package init(form: FormID, control: WidgetID?, label: String, value: String, needsConsent: Bool) {
    self.form = form
    self.control = control
    self.label = label
    self.value = value
    self.needsConsent = needsConsent
  }
}

/// How a screen is filled in; what it does not name is drawn and cannot be used.
package struct FillableGuide: Sendable, Hashable {
  /// The path that forms are posted to.
  package var action: String
  /// What every form carries unseen.
  package var hidden: [HiddenField]
  package var presses: [FillablePress] = []
  package var fields: [PlacedWidgetID: FillableField] = [:]
  package var options: [PlacedWidgetID: [FillableOption]] = [:]

  package init(action: String, hidden: [HiddenField]) {
    self.action = action
    self.hidden = hidden
  }
}
