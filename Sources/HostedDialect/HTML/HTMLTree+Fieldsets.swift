extension HTMLTree {
  /// Of each node, whether a disabled `fieldset` around it disables it: what is in the fieldset's first `legend` is not.
  var isInDisabledFieldset: [Bool] {
    var isDisabled = [Bool](repeating: false, count: nodes.count)
    var disabling: Set<Int> = []
    var withLegend: Set<Int> = []
    for node in nodes.indices {
      let parent = nodes[node].parent
      if parent >= 0 {
        let isFirstLegend = disabling.contains(parent) && name(node) == "legend" && withLegend.insert(parent).inserted
        isDisabled[node] = isDisabled[parent] || disabling.contains(parent) && !isFirstLegend
      }
      if let element = element(node), element.name == "fieldset", element.has("disabled") { disabling.insert(node) }
    }
    return isDisabled
  }
}
