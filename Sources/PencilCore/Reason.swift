/// Why a stage of the pipeline decided as it did: for `--dump`, while someone asks for it.
public struct Reason: Sendable, Equatable {
  /// The stage's number; each stage has a name in `ReasonNames`.
  public var stage: UInt16
  /// The stage's own code.
  public var code: UInt16
  /// What the decision was made of; the code says what each is.
  public var values: InlineArray<4, Int32>

  /// Makes a reason. All numbers are the wire's.
  public init(stage: UInt16, code: UInt16, values: InlineArray<4, Int32> = [0, 0, 0, 0]) {
    self.stage = stage
    self.code = code
    self.values = values
  }

  /// Whether both are the same decision from the same values.
  public static func == (a: Reason, b: Reason) -> Bool {
    a.stage == b.stage && a.code == b.code
      && (0..<4).allSatisfy { a.values[$0] == b.values[$0] }
  }
}
