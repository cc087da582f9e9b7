/// What is done to elements by scripts, where a person's input would depend on the language of the browser or could not be made at all.
enum PageScripts {
  /// Presses an element that nothing can be typed at or clicked, as one that only its label shows.
  static let click = "arguments[0].click();"

  /// Has what is pressed lead on in the same tab.
  static let stayHere = """
    const element = arguments[0];
    if (element.target) element.target = '_self';
    if (element.form && element.form.target) element.form.target = '_self';
    if (element.formTarget) element.formTarget = '_self';
    """

  /// Puts a value into a field, and says so to the page.
  static let setValue = """
    const [element, value, isForced] = arguments;
    if (isForced) { element.disabled = false; element.readOnly = false; }
    if (element.isContentEditable) {
      element.textContent = value;
      element.dispatchEvent(new Event('input', {bubbles: true}));
      return;
    }
    const kind = element.tagName === 'TEXTAREA' ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(kind.prototype, 'value').set.call(element, value);
    element.dispatchEvent(new Event('input', {bubbles: true}));
    element.dispatchEvent(new Event('change', {bubbles: true}));
    """

  /// Chooses the options with these values, and says so to the page.
  static let choose = """
    const [element, values, isForced] = arguments;
    if (isForced) {
      element.disabled = false;
      for (const value of values) {
        if (![...element.options].some(option => option.value === value)) element.add(new Option(value, value));
      }
    }
    for (const option of element.options) option.selected = values.includes(option.value);
    element.dispatchEvent(new Event('input', {bubbles: true}));
    element.dispatchEvent(new Event('change', {bubbles: true}));
    """

  /// What a field is like: its type, whether it holds a text, is on, and can be used.
  static let describe = """
    const element = arguments[0], isText = element.tagName === 'TEXTAREA' || element.isContentEditable;
    return {
      type: isText ? 'textarea' : element.type, isEmpty: (element.isContentEditable ? element.textContent : element.value) === '',
      isOn: element.checked === true || element.getAttribute('aria-checked') === 'true',
      isUsable: !element.matches(':disabled') && !element.readOnly && element.type !== 'hidden' && element.getAttribute('aria-disabled') !== 'true'
    };
    """

  /// Makes a form send what its own rules refuse, with more fields.
  static let force = """
    const [form, extra] = arguments;
    form.noValidate = true;
    for (const {name, value} of extra) {
      for (const field of form.querySelectorAll('input[type=hidden]')) if (field.name === name) field.remove();
      const field = document.createElement('input');
      field.type = 'hidden';
      field.name = name;
      field.value = value;
      form.append(field);
    }
    """

  /// Submits a form that has no button, as the return key does.
  static let submit = "arguments[0].requestSubmit();"
}
