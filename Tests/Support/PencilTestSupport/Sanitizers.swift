internal import Glibc

/// What the tests are run under.
public enum Sanitizers {
  /// A sanitizer is in this process: it brings its own malloc, and uses memory as nothing else does. It is known by
  /// `$PENCIL_SANITIZED`, which `.ci/run` sets, and by what it brings along.
  public static let areOn: Bool = {
    if ReferenceData.environment("PENCIL_SANITIZED") != nil { return true }
    if unsafe dlsym(nil, "__asan_init") != nil { return true }
    return unsafe dlsym(nil, "__tsan_init") != nil
  }()
}
