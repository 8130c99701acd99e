/// What an app draws with: its ink, its eraser, its highlighter. Not the ``PencilCore/Tool`` that is held.
///
/// Names are the app's own but for two, `ink` and `eraser`, which ``ToolState`` knows. A variant tells tools of one
/// name apart, such as a pen and a marker, which are both ink. Two tools are the same if name and variant are.
public struct DrawingTool: Hashable, Sendable {
  /// What it is, such as `ink`.
  public var name: String
  /// Which one of that name; `nil`: the plain one.
  public var variant: String?

  /// Makes a tool.
  public init(_ name: String, variant: String? = nil) {
    self.name = name
    self.variant = variant
  }

  /// What draws: pen, pencil and brush are its variants.
  public static let ink = DrawingTool("ink")
  /// What takes ink away.
  public static let eraser = DrawingTool("eraser")

  /// The same tool in another variant.
  public func variant(_ variant: String?) -> DrawingTool {
    DrawingTool(name, variant: variant)
  }

  /// Whether an eraser can take away what it draws: only ink, in every variant.
  public var supportsErasing: Bool { name == DrawingTool.ink.name }
  /// Whether it is the eraser, in every variant.
  public var isEraser: Bool { name == DrawingTool.eraser.name }
}
