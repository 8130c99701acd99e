// One import is enough for an app: the values that it is handed, and the number of a failed system call.
@_exported public import PencilCore
@_exported public import struct PencilSystem.Errno
