/// The style sheet of figures of screens; a page that draws them has it in addition to its own.
package enum FigureStyle {
  /// The text of `figure.css`; it takes its colours from the variables of the page.
  package static let sheet = PackageResources.figure_css
}
