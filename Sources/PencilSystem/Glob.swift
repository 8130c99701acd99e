/// Names with `*` for any text and `?` for one character, as in the shell; nothing else is special.
package enum Glob {
  /// Whether the whole of `text` is as `pattern` says.
  package static func matches(_ pattern: String, _ text: String) -> Bool {
    let pattern = Array(pattern.unicodeScalars)
    let text = Array(text.unicodeScalars)
    var (p, t) = (0, 0)
    // Where to go on when what came after the last star doesn't fit: the star takes one more.
    var retry: (p: Int, t: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == "*" {
        retry = (p + 1, t)
        p += 1
      } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
        p += 1
        t += 1
      } else if let last = retry {
        retry = (last.p, last.t + 1)
        (p, t) = (last.p, last.t + 1)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }
}
