/* pencil.h: the pen, from pencild, for C99 and C++17 on Linux.

   One header, no library, nothing allocated. In pencild's documentation, clients.md shows how it is used, and
   protocol.md, which is pencil-protocol(7), says what every value means. Values are decoded into plain structs byte by
   byte, so the receiver's buffer needs no alignment and the host may be big-endian; compilers make single loads of it.

   Names, sizes and offsets are those of version 1 of the protocol. Item types that are not known here are yours to skip
   (pencil_next steps over them); of a longer item of a later minor version the known part is taken. What is of a tool
   type, phase, gesture, action or pad control of a later version is not decoded: the decoder says false. Other values
   come as they are, and may be none of those below: causes, reasons, codes, paces and claims.

   Not thread-safe: use one pencil_client from one thread at a time. */

#ifndef PENCIL_H
#define PENCIL_H

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------ the protocol */

enum {
  PENCIL_MAJOR = 1,
  PENCIL_MINOR = 0,
  PENCIL_DATAGRAM = 65536, /* bytes of the largest datagram: the size of a receiver's buffer */
  PENCIL_REQUEST = 1024,   /* bytes of the largest request */
  PENCIL_RAW_EVENTS = 64,
  PENCIL_KEY_WORDS = 12
};

/* Types of items. 0x01xx are notes, made for this client alone; 0x02xx are records, with a sequence number. */
enum {
  PENCIL_WELCOME = 0x0101,
  PENCIL_ERROR = 0x0102,
  PENCIL_SUBSCRIBED = 0x0103,
  PENCIL_FRAME = 0x0104,
  PENCIL_SNAPSHOT = 0x0105,
  PENCIL_SNAPSHOT_END = 0x0106,
  PENCIL_SUSPENDED = 0x0107,
  PENCIL_RESUMED = 0x0108,
  PENCIL_PREDICTED = 0x0109,
  PENCIL_INTERACTION = 0x010A,
  PENCIL_PREFERENCES = 0x010B,
  PENCIL_TABLET = 0x0201,
  PENCIL_TOOL = 0x0202,
  PENCIL_SAMPLE = 0x0203,
  PENCIL_UPDATE = 0x0204,
  PENCIL_STROKE = 0x0205,
  PENCIL_BUTTON = 0x0206,
  PENCIL_GESTURE = 0x0207,
  PENCIL_GAP = 0x0208,
  PENCIL_RAW = 0x0209,
  PENCIL_REASON = 0x020A,
  PENCIL_DESCRIPTION = 0x020B,
  PENCIL_PAD = 0x020C,
  PENCIL_PAD_DESCRIPTION = 0x020D,
  PENCIL_GESTURE_WITHOUT_POSE = 0x020E /* for users who may not know where the pen is */
};

enum { PENCIL_PEN = 1, PENCIL_ERASER, PENCIL_BRUSH, PENCIL_PENCIL, PENCIL_AIRBRUSH, PENCIL_MOUSE, PENCIL_LENS };

enum {
  PENCIL_HOVER_ENTERED,
  PENCIL_HOVER_MOVED,
  PENCIL_HOVER_EXITED,
  PENCIL_BEGAN,
  PENCIL_MOVED,
  PENCIL_ENDED,
  PENCIL_CANCELLED
};

/* Bits of `available`: which values mean something. */
enum {
  PENCIL_AXIS_POSITION = 1,    /* nx ny */
  PENCIL_AXIS_MILLIMETRES = 2, /* x y */
  PENCIL_AXIS_FORCE = 4,
  PENCIL_AXIS_TILT = 8, /* altitude azimuth */
  PENCIL_AXIS_ROLL = 16,
  PENCIL_AXIS_HOVER = 32,
  PENCIL_AXIS_SLIDER = 64
};

/* Bits of `estimated` and `expecting`, and an update's `property`. */
enum {
  PENCIL_PROPERTY_FORCE = 1,
  PENCIL_PROPERTY_AZIMUTH = 2,
  PENCIL_PROPERTY_ALTITUDE = 4,
  PENCIL_PROPERTY_LOCATION = 8,
  PENCIL_PROPERTY_ROLL = 16
};

/* Bits of a sample's `flags`. */
enum {
  PENCIL_AFTER_GAP = 1,
  PENCIL_TOUCH_WITHOUT_PRESSURE = 2,
  PENCIL_SYNTHETIC = 4,
  PENCIL_TILT_UNIT_GUESSED = 8,
  PENCIL_BARREL_TOUCH = 16,
  PENCIL_TIME_HELD = 32,
  PENCIL_WORN_PEN = 64,
  PENCIL_CONTACT_BY_PRESSURE = 128,
  PENCIL_ACROSS_RESTART = 256 /* cancelled: goes on in the tool's next stroke; began: goes on from the one before */
};

/* Bits of `buttons`; the number of a bit is a button's `button`. */
enum {
  PENCIL_STYLUS = 1,
  PENCIL_STYLUS2 = 2,
  PENCIL_STYLUS3 = 4,
  PENCIL_LEFT = 8,
  PENCIL_RIGHT = 16,
  PENCIL_MIDDLE = 32,
  PENCIL_SIDE = 64,
  PENCIL_EXTRA = 128,
  PENCIL_ANY_BUTTON = 255 /* in a rule of preferences: not a bit but all buttons */
};

/* What a subscription is about. Tablets, tools and gaps always come. */
enum {
  PENCIL_CONTENTS_CONTACT = 1,
  PENCIL_CONTENTS_HOVER = 2,
  PENCIL_CONTENTS_BUTTONS = 4,
  PENCIL_CONTENTS_STROKES = 8,
  PENCIL_CONTENTS_UPDATES = 16,
  PENCIL_CONTENTS_GESTURES = 32,
  PENCIL_CONTENTS_PADS = 64,
  PENCIL_CONTENTS_RAW = 128,
  PENCIL_CONTENTS_REASONS = 256,
  PENCIL_CONTENTS_DRAWING = 0x7F /* what an app that draws wants */
};

enum { PENCIL_EVERY_REPORT, PENCIL_DISPLAY_FRAMES, PENCIL_DISPLAY, PENCIL_ON_REQUEST };
#define PENCIL_ONE_BEAT UINT32_MAX /* `predict`: one beat, at most 25 ms */
enum { PENCIL_BEATS_ONLY = 1 };    /* `flags` of a subscription */

enum { PENCIL_FRAME_MORE = 1, PENCIL_FRAME_CONTINUED = 2, PENCIL_FRAME_FLUSHED = 4 };
enum { PENCIL_TABLET_DIRECT = 1, PENCIL_TABLET_PRESENT = 2, PENCIL_TABLET_REPLAYED = 4 };
enum {
  PENCIL_CAUSE_MEASURED = 1,
  PENCIL_CAUSE_INTERPOLATED,
  PENCIL_CAUSE_EXPIRED,
  PENCIL_CAUSE_LIFTED,
  PENCIL_CAUSE_LOST,
  PENCIL_CAUSE_SUPERSEDED
};
enum { PENCIL_GAP_KERNEL_OVERRUN = 1, PENCIL_GAP_LAPPED, PENCIL_GAP_NOT_HELD, PENCIL_GAP_NOT_PERMITTED,
       PENCIL_GAP_CRASH };
enum { PENCIL_PAD_BUTTON = 1, PENCIL_PAD_RING, PENCIL_PAD_STRIP, PENCIL_PAD_DIAL, PENCIL_PAD_KEY, PENCIL_PAD_MODE };

enum { PENCIL_DOUBLE_PRESS = 1, PENCIL_TRIPLE_PRESS, PENCIL_HOLD, PENCIL_CONTACT_PRESS };
enum { PENCIL_GESTURE_BEGAN, PENCIL_GESTURE_CHANGED, PENCIL_GESTURE_ENDED, PENCIL_GESTURE_CANCELLED };
enum {
  PENCIL_IGNORE,
  PENCIL_SWITCH_ERASER,
  PENCIL_SWITCH_PREVIOUS,
  PENCIL_SHOW_COLOR_PALETTE,
  PENCIL_SHOW_INK_ATTRIBUTES,
  PENCIL_SHOW_CONTEXTUAL_PALETTE,
  PENCIL_RUN_SYSTEM_SHORTCUT,
  PENCIL_FORGET = 255 /* in pencil_prefer: the user's own choice, so that the configuration's counts again */
};
enum { PENCIL_GESTURES_ON = 1, PENCIL_GESTURES_OFF, PENCIL_CLAIM, PENCIL_RELEASE };
enum { PENCIL_CLAIM_NONE, PENCIL_CLAIM_HELD, PENCIL_CLAIM_LOST, PENCIL_CLAIM_LAPSED };
enum { PENCIL_BUILT_IN, PENCIL_FROM_CONFIGURATION, PENCIL_FROM_USER };

/* ------------------------------------------------------------------------------------------------------- values
   Numbers and units as in pencil-protocol(7): mm, radians, µs of CLOCK_MONOTONIC, 0…1. Texts are UTF-8. */

/* One item of a datagram, where it lies. */
typedef struct pencil_item {
  const uint8_t *bytes; /* header included */
  size_t size;
  uint16_t type;
  uint32_t tablet;   /* 0: none */
  uint64_t sequence; /* 0: a note, or a copy in a snapshot */
  uint64_t time;
} pencil_item;

typedef struct pencil_welcome {
  uint64_t time, epoch, head, oldest;
  uint32_t token;
  uint16_t major, minor;
  char version[33];
} pencil_welcome;

typedef struct pencil_refusal {
  uint64_t time;
  uint32_t token;
  uint16_t code;
  bool is_fatal; /* the connection is closed */
  char text[161];
} pencil_refusal;

/* What to be sent, and how often. pencil_everything() and pencil_frames() make one. */
typedef struct pencil_subscription {
  uint8_t pace;
  uint32_t rate; /* PENCIL_DISPLAY_FRAMES: thousandths of a hertz; PENCIL_DISPLAY: the period, ns; else 0 */
  uint32_t contents;
  uint32_t only_tablet, only_tool; /* 0: all */
  uint32_t only_tool_types;        /* bit n for type n; 0: all */
  uint64_t phase;                  /* PENCIL_DISPLAY: when a frame is shown, ns of CLOCK_MONOTONIC; else 0 */
  uint32_t lead;                   /* PENCIL_DISPLAY: how long before that the beat is, ns; else 0 */
  uint32_t predict;                /* µs, or PENCIL_ONE_BEAT; 0: not at all */
  uint32_t flags;                  /* PENCIL_BEATS_ONLY */
} pencil_subscription;

typedef struct pencil_subscribed {
  uint64_t time, head;
  uint32_t token;
  pencil_subscription granted;
} pencil_subscribed;

typedef struct pencil_frame {
  uint64_t time, beat, due;
  uint32_t records;
  uint16_t flags, predicted;
} pencil_frame;

/* Begins or ends a snapshot; with a reason, PENCIL_SUSPENDED; PENCIL_RESUMED. */
typedef struct pencil_mark {
  uint64_t time, head;
  uint32_t tablet, reason; /* of PENCIL_SUSPENDED: 1 the session is not active */
} pencil_mark;

typedef struct pencil_range {
  int32_t minimum, maximum, resolution;
} pencil_range;

typedef struct pencil_tablet {
  uint64_t sequence, time;
  uint32_t tablet, attachment;
  uint16_t bus, vendor, product, version;
  uint32_t flags;
  pencil_range x, y, pressure, tilt_x, tilt_y;
  uint16_t available, tool_types;
  float width, height; /* mm; 0: unknown */
  char name[81], identity[65], seat[17], node[33];
} pencil_tablet;

typedef struct pencil_tool {
  uint64_t sequence, time;
  uint32_t tablet, tool, serial, hardware_id; /* serial, hardware id 0: unknown */
  uint8_t type;
  uint16_t available;
} pencil_tool;

typedef struct pencil_sample {
  uint64_t sequence, time;
  uint32_t tablet, attachment, tool;
  uint32_t stroke, index; /* 0: hover */
  uint8_t phase, tool_type, estimated, expecting;
  uint16_t available, flags;
  uint32_t buttons;
  int32_t raw_pressure;
  float x, y, nx, ny, force, altitude, azimuth, roll, hover, slider;
} pencil_sample;

typedef struct pencil_update {
  uint64_t sequence, time;
  uint32_t tablet, attachment, index, tool, stroke;
  uint8_t tool_type, property, expecting, estimated;
  uint8_t cause;       /* PENCIL_CAUSE_…, or one of a later version: the value is final all the same */
  float value, second; /* of a location x and y */
} pencil_update;

typedef struct pencil_stroke {
  uint64_t sequence, time, began;
  uint32_t tablet, tool, stroke, samples;
  uint8_t tool_type;
  bool is_cancelled, is_cut_by_restart; /* cut: the daemon was started anew, and its ink stays */
} pencil_stroke;

typedef struct pencil_button {
  uint64_t sequence, time;
  uint32_t tablet, tool, stroke, buttons;
  uint8_t tool_type, button;
  bool is_pressed, is_synthetic;
} pencil_button;

typedef struct pencil_gesture {
  uint64_t sequence, time;
  uint32_t tablet, attachment, tool, number, stroke, buttons;
  uint8_t gesture, phase, button, action, tool_type, presses;
  uint16_t available; /* 0: no pose */
  uint64_t press[3];  /* the sequence numbers of its button records; `presses` of them count */
  float x, y, nx, ny, altitude, azimuth, roll, hover;
} pencil_gesture;

typedef struct pencil_gap {
  uint64_t sequence, time, first, last;
  uint32_t tablet;
  uint16_t cause; /* PENCIL_GAP_…, or one of a later version: it is a gap all the same */
} pencil_gap;

typedef struct pencil_event {
  uint16_t type, code;
  int32_t value;
} pencil_event;

typedef struct pencil_raw {
  uint64_t sequence, time;
  uint32_t tablet;
  uint16_t count, flags;
  pencil_event events[PENCIL_RAW_EVENTS];
} pencil_raw;

typedef struct pencil_reason {
  uint64_t sequence, time;
  uint32_t tablet, tool;
  uint16_t stage, code;
  int32_t values[4];
} pencil_reason;

typedef struct pencil_axis {
  uint32_t code;
  int32_t minimum, maximum, fuzz, flat, resolution, value;
} pencil_axis;

typedef struct pencil_description {
  uint64_t sequence, time, keys[PENCIL_KEY_WORDS];
  uint32_t tablet, attachment, count, properties, relative, miscellaneous;
  pencil_axis axes[64];
} pencil_description;

typedef struct pencil_pad {
  uint64_t sequence, time, buttons;
  uint32_t tablet, pad, attachment;
  uint8_t control, index, mode;
  bool is_pressed, is_synthetic, has_value;
  uint16_t code;
  float value;
  int32_t delta;
} pencil_pad;

typedef struct pencil_pad_description {
  uint64_t sequence, time;
  uint32_t tablet, pad, attachment, flags;
  uint8_t buttons, rings, strips, dials, modes, mode;
  char name[81], node[33];
} pencil_pad_description;

typedef struct pencil_interaction {
  uint64_t time;
  uint32_t token; /* 0: unasked */
  uint8_t gestures, claim;
} pencil_interaction;

/* A rule of preferences: the first that fits wins. */
typedef struct pencil_rule {
  uint8_t gesture, button, action, tool_type, source;
  uint32_t serial;
  char tablet[129]; /* a pattern; "": any */
} pencil_rule;

/* ---------------------------------------------------------------------------------------------- loading, storing */

static inline uint16_t pencil_load16(const uint8_t *p) { return (uint16_t)(p[0] | p[1] << 8); }
static inline uint32_t pencil_load32(const uint8_t *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}
static inline uint64_t pencil_load64(const uint8_t *p) {
  return (uint64_t)pencil_load32(p) | (uint64_t)pencil_load32(p + 4) << 32;
}
static inline int32_t pencil_load_signed(const uint8_t *p) {
  const uint32_t bits = pencil_load32(p);
  int32_t value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
static inline float pencil_load_float(const uint8_t *p) {
  const uint32_t bits = pencil_load32(p);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
/* A field of fixed length, padded with NUL; `text` has a byte more than it. */
static inline void pencil_load_text(const uint8_t *p, size_t length, char *text) {
  size_t n = 0;
  while (n < length && p[n] != 0) n++;
  memcpy(text, p, n);
  text[n] = 0;
}

static inline void pencil_store16(uint8_t *p, uint16_t value) {
  p[0] = (uint8_t)(value & 255);
  p[1] = (uint8_t)(value >> 8);
}
static inline void pencil_store32(uint8_t *p, uint32_t value) {
  for (int i = 0; i < 4; i++) p[i] = (uint8_t)(value >> 8 * i & 255);
}
static inline void pencil_store64(uint8_t *p, uint64_t value) {
  for (int i = 0; i < 8; i++) p[i] = (uint8_t)(value >> 8 * i & 255);
}
/* Cut at a character's border, with at least one NUL. */
static inline void pencil_store_text(uint8_t *p, size_t length, const char *text) {
  size_t n = strlen(text);
  if (n >= length) {
    n = length - 1;
    while (n > 0 && ((uint8_t)text[n] & 0xC0) == 0x80) n--;
  }
  memset(p, 0, length);
  memcpy(p, text, n);
}

/* ---------------------------------------------------------------------------------------------------- the items */

/* The next item of a datagram; `offset` starts at 0. False at its end, and when the rest is no item: then `offset` is
   not the end. pencil_receive has checked all items already. */
static inline bool pencil_next(const void *datagram, size_t length, size_t *offset, pencil_item *item) {
  const uint8_t *const p = (const uint8_t *)datagram + *offset;
  const size_t left = length - *offset;
  if (left < 24) return false;
  const size_t size = pencil_load16(p);
  if (size < 24 || size % 8 != 0 || size > left) return false;
  item->bytes = p;
  item->size = size;
  item->type = pencil_load16(p + 2);
  item->tablet = pencil_load32(p + 4);
  item->sequence = pencil_load64(p + 8);
  item->time = pencil_load64(p + 16);
  *offset += size;
  return true;
}

/* The least size of a known type of item; 0: not known. */
static inline size_t pencil_least_size(uint16_t type) {
  switch (type) {
    case PENCIL_WELCOME: return 96;
    case PENCIL_ERROR: return 192;
    case PENCIL_SUBSCRIBED: return 88;
    case PENCIL_FRAME: return 56;
    case PENCIL_SNAPSHOT:
    case PENCIL_SNAPSHOT_END: return 32;
    case PENCIL_SUSPENDED:
    case PENCIL_RESUMED: return 40;
    case PENCIL_PREDICTED: return 104;
    case PENCIL_INTERACTION:
    case PENCIL_PREFERENCES: return 32;
    case PENCIL_TABLET: return 304;
    case PENCIL_TOOL: return 40;
    case PENCIL_SAMPLE: return 96;
    case PENCIL_UPDATE: return 56;
    case PENCIL_STROKE: return 48;
    case PENCIL_BUTTON: return 40;
    case PENCIL_GESTURE:
    case PENCIL_GESTURE_WITHOUT_POSE: return 112;
    case PENCIL_GAP: return 48;
    case PENCIL_RAW: return 32;
    case PENCIL_REASON: return 48;
    case PENCIL_DESCRIPTION: return 144;
    case PENCIL_PAD: return 56;
    case PENCIL_PAD_DESCRIPTION: return 160;
    default: return 0;
  }
}

static inline bool pencil_is(const pencil_item *item, uint16_t type) {
  return item->type == type && item->size >= pencil_least_size(type);
}
static inline bool pencil_is_tool_type(uint8_t type) { return type >= PENCIL_PEN && type <= PENCIL_LENS; }

/* Decoders: true if the item is of this type, and what it is about is known here. */

static inline bool pencil_get_welcome(const pencil_item *item, pencil_welcome *out) {
  if (!pencil_is(item, PENCIL_WELCOME)) return false;
  const uint8_t *const p = item->bytes;
  out->time = item->time;
  out->token = pencil_load32(p + 24);
  out->major = pencil_load16(p + 28);
  out->minor = pencil_load16(p + 30);
  out->epoch = pencil_load64(p + 32);
  out->head = pencil_load64(p + 40);
  out->oldest = pencil_load64(p + 48);
  pencil_load_text(p + 64, 32, out->version);
  return true;
}

static inline bool pencil_get_error(const pencil_item *item, pencil_refusal *out) {
  if (!pencil_is(item, PENCIL_ERROR)) return false;
  const uint8_t *const p = item->bytes;
  out->time = item->time;
  out->token = pencil_load32(p + 24);
  out->code = pencil_load16(p + 28);
  out->is_fatal = (pencil_load16(p + 30) & 1) != 0;
  pencil_load_text(p + 32, 160, out->text);
  return true;
}

static inline bool pencil_get_subscribed(const pencil_item *item, pencil_subscribed *out) {
  if (!pencil_is(item, PENCIL_SUBSCRIBED)) return false;
  const uint8_t *const p = item->bytes;
  out->time = item->time;
  out->token = pencil_load32(p + 24);
  out->granted.pace = p[32];
  out->granted.rate = pencil_load32(p + 36);
  out->granted.contents = pencil_load32(p + 40);
  out->granted.only_tablet = pencil_load32(p + 44);
  out->granted.only_tool = pencil_load32(p + 48);
  out->granted.only_tool_types = pencil_load32(p + 52);
  out->head = pencil_load64(p + 56);
  out->granted.phase = pencil_load64(p + 64);
  out->granted.lead = pencil_load32(p + 72);
  out->granted.predict = pencil_load32(p + 76);
  out->granted.flags = pencil_load32(p + 80);
  return true;
}

static inline bool pencil_get_frame(const pencil_item *item, pencil_frame *out) {
  if (!pencil_is(item, PENCIL_FRAME)) return false;
  const uint8_t *const p = item->bytes;
  out->time = item->time;
  out->beat = pencil_load64(p + 24);
  out->due = pencil_load64(p + 32);
  out->records = pencil_load32(p + 40);
  out->flags = pencil_load16(p + 44);
  out->predicted = pencil_load16(p + 46);
  return true;
}

/* Of PENCIL_SNAPSHOT, PENCIL_SNAPSHOT_END, PENCIL_SUSPENDED and PENCIL_RESUMED. */
static inline bool pencil_get_mark(const pencil_item *item, pencil_mark *out) {
  const bool is_access = pencil_is(item, PENCIL_SUSPENDED) || pencil_is(item, PENCIL_RESUMED);
  if (!is_access && !pencil_is(item, PENCIL_SNAPSHOT) && !pencil_is(item, PENCIL_SNAPSHOT_END)) return false;
  out->time = item->time;
  out->tablet = item->tablet;
  out->reason = is_access ? pencil_load32(item->bytes + 24) : 0;
  out->head = pencil_load64(item->bytes + (is_access ? 32 : 24));
  return true;
}

static inline void pencil_get_range(const uint8_t *p, pencil_range *out) {
  out->minimum = pencil_load_signed(p);
  out->maximum = pencil_load_signed(p + 4);
  out->resolution = pencil_load_signed(p + 8);
}

static inline bool pencil_get_tablet(const pencil_item *item, pencil_tablet *out) {
  if (!pencil_is(item, PENCIL_TABLET)) return false;
  const uint8_t *const p = item->bytes;
  out->sequence = item->sequence;
  out->time = item->time;
  out->tablet = item->tablet;
  out->attachment = pencil_load32(p + 24);
  out->bus = pencil_load16(p + 28);
  out->vendor = pencil_load16(p + 30);
  out->product = pencil_load16(p + 32);
  out->version = pencil_load16(p + 34);
  out->flags = pencil_load32(p + 36);
  pencil_get_range(p + 40, &out->x);
  pencil_get_range(p + 52, &out->y);
  pencil_get_range(p + 64, &out->pressure);
  pencil_get_range(p + 76, &out->tilt_x);
  pencil_get_range(p + 88, &out->tilt_y);
  out->available = pencil_load16(p + 100);
  out->tool_types = pencil_load16(p + 102);
  out->width = pencil_load_float(p + 104);
  out->height = pencil_load_float(p + 108);
  pencil_load_text(p + 112, 80, out->name);
  pencil_load_text(p + 192, 64, out->identity);
  pencil_load_text(p + 256, 16, out->seat);
  pencil_load_text(p + 272, 32, out->node);
  return true;
}

static inline bool pencil_get_tool(const pencil_item *item, pencil_tool *out) {
  if (!pencil_is(item, PENCIL_TOOL) || !pencil_is_tool_type(item->bytes[28])) return false;
  const uint8_t *const p = item->bytes;
  out->sequence = item->sequence;
  out->time = item->time;
  out->tablet = item->tablet;
  out->tool = pencil_load32(p + 24);
  out->type = p[28];
  out->available = pencil_load16(p + 30);
  out->serial = pencil_load32(p + 32);
  out->hardware_id = pencil_load32(p + 36);
  return true;
}

/* A sample's fields, which a predicted sample has in the same places. */
static inline bool pencil_get_pose(const pencil_item *item, pencil_sample *out) {
  const uint8_t *const p = item->bytes;
  if (p[40] > PENCIL_CANCELLED || !pencil_is_tool_type(p[43])) return false;
  out->sequence = item->sequence;
  out->time = item->time;
  out->tablet = item->tablet;
  out->tool = pencil_load32(p + 24);
  out->attachment = pencil_load32(p + 28);
  out->stroke = pencil_load32(p + 32);
  out->index = pencil_load32(p + 36);
  out->phase = p[40];
  out->estimated = p[41];
  out->expecting = p[42];
  out->tool_type = p[43];
  out->available = pencil_load16(p + 44);
  out->flags = pencil_load16(p + 46);
  out->buttons = pencil_load32(p + 48);
  out->raw_pressure = pencil_load_signed(p + 52);
  out->x = pencil_load_float(p + 56);
  out->y = pencil_load_float(p + 60);
  out->nx = pencil_load_float(p + 64);
  out->ny = pencil_load_float(p + 68);
  out->force = pencil_load_float(p + 72);
  out->altitude = pencil_load_float(p + 76);
  out->azimuth = pencil_load_float(p + 80);
  out->roll = pencil_load_float(p + 84);
  out->hover = pencil_load_float(p + 88);
  out->slider = pencil_load_float(p + 92);
  return true;
}

static inline bool pencil_get_sample(const pencil_item *item, pencil_sample *out) {
  return pencil_is(item, PENCIL_SAMPLE) && pencil_get_pose(item, out);
}

/* A guess of a sample to come; it holds until the next frame. `confidence`: 0 no better than the last sample … 1. */
static inline bool pencil_get_predicted(const pencil_item *item, pencil_sample *out, float *confidence) {
  if (!pencil_is(item, PENCIL_PREDICTED) || !pencil_get_pose(item, out)) return false;
  *confidence = pencil_load_float(item->bytes + 96);
  return true;
}

static inline bool pencil_get_update(const pencil_item *item, pencil_update *out) {
  if (!pencil_is(item, PENCIL_UPDATE)) return false;
  const uint8_t *const p = item->bytes;
  if (!pencil_is_tool_type(p[52])) return false;
  out->sequence = item->sequence;
  out->time = item->time;
  out->tablet = item->tablet;
  out->attachment = pencil_load32(p + 24);
  out->index = pencil_load32(p + 28);
  out->tool = pencil_load32(p + 32);
  out->stroke = pencil_load32(p + 36);
  out->property = p[40];
  out->cause = p[41];
  out->expecting = p[42];
  out->estimated = p[43];
  out->value = pencil_load_float(p + 44);
  out->second = pencil_load_float(p + 48);
  out->tool_type = p[52];
  return true;
}

static inline bool pencil_get_stroke(const pencil_item *item, pencil_stroke *out) {
  if (!pencil_is(item, PENCIL_STROKE) || !pencil_is_tool_type(item->bytes[46])) return false;
  const uint8_t *const p = item->bytes;
  out->sequence = item->sequence;
  out->time = item->time;
  out->tablet = item->tablet;
  out->tool = pencil_load32(p + 24);
  out->stroke = pencil_load32(p + 28);
  out->began = pencil_load64(p + 32);
  out->samples = pencil_load32(p + 40);
  out->is_cancelled = (pencil_load16(p + 44) & 1) != 0;
  out->is_cut_by_restart = (pencil_load16(p + 44) & 2) != 0;
  out->tool_type = p[46];
  return true;
}

static inline bool pencil_get_button(const pencil_item *item, pencil_button *out) {
  if (!pencil_is(item, PENCIL_BUTTON) || !pencil_is_tool_type(item->bytes[34])) return false;
  const uint8_t *const p = item->bytes;
  out->sequence = item->sequence;
  out->time = item->time;
  out->tablet = item->tablet;
  out->tool = pencil_load32(p + 24);
  out->stroke = pencil_load32(p + 28);
  out->button = p[32];
  out->is_pressed = (p[33] & 1) != 0;
  out->is_synthetic = (p[33] & 2) != 0;
  out->tool_type = p[34];
  out->buttons = pencil_load32(p + 36);
  return true;
}

/* Of PENCIL_GESTURE and PENCIL_GESTURE_WITHOUT_POSE. */
static inline bool pencil_get_gesture(const pencil_item *item, pencil_gesture *out) {
  if (!pencil_is(item, PENCIL_GESTURE) && !pencil_is(item, PENCIL_GESTURE_WITHOUT_POSE)) return false;
  const uint8_t *const p = item->bytes;
  if (p[40] < PENCIL_DOUBLE_PRESS || p[40] > PENCIL_CONTACT_PRESS || p[41] > PENCIL_GESTURE_CANCELLED ||
      p[43] > PENCIL_RUN_SYSTEM_SHORTCUT || !pencil_is_tool_type(p[44]))
    return false;
  out->sequence = item->sequence;
  out->time = item->time;
  out->tablet = item->tablet;
  out->tool = pencil_load32(p + 24);
  out->attachment = pencil_load32(p + 28);
  out->number = pencil_load32(p + 32);
  out->stroke = pencil_load32(p + 36);
  out->gesture = p[40];
  out->phase = p[41];
  out->button = p[42];
  out->action = p[43];
  out->tool_type = p[44];
  out->presses = p[45];
  out->available = pencil_load16(p + 46);
  for (int i = 0; i < 3; i++) out->press[i] = pencil_load64(p + 48 + 8 * i);
  out->x = pencil_load_float(p + 72);
  out->y = pencil_load_float(p + 76);
  out->nx = pencil_load_float(p + 80);
  out->ny = pencil_load_float(p + 84);
  out->altitude = pencil_load_float(p + 88);
  out->azimuth = pencil_load_float(p + 92);
  out->roll = pencil_load_float(p + 96);
  out->hover = pencil_load_float(p + 100);
  out->buttons = pencil_load32(p + 104);
  return true;
}

static inline bool pencil_get_gap(const pencil_item *item, pencil_gap *out) {
  if (!pencil_is(item, PENCIL_GAP)) return false;
  const uint8_t *const p = item->bytes;
  out->sequence = item->sequence;
  out->time = item->time;
  out->tablet = item->tablet;
  out->cause = pencil_load16(p + 24);
  out->first = pencil_load64(p + 32);
  out->last = pencil_load64(p + 40);
  return true;
}

static inline bool pencil_get_raw(const pencil_item *item, pencil_raw *out) {
  if (!pencil_is(item, PENCIL_RAW)) return false;
  const uint8_t *p = item->bytes;
  out->sequence = item->sequence;
  out->time = item->time;
  out->tablet = item->tablet;
  out->count = pencil_load16(p + 24);
  out->flags = pencil_load16(p + 26);
  if (out->count > PENCIL_RAW_EVENTS || item->size < 32 + 8 * (size_t)out->count) return false;
  for (int i = 0; i < out->count; i++) {
    p = item->bytes + 32 + 8 * i;
    out->events[i].type = pencil_load16(p);
    out->events[i].code = pencil_load16(p + 2);
    out->events[i].value = pencil_load_signed(p + 4);
  }
  return true;
}

static inline bool pencil_get_reason(const pencil_item *item, pencil_reason *out) {
  if (!pencil_is(item, PENCIL_REASON)) return false;
  const uint8_t *const p = item->bytes;
  out->sequence = item->sequence;
  out->time = item->time;
  out->tablet = item->tablet;
  out->stage = pencil_load16(p + 24);
  out->code = pencil_load16(p + 26);
  out->tool = pencil_load32(p + 28);
  for (int i = 0; i < 4; i++) out->values[i] = pencil_load_signed(p + 32 + 4 * i);
  return true;
}

static inline bool pencil_get_description(const pencil_item *item, pencil_description *out) {
  if (!pencil_is(item, PENCIL_DESCRIPTION)) return false;
  const uint8_t *p = item->bytes;
  out->sequence = item->sequence;
  out->time = item->time;
  out->tablet = item->tablet;
  out->count = pencil_load32(p + 24);
  out->properties = pencil_load32(p + 28);
  for (int i = 0; i < PENCIL_KEY_WORDS; i++) out->keys[i] = pencil_load64(p + 32 + 8 * i);
  out->relative = pencil_load32(p + 128);
  out->miscellaneous = pencil_load32(p + 132);
  out->attachment = pencil_load32(p + 136);
  if (out->count > 64 || item->size < 144 + 32 * (size_t)out->count) return false;
  for (uint32_t i = 0; i < out->count; i++) {
    p = item->bytes + 144 + 32 * i;
    out->axes[i].code = pencil_load32(p);
    out->axes[i].minimum = pencil_load_signed(p + 4);
    out->axes[i].maximum = pencil_load_signed(p + 8);
    out->axes[i].fuzz = pencil_load_signed(p + 12);
    out->axes[i].flat = pencil_load_signed(p + 16);
    out->axes[i].resolution = pencil_load_signed(p + 20);
    out->axes[i].value = pencil_load_signed(p + 24);
  }
  return true;
}

static inline bool pencil_get_pad(const pencil_item *item, pencil_pad *out) {
  if (!pencil_is(item, PENCIL_PAD)) return false;
  const uint8_t *const p = item->bytes;
  if (p[32] < PENCIL_PAD_BUTTON || p[32] > PENCIL_PAD_MODE) return false;
  out->sequence = item->sequence;
  out->time = item->time;
  out->tablet = item->tablet;
  out->pad = pencil_load32(p + 24);
  out->attachment = pencil_load32(p + 28);
  out->control = p[32];
  out->index = p[33];
  out->mode = p[34];
  out->is_pressed = (p[35] & 1) != 0;
  out->is_synthetic = (p[35] & 2) != 0;
  out->has_value = (p[35] & 4) != 0;
  out->code = pencil_load16(p + 36);
  out->value = pencil_load_float(p + 40);
  out->delta = pencil_load_signed(p + 44);
  out->buttons = pencil_load64(p + 48);
  return true;
}

static inline bool pencil_get_pad_description(const pencil_item *item, pencil_pad_description *out) {
  if (!pencil_is(item, PENCIL_PAD_DESCRIPTION)) return false;
  const uint8_t *const p = item->bytes;
  out->sequence = item->sequence;
  out->time = item->time;
  out->tablet = item->tablet;
  out->pad = pencil_load32(p + 24);
  out->attachment = pencil_load32(p + 28);
  out->flags = pencil_load32(p + 32);
  out->buttons = p[36];
  out->rings = p[37];
  out->strips = p[38];
  out->dials = p[39];
  out->modes = p[40];
  out->mode = p[41];
  pencil_load_text(p + 48, 80, out->name);
  pencil_load_text(p + 128, 32, out->node);
  return true;
}

static inline bool pencil_get_interaction(const pencil_item *item, pencil_interaction *out) {
  if (!pencil_is(item, PENCIL_INTERACTION)) return false;
  out->time = item->time;
  out->token = pencil_load32(item->bytes + 24);
  out->gestures = item->bytes[28];
  out->claim = item->bytes[29];
  return true;
}

/* How many rules PENCIL_PREFERENCES has, and the token of the request that it answers. */
static inline bool pencil_get_preferences(const pencil_item *item, uint32_t *token, size_t *count) {
  if (!pencil_is(item, PENCIL_PREFERENCES)) return false;
  *token = pencil_load32(item->bytes + 24);
  *count = pencil_load16(item->bytes + 28);
  return item->size >= 32 + 168 * *count;
}

/* Which gestures the daemon's configuration has off everywhere, so that they never come, whatever the rules of
   PENCIL_PREFERENCES say: the bits 1 << PENCIL_DOUBLE_PRESS and so on. */
static inline uint16_t pencil_gestures_off(const pencil_item *item) {
  return pencil_is(item, PENCIL_PREFERENCES) ? pencil_load16(item->bytes + 30) : 0;
}

/* Rule `at` of PENCIL_PREFERENCES, which pencil_get_preferences has said to be there; false: one of a later version. */
static inline bool pencil_get_rule(const pencil_item *item, size_t at, pencil_rule *out) {
  const uint8_t *const p = item->bytes + 32 + 168 * at;
  out->gesture = p[0];
  out->button = p[1];
  out->action = p[2];
  out->tool_type = p[3];
  out->serial = pencil_load32(p + 4);
  out->source = p[8];
  pencil_load_text(p + 16, 128, out->tablet);
  return out->gesture >= PENCIL_DOUBLE_PRESS && out->gesture <= PENCIL_CONTACT_PRESS &&
         out->action <= PENCIL_RUN_SYSTEM_SHORTCUT && out->tool_type <= PENCIL_LENS && out->source <= PENCIL_FROM_USER;
}

/* ---------------------------------------------------------------------------------------------------- estimates */

/* Takes an update of this sample; false, and nothing changes, if it is of another one. */
static inline bool pencil_apply(pencil_sample *sample, const pencil_update *update) {
  if (sample->index == 0 || sample->index != update->index || sample->attachment != update->attachment ||
      sample->tablet != update->tablet)
    return false;
  switch (update->property) {
    case PENCIL_PROPERTY_FORCE: sample->force = update->value; break;
    case PENCIL_PROPERTY_ALTITUDE: sample->altitude = update->value; break;
    case PENCIL_PROPERTY_AZIMUTH: sample->azimuth = update->value; break;
    case PENCIL_PROPERTY_ROLL: sample->roll = update->value; break;
    case PENCIL_PROPERTY_LOCATION:
      sample->x = update->value;
      sample->y = update->second;
      break;
    default: break;
  }
  sample->expecting = update->expecting;
  sample->estimated = update->estimated;
  return true;
}

/* Finds the update's sample in the caller's array, in which samples stand in the order in which they came, and applies
   it. Returns the sample, or NULL if it isn't there. */
static inline pencil_sample *pencil_apply_in(pencil_sample *samples, size_t count, const pencil_update *update) {
  while (count > 0) {
    pencil_sample *const sample = &samples[--count];
    if (pencil_apply(sample, update)) return sample;
    /* Indices of an attachment increase, so none before it can be the one. */
    if (sample->index != 0 && sample->tablet == update->tablet && sample->attachment == update->attachment &&
        sample->index < update->index)
      return NULL;
  }
  return NULL;
}

/* ----------------------------------------------------------------------------------------------------- requests */

/* Everything of every pen, each report at once. */
static inline pencil_subscription pencil_everything(void) {
  pencil_subscription subscription;
  memset(&subscription, 0, sizeof subscription);
  subscription.contents = PENCIL_CONTENTS_DRAWING;
  return subscription;
}

/* The same gathered in display frames, 1…1000 a second, with predicted samples one beat ahead. Of another rate
   pencil_subscribe says that it can't be had. */
static inline pencil_subscription pencil_frames(double hertz) {
  pencil_subscription subscription = pencil_everything();
  subscription.pace = PENCIL_DISPLAY_FRAMES;
  subscription.rate = !(hertz > 0) ? 0 : hertz < 4e6 ? (uint32_t)(hertz * 1000 + 0.5) : UINT32_MAX;
  subscription.predict = PENCIL_ONE_BEAT;
  return subscription;
}

static inline size_t pencil_begin_request(uint8_t *p, uint16_t size, uint16_t type, uint32_t token) {
  memset(p, 0, size);
  pencil_store16(p, size);
  pencil_store16(p + 2, type);
  pencil_store32(p + 4, token);
  return size;
}

/* Each puts a request into `p` and returns its size; `p` has room for PENCIL_REQUEST bytes. */

static inline size_t pencil_put_hello(uint8_t *p, uint32_t token, const char *name) {
  const size_t size = pencil_begin_request(p, 80, 0x0001, token);
  memcpy(p + 8, "PNCL", 4);
  pencil_store16(p + 12, PENCIL_MAJOR);
  pencil_store16(p + 14, PENCIL_MINOR);
  pencil_store_text(p + 16, 64, name);
  return size;
}

/* `epoch`, `sequence`: continue after this record; 0, 0: start with a snapshot, or, on a connection that has
   subscribed before, go on where it was. */
static inline size_t pencil_put_subscribe(uint8_t *p, uint32_t token, const pencil_subscription *subscription,
                                          uint64_t epoch, uint64_t sequence) {
  const size_t size = pencil_begin_request(p, 72, 0x0002, token);
  p[8] = subscription->pace;
  pencil_store32(p + 12, subscription->rate);
  pencil_store32(p + 16, subscription->contents);
  pencil_store32(p + 20, subscription->only_tablet);
  pencil_store32(p + 24, subscription->only_tool);
  pencil_store32(p + 28, subscription->only_tool_types);
  pencil_store64(p + 32, epoch);
  pencil_store64(p + 40, sequence);
  pencil_store64(p + 48, subscription->phase);
  pencil_store32(p + 56, subscription->lead);
  pencil_store32(p + 60, subscription->predict);
  pencil_store32(p + 64, subscription->flags);
  return size;
}

static inline size_t pencil_put_frame_request(uint8_t *p, uint32_t token) {
  const size_t size = pencil_begin_request(p, 32, 0x0003, token);
  pencil_store32(p + 8, 1);
  return size;
}

static inline size_t pencil_put_display(uint8_t *p, uint32_t token, uint32_t period, uint64_t phase, uint32_t lead) {
  const size_t size = pencil_begin_request(p, 32, 0x0003, token);
  pencil_store32(p + 8, 2);
  pencil_store32(p + 12, period);
  pencil_store64(p + 16, phase);
  pencil_store32(p + 24, lead);
  return size;
}

static inline size_t pencil_put_interaction(uint8_t *p, uint32_t token, uint32_t what) {
  const size_t size = pencil_begin_request(p, 16, 0x0004, token);
  pencil_store32(p + 8, what);
  return size;
}

/* `source` of the rule is not sent. */
static inline size_t pencil_put_prefer(uint8_t *p, uint32_t token, const pencil_rule *rule) {
  const size_t size = pencil_begin_request(p, 152, 0x0005, token);
  p[8] = rule->gesture;
  p[9] = rule->button;
  p[10] = rule->action;
  p[11] = rule->tool_type;
  pencil_store32(p + 12, rule->serial);
  pencil_store_text(p + 24, 128, rule->tablet);
  return size;
}

/* ------------------------------------------------------------------------------------------------------- errors */

enum {
  PENCIL_OK,
  PENCIL_NO_DAEMON,           /* no daemon listens on any of the sockets */
  PENCIL_ACCESS_DENIED,       /* there is a socket, but this user may not connect to it */
  PENCIL_BUSY,                /* the daemon has no room for one more client now */
  PENCIL_TIMED_OUT,           /* the daemon took the connection and said nothing */
  PENCIL_DISCONNECTED,        /* the daemon closed the connection */
  PENCIL_NOT_PERMITTED,       /* the daemon doesn't let this user listen to the pen */
  PENCIL_UNSUPPORTED_VERSION, /* the daemon speaks another version of the protocol */
  PENCIL_REFUSED,             /* the daemon refused a request */
  PENCIL_VIOLATION,           /* what came isn't the protocol */
  PENCIL_BAD_SUBSCRIPTION,    /* a subscription with a value that it can't have */
  PENCIL_SYSTEM_CALL,         /* a system call failed */
  PENCIL_SMALL_BUFFER         /* the buffer given to pencil_receive or pencil_follow has not PENCIL_DATAGRAM bytes */
};

/* A connection. Look at `fd`, `is_suspended`, `welcome`, `error` and `error_text`; leave the rest alone. */
typedef struct pencil_client {
  int fd;            /* readable when there is something to receive; -1: not connected; another one after a reconnect */
  int error;         /* PENCIL_NO_DAEMON …: why the last call failed */
  bool is_permanent; /* trying again would end in the same way */
  bool is_suspended; /* the session is not active: no samples until it is */
  bool has_refused, has_subscribed, wants_snapshot, wants_claim, wants_no_gestures;
  int retry_ms; /* how long to wait before the next pencil_reconnect */
  uint32_t last_token;
  uint32_t claim_token; /* of the last claim, until it is answered; 0: none */
  uint64_t epoch, sequence; /* the last record that came */
  pencil_subscription subscription;
  pencil_welcome welcome;
  char name[64];
  char path[108];       /* "": where a client looks */
  char error_text[768]; /* what is wrong and what to do, for a person */
} pencil_client;

static inline bool pencil_fail(pencil_client *client, int error, bool is_permanent) {
  client->error = error;
  client->is_permanent = is_permanent;
  return false;
}

/* What the daemon refused, in its own words, and what to do. */
static inline bool pencil_fail_refused(pencil_client *client, const pencil_refusal *refusal) {
  char number[24];
  const char *said = refusal->text;
  if (said[0] == 0) {
    snprintf(number, sizeof number, "error %u", (unsigned)refusal->code);
    said = number;
  }
  char *const text = client->error_text;
  const size_t room = sizeof client->error_text;
  switch (refusal->code) {
    case 7:
      snprintf(text, room, "%s",
               refusal->text[0] != 0
                   ? said
                   : "suspended: this session is not active; members of group pencil may always listen");
      return pencil_fail(client, PENCIL_NOT_PERMITTED, true);
    case 6:
      snprintf(text, room, "the daemon has no room for another client (%s): close one, or try again", said);
      return pencil_fail(client, PENCIL_BUSY, false);
    case 5:
      snprintf(text, room, "the daemon dropped this client for its silence (%s): try again", said);
      return pencil_fail(client, PENCIL_TIMED_OUT, false);
    case 3:
      snprintf(text, room,
               "the daemon doesn't speak version %d of the protocol (%s): install an app and a daemon of the same "
               "version",
               PENCIL_MAJOR, said);
      return pencil_fail(client, PENCIL_UNSUPPORTED_VERSION, true);
    case 2:
      snprintf(text, room, "the daemon refused the subscription: %s", said);
      return pencil_fail(client, PENCIL_BAD_SUBSCRIPTION, refusal->is_fatal);
    case 8:
      snprintf(text, room, "the daemon is too old for this request (%s): install a newer one", said);
      return pencil_fail(client, PENCIL_REFUSED, refusal->is_fatal);
    default:
      snprintf(text, room, "the daemon refused what this app sent: %s", said);
      return pencil_fail(client, PENCIL_REFUSED, refusal->code == 1 || refusal->code == 4 || refusal->code == 9);
  }
}

static inline bool pencil_fail_violation(pencil_client *client, const char *what) {
  snprintf(client->error_text, sizeof client->error_text,
           "what the daemon sent isn't version %d of the protocol (%s): is the socket pencild's? If it is, report a "
           "bug of it",
           PENCIL_MAJOR, what);
  return pencil_fail(client, PENCIL_VIOLATION, true);
}

static inline bool pencil_fail_call(pencil_client *client, const char *what) {
  snprintf(client->error_text, sizeof client->error_text, "%s: %s", what, strerror(errno));
  return pencil_fail(client, PENCIL_SYSTEM_CALL, false);
}

static inline bool pencil_fail_closed(pencil_client *client) {
  snprintf(client->error_text, sizeof client->error_text, "%s",
           "the daemon closed the connection: it was stopped or restarted");
  return pencil_fail(client, PENCIL_DISCONNECTED, false);
}

/* Whether a display can be so; else `error_text` says what can. */
static inline bool pencil_check_display(pencil_client *client, uint32_t period, uint32_t lead) {
  if (period >= 1000000 && period <= 1000000000 && lead <= period) return true;
  snprintf(client->error_text, sizeof client->error_text,
           "a display of %lu ns a frame with a lead of %lu ns can't be had: the period is 1 ms to 1 s, the lead at most "
           "one period",
           (unsigned long)period, (unsigned long)lead);
  return pencil_fail(client, PENCIL_BAD_SUBSCRIPTION, false);
}

/* The same of a subscription: for a value out of its range the daemon would end the connection. */
static inline bool pencil_check_subscription(pencil_client *client, const pencil_subscription *subscription) {
  char *const text = client->error_text;
  const size_t room = sizeof client->error_text;
  const bool has_frames = subscription->pace != PENCIL_EVERY_REPORT;
  if (subscription->pace == PENCIL_DISPLAY &&
      !pencil_check_display(client, subscription->rate, subscription->lead))
    return false;
  if (subscription->pace == PENCIL_DISPLAY_FRAMES && (subscription->rate < 1000 || subscription->rate > 1000000))
    snprintf(text, room, "%.10g display frames a second can't be had: ask for 1 to 1000 Hz", subscription->rate / 1000.0);
  else if (subscription->predict > 50000 && subscription->predict != PENCIL_ONE_BEAT)
    snprintf(text, room, "predict is 0 to 50000 µs, or PENCIL_ONE_BEAT, not %lu", (unsigned long)subscription->predict);
  else if (!has_frames && (subscription->predict != 0 || subscription->flags != 0))
    snprintf(text, room, "%s", "predict and flags go with a pace with frames, such as pencil_frames(60)");
  else
    return true;
  return pencil_fail(client, PENCIL_BAD_SUBSCRIPTION, false);
}

/* -------------------------------------------------------------------------------------------------- the stream */

/* What is said of an item that is shorter than its type; NULL: nothing, it is skipped. */
static inline const char *pencil_short_item(uint16_t type) {
  switch (type) {
    case PENCIL_ERROR: return "a short error";
    case PENCIL_SUBSCRIBED: return "a bad answer to a subscription";
    case PENCIL_FRAME: return "a short frame header";
    case PENCIL_SNAPSHOT_END: return "a short end of a snapshot";
    case PENCIL_TABLET: return "a short tablet";
    case PENCIL_TOOL: return "a short tool";
    case PENCIL_SAMPLE: return "a short sample";
    case PENCIL_UPDATE: return "a short update";
    case PENCIL_STROKE: return "a short stroke";
    case PENCIL_BUTTON: return "a short button";
    case PENCIL_GESTURE:
    case PENCIL_GESTURE_WITHOUT_POSE: return "a short gesture";
    case PENCIL_GAP: return "a short gap";
    case PENCIL_PAD: return "a short pad event";
    case PENCIL_PAD_DESCRIPTION: return "a short pad";
    case PENCIL_INTERACTION: return "a short interaction";
    case PENCIL_PREFERENCES: return "short preferences";
    default: return NULL;
  }
}

/* Whether to make a claim again after a reconnect. One that is lost isn't: that would take it back from the app that has it
   now. What was said before the last claim was taken says nothing of it; several requests may have one answer, with the
   last one's token. */
static inline void pencil_note_claim(pencil_client *client, uint32_t token, bool is_held) {
  if (client->claim_token != 0 && (token == 0 || token - client->claim_token > 0x7FFFFFFFu)) return;
  client->claim_token = 0;
  if (!is_held) client->wants_claim = false;
}

/* Goes once through a datagram: checks it, and notes what a reconnect must know. False: it isn't the protocol. */
static inline bool pencil_track(pencil_client *client, const void *datagram, size_t length) {
  size_t offset = 0;
  pencil_item item;
  char what[96];
  pencil_refusal refusal;
  pencil_interaction interaction;
  uint32_t token;
  size_t count;
  while (offset < length) {
    const size_t at = offset;
    if (!pencil_next(datagram, length, &offset, &item)) {
      snprintf(what, sizeof what, "an item at byte %zu doesn't end with its datagram of %zu", at, length);
      return pencil_fail_violation(client, what);
    }
    bool is_short = item.size < pencil_least_size(item.type);
    if (item.type == PENCIL_PREFERENCES) is_short = !pencil_get_preferences(&item, &token, &count);
    if (is_short && pencil_short_item(item.type) != NULL)
      return pencil_fail_violation(client, pencil_short_item(item.type));
    if (item.type >> 8 == 2 && item.sequence != 0) {
      client->epoch = client->welcome.epoch;
      client->sequence = item.sequence;
    } else if (item.type == PENCIL_SNAPSHOT_END) {
      client->epoch = client->welcome.epoch;
      client->sequence = pencil_load64(item.bytes + 24);
      client->wants_snapshot = false;
    } else if (!is_short && (item.type == PENCIL_SUSPENDED || item.type == PENCIL_RESUMED)) {
      client->is_suspended = item.type == PENCIL_SUSPENDED;
    } else if (pencil_get_interaction(&item, &interaction)) {
      pencil_note_claim(client, interaction.token, interaction.claim == PENCIL_CLAIM_HELD);
    } else if (pencil_get_error(&item, &refusal)) {
      pencil_fail_refused(client, &refusal);
      client->has_refused = refusal.is_fatal;
      if (refusal.token == client->claim_token && refusal.token != 0) pencil_note_claim(client, refusal.token, false);
      /* The connection goes on. */
      if (!refusal.is_fatal) client->is_permanent = false;
    }
  }
  return true;
}

static inline void pencil_close(pencil_client *client) {
  if (client->fd >= 0) close(client->fd);
  client->fd = -1;
}

/* One datagram, or how it ended: 0 the daemon closed, -1 errno. */
static inline ssize_t pencil_read(pencil_client *client, void *buffer, size_t size, int flags) {
  ssize_t n = recv(client->fd, buffer, size, MSG_DONTWAIT | MSG_TRUNC | flags);
  /* A daemon that closes without having read all resets the connection first, and then gives the reason it sent. */
  if (n < 0 && errno == ECONNRESET) n = recv(client->fd, buffer, size, MSG_DONTWAIT | MSG_TRUNC | flags);
  if (n < 0 && (errno == ECONNRESET || errno == EPIPE)) return 0;
  return n;
}

/* Receives one datagram into `buffer`, of PENCIL_DATAGRAM bytes. Go through it with pencil_next.

   `timeout_ms`: how long to wait for it; 0 not at all, -1 without end. Returns its length; 0 when nothing came in time
   (or a signal did); -1 when the connection is over: `error_text` says why, and pencil_reconnect makes a new one,
   unless `is_permanent`. -1 with PENCIL_SMALL_BUFFER: nothing was received, and the connection goes on. */
static inline ssize_t pencil_receive(pencil_client *client, void *buffer, size_t size, int timeout_ms) {
  if (client->fd < 0) return -1;
  if (size < PENCIL_DATAGRAM) {
    snprintf(client->error_text, sizeof client->error_text,
             "the buffer to receive into has %lu bytes: it needs %d, PENCIL_DATAGRAM", (unsigned long)size,
             PENCIL_DATAGRAM);
    pencil_fail(client, PENCIL_SMALL_BUFFER, true);
    return -1;
  }
  struct pollfd waiting;
  waiting.fd = client->fd;
  waiting.events = POLLIN;
  waiting.revents = 0;
  if (timeout_ms != 0 && poll(&waiting, 1, timeout_ms) <= 0) return 0;
  const ssize_t n = pencil_read(client, buffer, size, 0);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
  if (n > 0 && (size_t)n <= size) {
    client->retry_ms = 100;
    if (pencil_track(client, buffer, (size_t)n)) return n;
  } else if (n > 0) {
    pencil_fail_violation(client, "a datagram of more than 65536 bytes");
  } else if (n < 0) {
    pencil_fail_call(client, "receiving from the daemon");
  } else if (!client->has_refused) {
    pencil_fail_closed(client);
  }
  pencil_close(client);
  return -1;
}

/* Sends a request; its token, or 0: `error_text` says why not. */
static inline uint32_t pencil_send(pencil_client *client, const uint8_t *request, size_t size) {
  if (client->fd < 0) return 0;
  if (send(client->fd, request, size, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)size) return client->last_token;
  if (errno == EAGAIN) {
    snprintf(client->error_text, sizeof client->error_text, "%s",
             "the daemon doesn't read what this app sends: ask for less often, or restart the daemon");
    pencil_fail(client, PENCIL_BUSY, false);
  } else if (errno == EPIPE || errno == ECONNRESET) {
    pencil_fail_closed(client); /* the next receive gives the reason, if there was one */
  } else {
    pencil_fail_call(client, "sending to the daemon");
  }
  return 0;
}

/* Asks for what is to be sent. Again: the new subscription goes on where the last was. Holds after a reconnect, too.
   Returns the token that the answer, `subscribed` or an error, carries; 0: it could not be sent, or can't be, and
   then the earlier one stays. */
static inline uint32_t pencil_subscribe(pencil_client *client, const pencil_subscription *subscription) {
  uint8_t request[PENCIL_REQUEST];
  if (!pencil_check_subscription(client, subscription)) return 0;
  const bool is_first = !client->has_subscribed;
  /* Tablets that the earlier subscription left out are told of by a snapshot alone. */
  if (!is_first && client->subscription.only_tablet != 0 &&
      client->subscription.only_tablet != subscription->only_tablet)
    client->wants_snapshot = true;
  client->subscription = *subscription;
  client->has_subscribed = true;
  if (client->fd < 0) return 0;
  uint64_t epoch = 0, sequence = 0;
  if (client->wants_snapshot) {
    /* The only way to one on a connection that has subscribed: records of an epoch that the daemon can't have. */
    if (!is_first) epoch = ~client->welcome.epoch;
  } else if (is_first) {
    epoch = client->epoch;
    sequence = client->sequence;
  }
  return pencil_send(client, request,
                     pencil_put_subscribe(request, ++client->last_token, subscription, epoch, sequence));
}

/* At pace PENCIL_ON_REQUEST: one frame, with all since the last. */
static inline uint32_t pencil_request_frame(pencil_client *client) {
  uint8_t request[PENCIL_REQUEST];
  return pencil_send(client, request, pencil_put_frame_request(request, ++client->last_token));
}

/* At pace PENCIL_DISPLAY: how the display goes by now, in ns. */
static inline uint32_t pencil_correct(pencil_client *client, uint32_t period, uint64_t phase, uint32_t lead) {
  uint8_t request[PENCIL_REQUEST];
  if (!pencil_check_display(client, period, lead)) return 0;
  if (client->subscription.pace == PENCIL_DISPLAY) {
    client->subscription.rate = period;
    client->subscription.phase = phase;
    client->subscription.lead = lead;
  }
  return pencil_send(client, request, pencil_put_display(request, ++client->last_token, period, phase, lead));
}

/* PENCIL_GESTURES_ON … PENCIL_RELEASE; holds after a reconnect, too. The answer is PENCIL_INTERACTION. */
static inline uint32_t pencil_interact(pencil_client *client, uint32_t what) {
  uint8_t request[PENCIL_REQUEST];
  if (what == PENCIL_GESTURES_ON || what == PENCIL_GESTURES_OFF) client->wants_no_gestures = what == PENCIL_GESTURES_OFF;
  const uint32_t token = ++client->last_token;
  if (what == PENCIL_CLAIM || what == PENCIL_RELEASE) {
    client->wants_claim = what == PENCIL_CLAIM;
    client->claim_token = client->wants_claim ? token : 0;
  }
  return pencil_send(client, request, pencil_put_interaction(request, token, what));
}

/* Stores what the user wants a gesture to do. The answer is PENCIL_PREFERENCES. */
static inline uint32_t pencil_prefer(pencil_client *client, const pencil_rule *rule) {
  uint8_t request[PENCIL_REQUEST];
  /* A pattern that is cut is another pattern. */
  if (strlen(rule->tablet) > 127) {
    snprintf(client->error_text, sizeof client->error_text, "tablet is a text of at most 127 bytes, not %lu",
             (unsigned long)strlen(rule->tablet));
    pencil_fail(client, PENCIL_BAD_SUBSCRIPTION, false);
    return 0;
  }
  return pencil_send(client, request, pencil_put_prefer(request, ++client->last_token, rule));
}

/* --------------------------------------------------------------------------------------------------- connecting */

/* Where a client looks: 0 $PENCIL_SOCKET, 1 the service's, 2 the user's own. False: there is no such place. */
static inline bool pencil_candidate(const pencil_client *client, int number, char *path, size_t size) {
  const char *const own = getenv("PENCIL_SOCKET"), *const folder = getenv("XDG_RUNTIME_DIR");
  if (client->path[0] != 0) {
    snprintf(path, size, "%s", client->path);
    return number == 0;
  }
  if (number == 0) snprintf(path, size, "%s", own ? own : "");
  if (number == 1) snprintf(path, size, "%s", "/run/pencild/pencil.sock");
  if (number == 2) snprintf(path, size, "%s%s", folder ? folder : "", folder && *folder ? "/pencild/pencil.sock" : "");
  return path[0] != 0;
}

/* A socket connected to `path`; -1 and errno. */
static inline int pencil_connect_to(const char *path) {
  struct sockaddr_un address;
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  const size_t length = strlen(path);
  if (length >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memcpy(address.sun_path, path, length);
  const int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -1;
  if (connect(fd, (const struct sockaddr *)&address, sizeof address) == 0) return fd;
  const int error = errno;
  close(fd);
  errno = error;
  return -1;
}

/* Why a socket that is there can't be connected to. */
static inline void pencil_fail_unreachable(pencil_client *client, const char *path) {
  char *const text = client->error_text;
  const size_t room = sizeof client->error_text;
  switch (errno) {
    case EACCES:
    case EPERM:
      snprintf(text, room,
               "this user may not connect to %s: look at its owner and mode with `ls -l`; those of the service's "
               "socket are SocketMode= and SocketGroup= in pencild.socket",
               path);
      pencil_fail(client, PENCIL_ACCESS_DENIED, false);
      break;
    case EAGAIN:
      snprintf(text, room, "the daemon at %s has more new clients waiting than it can take: try again", path);
      pencil_fail(client, PENCIL_BUSY, false);
      break;
    case EPROTOTYPE:
      snprintf(text, room,
               "%s is a socket of another kind: name the one for apps, pencil.sock (json.sock is for scripts)", path);
      pencil_fail(client, PENCIL_NO_DAEMON, false);
      break;
    case ENAMETOOLONG:
      snprintf(text, room, "%s is longer than the path of a socket can be (107 bytes): use a shorter one", path);
      pencil_fail(client, PENCIL_NO_DAEMON, false);
      break;
    default: snprintf(text, room, "connecting to %s: %s", path, strerror(errno));
      pencil_fail(client, PENCIL_SYSTEM_CALL, false);
  }
}

/* The first socket that takes the client; the error of the most telling one that did not. */
static inline bool pencil_find(pencil_client *client) {
  char path[512], paths[560] = "";
  bool is_told = false;
  for (int i = 0; i < 3; i++) {
    path[0] = 0;
    if (!pencil_candidate(client, i, path, sizeof path)) continue;
    client->fd = pencil_connect_to(path);
    if (client->fd >= 0) return true;
    const size_t used = strlen(paths);
    if (!is_told && errno != ENOENT && errno != ENOTDIR && errno != ECONNREFUSED) {
      pencil_fail_unreachable(client, path);
      is_told = true;
    }
    if (used < sizeof paths - 1)
      snprintf(paths + used, sizeof paths - used, "%s%.*s", used > 0 ? ", " : "", (int)(sizeof paths - used - 3), path);
  }
  if (is_told) return false;
  snprintf(client->error_text, sizeof client->error_text,
           "no daemon listens at %s: start it with `systemctl start pencild.socket` or run `pencild`", paths);
  return pencil_fail(client, PENCIL_NO_DAEMON, false);
}

/* Takes the answer to a hello. */
static inline bool pencil_take_answer(pencil_client *client, const void *datagram, size_t length) {
  size_t offset = 0;
  pencil_item item;
  pencil_refusal refusal;
  char what[96];
  if (!pencil_next(datagram, length, &offset, &item)) {
    snprintf(what, sizeof what, "an item at byte 0 doesn't end with its datagram of %zu", length);
    return pencil_fail_violation(client, what);
  }
  if (pencil_get_error(&item, &refusal)) return pencil_fail_refused(client, &refusal);
  if (!pencil_get_welcome(&item, &client->welcome)) return pencil_fail_violation(client, "no answer to the hello");
  if (client->welcome.major == PENCIL_MAJOR) return true;
  snprintf(client->error_text, sizeof client->error_text,
           "the daemon (pencild %s) speaks version %u of the protocol and this app version %d: install an app and a "
           "daemon of the same version",
           client->welcome.version, (unsigned)client->welcome.major, PENCIL_MAJOR);
  return pencil_fail(client, PENCIL_UNSUPPORTED_VERSION, true);
}

/* Waits up to 2 s for something to receive, however many signals come: 1 there is, 0 there is not, -1 errno. */
static inline int pencil_await_answer(const pencil_client *client) {
  const struct itimerspec end = {{0, 0}, {2, 0}};
  struct pollfd waiting[2];
  waiting[0].fd = client->fd;
  waiting[1].fd = timerfd_create(1 /* CLOCK_MONOTONIC, which strict C99 hides */, TFD_CLOEXEC);
  if (waiting[1].fd < 0) return -1;
  waiting[0].events = waiting[1].events = POLLIN;
  waiting[0].revents = waiting[1].revents = 0;
  int ready = timerfd_settime(waiting[1].fd, 0, &end, NULL);
  if (ready == 0) ready = poll(waiting, 2, -1);
  while (ready < 0 && errno == EINTR) ready = poll(waiting, 2, -1);
  const int error = errno;
  close(waiting[1].fd);
  errno = error;
  return ready < 0 ? -1 : waiting[0].revents != 0;
}

/* Sends the hello and waits up to 2 s for its answer, which stays to be received: rules of preferences may stand behind
   the welcome. */
static inline bool pencil_greet(pencil_client *client) {
  uint8_t request[PENCIL_REQUEST], answer[1024];
  /* One that is refused already can't be sent to; the reason can be read. */
  const ssize_t sent = send(client->fd, request, pencil_put_hello(request, ++client->last_token, client->name),
                            MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent < 0 && errno != EPIPE && errno != ECONNRESET) return pencil_fail_call(client, "sending to the daemon");
  const int ready = pencil_await_answer(client);
  if (ready < 0) return pencil_fail_call(client, "waiting for the daemon");
  if (ready == 0) {
    snprintf(client->error_text, sizeof client->error_text, "%s",
             "the daemon took the connection but didn't answer within 2 s: see `systemctl status pencild` or the "
             "daemon's own output");
    return pencil_fail(client, PENCIL_TIMED_OUT, false);
  }
  const ssize_t n = pencil_read(client, answer, sizeof answer, MSG_PEEK);
  if (n == 0) return pencil_fail_closed(client);
  if (n < 0) return pencil_fail_call(client, "receiving from the daemon");
  return pencil_take_answer(client, answer, (size_t)n < sizeof answer ? (size_t)n : sizeof answer);
}

/* Connects again after a loss, and goes on after the last record that came. One try: false when it failed, and then
   `retry_ms` says how long to wait before the next. What is received first is the daemon's PENCIL_WELCOME. */
static inline bool pencil_reconnect(pencil_client *client) {
  pencil_close(client);
  client->has_refused = false;
  client->is_suspended = false;
  if (!pencil_find(client) || !pencil_greet(client)) {
    pencil_close(client);
    client->retry_ms = client->retry_ms < 100 ? 100 : client->retry_ms * 2 > 1000 ? 1000 : client->retry_ms * 2;
    return false;
  }
  client->error = PENCIL_OK;
  if (client->has_subscribed) {
    /* The first of a new connection: it continues. A failure shows in the next receive. */
    const pencil_subscription subscription = client->subscription;
    client->has_subscribed = false;
    pencil_subscribe(client, &subscription);
  }
  if (client->wants_no_gestures) pencil_interact(client, PENCIL_GESTURES_OFF);
  if (client->wants_claim) pencil_interact(client, PENCIL_CLAIM);
  return true;
}

/* Connects, and waits up to 2 s for the daemon's answer.

   `path`: the daemon's socket; NULL looks in $PENCIL_SOCKET, /run/pencild/pencil.sock and
   $XDG_RUNTIME_DIR/pencild/pencil.sock. `name`: what the program calls itself in the daemon's logs. False: `error_text`
   says why. */
static inline bool pencil_connect(pencil_client *client, const char *path, const char *name) {
  memset(client, 0, sizeof *client);
  client->fd = -1;
  snprintf(client->name, sizeof client->name, "%s", name);
  if (path != NULL && strlen(path) >= sizeof client->path) {
    errno = ENAMETOOLONG;
    pencil_fail_unreachable(client, path);
    return false;
  }
  if (path != NULL) snprintf(client->path, sizeof client->path, "%s", path);
  return pencil_reconnect(client);
}

/* For a program without a loop of its own: the next datagram, however long it takes. Where the daemon went away it
   connects again, with longer and longer waits up to 1 s. -1 only when that can't help, or a signal came. */
static inline ssize_t pencil_follow(pencil_client *client, void *buffer, size_t size) {
  while (true) {
    if (client->fd < 0 && client->is_permanent) return -1;
    if (client->fd < 0 && !pencil_reconnect(client)) {
      if (!client->is_permanent && poll(NULL, 0, client->retry_ms) < 0) return -1;
      continue;
    }
    errno = 0;
    const ssize_t n = pencil_receive(client, buffer, size, -1);
    if (n > 0) return n;
    if (n == 0 && errno == EINTR) return -1;
    if (n < 0 && (client->is_permanent || poll(NULL, 0, client->retry_ms) < 0)) return -1;
  }
}

#ifdef __cplusplus
}
#endif

#endif
