/// Names with `*` for any text and `?` for one character, as in the shell; nothing else is special.
package enum Glob {
  /// Whether the whole of `text` is as `pattern` says. Allocates nothing.
  package static func matches(_ pattern: String, _ text: String) -> Bool {
    let pattern = pattern.unicodeScalars
    let text = text.unicodeScalars
    var (p, t) = (pattern.startIndex, text.startIndex)
    // Where to go on when what came after the last star doesn't fit: the star takes one more.
    var retry: (p: String.Index, t: String.Index)?
    while t < text.endIndex {
      if p < pattern.endIndex, pattern[p] == "*" {
        p = pattern.index(after: p)
        retry = (p, t)
      } else if p < pattern.endIndex, pattern[p] == "?" || pattern[p] == text[t] {
        p = pattern.index(after: p)
        t = text.index(after: t)
      } else if let last = retry {
        t = text.index(after: last.t)
        retry = (last.p, t)
        p = last.p
      } else {
        return false
      }
    }
    while p < pattern.endIndex, pattern[p] == "*" { p = pattern.index(after: p) }
    return p == pattern.endIndex
  }
}
