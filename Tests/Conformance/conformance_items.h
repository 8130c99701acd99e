/* A part of conformance.c: what pencil.h makes of an item, held against the lines of the vector. */

/* One vector: its lines, split at the first space. */
static char *names[LINES], *values[LINES];
static int line_count, failures, checks;
static const char *vector_name;
static uint8_t bytes[BYTES];
static size_t byte_count;
/* The lines of the item that is looked at. */
static int first, end, looked_at;

static void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printf("%s: ", vector_name);
  vprintf(format, arguments);
  printf("\n");
  va_end(arguments);
  failures++;
}

static const char *expected(const char *name) {
  for (int i = first; i < end; i++)
    if (strcmp(names[i], name) == 0) return values[i];
  return NULL;
}

static void text(const char *name, const char *value) {
  const char *const wanted = expected(name);
  looked_at++;
  checks++;
  if (wanted == NULL || strcmp(wanted, value) != 0) fail("%s is “%s”, not “%s”", name, value, wanted ? wanted : "(none)");
}

static void number(const char *name, uint64_t value) {
  char shown[24];
  snprintf(shown, sizeof shown, "%llu", (unsigned long long)value);
  text(name, shown);
}

static void integer(const char *name, int32_t value) {
  char shown[24];
  snprintf(shown, sizeof shown, "%d", value);
  text(name, shown);
}

/* The very bits of a float. */
static void real(const char *name, bool is_available, float value) {
  const char *const wanted = expected(name);
  looked_at++;
  checks++;
  const float parsed = wanted == NULL ? 0 : strtof(wanted, NULL);
  const bool is_dash = wanted != NULL && strcmp(wanted, "-") == 0;
  if (wanted == NULL || is_dash == is_available || (is_available && memcmp(&parsed, &value, sizeof value) != 0))
    fail("%s is %.9g, not %s", name, (double)value, wanted ? wanted : "(none)");
}

static void range(const char *name, pencil_range value) {
  char part[32];
  snprintf(part, sizeof part, "%sMinimum", name);
  integer(part, value.minimum);
  snprintf(part, sizeof part, "%sMaximum", name);
  integer(part, value.maximum);
  snprintf(part, sizeof part, "%sResolution", name);
  integer(part, value.resolution);
}

static void header(const pencil_item *item) {
  number("tablet", item->tablet);
  number("sequence", item->sequence);
  number("time", item->time);
}

/* ----------------------------------------------------------------------------------------------------- the items */

static void check_pose(const pencil_sample *s) {
  number("tool", s->tool);
  number("attachment", s->attachment);
  number("stroke", s->stroke);
  number("index", s->index);
  number("phase", s->phase);
  number("estimated", s->estimated);
  number("expecting", s->expecting);
  number("toolType", s->tool_type);
  number("available", s->available);
  number("flags", s->flags);
  number("buttons", s->buttons);
  integer("rawPressure", s->raw_pressure);
  real("x", s->available & PENCIL_AXIS_MILLIMETRES, s->x);
  real("y", s->available & PENCIL_AXIS_MILLIMETRES, s->y);
  real("nx", s->available & PENCIL_AXIS_POSITION, s->nx);
  real("ny", s->available & PENCIL_AXIS_POSITION, s->ny);
  real("force", s->available & PENCIL_AXIS_FORCE, s->force);
  real("altitude", s->available & PENCIL_AXIS_TILT, s->altitude);
  real("azimuth", s->available & PENCIL_AXIS_TILT, s->azimuth);
  real("roll", s->available & PENCIL_AXIS_ROLL, s->roll);
  real("hover", s->available & PENCIL_AXIS_HOVER, s->hover);
  real("slider", s->available & PENCIL_AXIS_SLIDER, s->slider);
}

static const char *check_note(const pencil_item *item) {
  pencil_welcome welcome;
  pencil_refusal refusal;
  pencil_subscribed subscribed;
  pencil_frame frame;
  pencil_mark mark;
  pencil_interaction interaction;
  uint32_t token;
  size_t count;
  if (pencil_get_welcome(item, &welcome)) {
    number("token", welcome.token);
    number("major", welcome.major);
    number("minor", welcome.minor);
    number("epoch", welcome.epoch);
    number("head", welcome.head);
    number("oldest", welcome.oldest);
    text("version", welcome.version);
    return "welcome";
  }
  if (pencil_get_error(item, &refusal)) {
    number("token", refusal.token);
    number("code", refusal.code);
    number("flags", refusal.is_fatal);
    text("text", refusal.text);
    return "error";
  }
  if (pencil_get_subscribed(item, &subscribed)) {
    number("token", subscribed.token);
    number("pace", subscribed.granted.pace);
    number("rate", subscribed.granted.rate);
    number("contents", subscribed.granted.contents);
    number("onlyTablet", subscribed.granted.only_tablet);
    number("onlyTool", subscribed.granted.only_tool);
    number("onlyToolTypes", subscribed.granted.only_tool_types);
    number("head", subscribed.head);
    number("phase", subscribed.granted.phase);
    number("lead", subscribed.granted.lead);
    number("predict", subscribed.granted.predict);
    number("flags", subscribed.granted.flags);
    return "subscribed";
  }
  if (pencil_get_frame(item, &frame)) {
    number("beat", frame.beat);
    number("due", frame.due);
    number("records", frame.records);
    number("flags", frame.flags);
    number("predicted", frame.predicted);
    return "frame";
  }
  if (pencil_get_mark(item, &mark)) {
    number("head", mark.head);
    if (item->type == PENCIL_SNAPSHOT) return "snapshot";
    if (item->type == PENCIL_SNAPSHOT_END) return "snapshotEnd";
    number("reason", mark.reason);
    return item->type == PENCIL_SUSPENDED ? "suspended" : "resumed";
  }
  if (pencil_get_interaction(item, &interaction)) {
    number("token", interaction.token);
    number("gestures", interaction.gestures);
    number("claim", interaction.claim);
    return "interaction";
  }
  if (pencil_get_preferences(item, &token, &count)) {
    static const char *const parts[] = {"gesture", "button", "action", "toolType", "serial", "source"};
    int known = 0;
    number("token", token);
    for (size_t i = 0; i < count; i++) {
      pencil_rule rule;
      char part[48];
      if (!pencil_get_rule(item, i, &rule)) continue;
      const uint32_t numbers[] = {rule.gesture, rule.button, rule.action, rule.tool_type, rule.serial, rule.source};
      for (int j = 0; j < 6; j++) {
        snprintf(part, sizeof part, "rule%d.%s", known, parts[j]);
        number(part, numbers[j]);
      }
      snprintf(part, sizeof part, "rule%d.tabletPattern", known++);
      text(part, rule.tablet);
    }
    integer("n", known);
    number("off", pencil_gestures_off(item));
    return "preferences";
  }
  return NULL;
}

static const char *check_pad(const pencil_item *item) {
  pencil_pad pad;
  pencil_pad_description description;
  if (pencil_get_pad(item, &pad)) {
    number("pad", pad.pad);
    number("attachment", pad.attachment);
    number("control", pad.control);
    number("index", pad.index);
    number("mode", pad.mode);
    integer("flags", (pad.is_pressed ? 1 : 0) | (pad.is_synthetic ? 2 : 0) | (pad.has_value ? 4 : 0));
    number("code", pad.code);
    real("value", pad.has_value, pad.value);
    integer("delta", pad.delta);
    number("buttons", pad.buttons);
    return "pad";
  }
  if (pencil_get_pad_description(item, &description)) {
    number("pad", description.pad);
    number("attachment", description.attachment);
    number("flags", description.flags);
    number("buttons", description.buttons);
    number("rings", description.rings);
    number("strips", description.strips);
    number("dials", description.dials);
    number("modes", description.modes);
    number("mode", description.mode);
    text("name", description.name);
    text("node", description.node);
    return "padDescription";
  }
  return NULL;
}

static const char *check_things(const pencil_item *item) {
  pencil_tablet tablet;
  pencil_tool tool;
  pencil_stroke stroke;
  pencil_button button;
  pencil_gesture gesture;
  pencil_gap gap;
  if (pencil_get_tablet(item, &tablet)) {
    number("attachment", tablet.attachment);
    number("bus", tablet.bus);
    number("vendor", tablet.vendor);
    number("product", tablet.product);
    number("version", tablet.version);
    number("flags", tablet.flags);
    range("x", tablet.x);
    range("y", tablet.y);
    range("pressure", tablet.pressure);
    range("tiltX", tablet.tilt_x);
    range("tiltY", tablet.tilt_y);
    number("available", tablet.available);
    number("toolTypes", tablet.tool_types);
    real("width", tablet.width > 0, tablet.width);
    real("height", tablet.height > 0, tablet.height);
    text("name", tablet.name);
    text("identity", tablet.identity);
    text("seat", tablet.seat);
    text("node", tablet.node);
    return "tablet";
  }
  if (pencil_get_tool(item, &tool)) {
    number("tool", tool.tool);
    number("toolType", tool.type);
    number("available", tool.available);
    number("serial", tool.serial);
    number("hardwareID", tool.hardware_id);
    return "tool";
  }
  if (pencil_get_stroke(item, &stroke)) {
    number("tool", stroke.tool);
    number("stroke", stroke.stroke);
    number("began", stroke.began);
    number("samples", stroke.samples);
    number("flags", stroke.is_cancelled + 2 * stroke.is_cut_by_restart);
    number("toolType", stroke.tool_type);
    return "stroke";
  }
  if (pencil_get_button(item, &button)) {
    number("tool", button.tool);
    number("stroke", button.stroke);
    number("button", button.button);
    integer("flags", (button.is_pressed ? 1 : 0) | (button.is_synthetic ? 2 : 0));
    number("toolType", button.tool_type);
    number("buttons", button.buttons);
    return "button";
  }
  if (pencil_get_gesture(item, &gesture)) {
    number("tool", gesture.tool);
    number("attachment", gesture.attachment);
    number("number", gesture.number);
    number("stroke", gesture.stroke);
    number("gesture", gesture.gesture);
    number("phase", gesture.phase);
    number("button", gesture.button);
    number("action", gesture.action);
    number("toolType", gesture.tool_type);
    number("presses", gesture.presses);
    number("available", gesture.available);
    number("press0", gesture.press[0]);
    number("press1", gesture.press[1]);
    number("press2", gesture.press[2]);
    real("x", gesture.available & PENCIL_AXIS_MILLIMETRES, gesture.x);
    real("y", gesture.available & PENCIL_AXIS_MILLIMETRES, gesture.y);
    real("nx", gesture.available & PENCIL_AXIS_POSITION, gesture.nx);
    real("ny", gesture.available & PENCIL_AXIS_POSITION, gesture.ny);
    real("altitude", gesture.available & PENCIL_AXIS_TILT, gesture.altitude);
    real("azimuth", gesture.available & PENCIL_AXIS_TILT, gesture.azimuth);
    real("roll", gesture.available & PENCIL_AXIS_ROLL, gesture.roll);
    real("hover", gesture.available & PENCIL_AXIS_HOVER, gesture.hover);
    number("buttons", gesture.buttons);
    return item->type == PENCIL_GESTURE ? "gesture" : "gestureWithoutPose";
  }
  if (pencil_get_gap(item, &gap)) {
    number("cause", gap.cause);
    number("first", gap.first);
    number("last", gap.last);
    return "gap";
  }
  return NULL;
}

static const char *check_raw(const pencil_item *item) {
  static pencil_raw raw;
  static pencil_description description;
  pencil_reason reason;
  char part[32], row[128];
  if (pencil_get_raw(item, &raw)) {
    number("n", raw.count);
    number("flags", raw.flags);
    for (int i = 0; i < raw.count; i++) {
      snprintf(part, sizeof part, "row%d", i);
      snprintf(row, sizeof row, "%d %d %d", raw.events[i].type, raw.events[i].code, raw.events[i].value);
      text(part, row);
    }
    return "raw";
  }
  if (pencil_get_reason(item, &reason)) {
    number("stage", reason.stage);
    number("code", reason.code);
    number("tool", reason.tool);
    for (int i = 0; i < 4; i++) {
      snprintf(part, sizeof part, "value%d", i);
      integer(part, reason.values[i]);
    }
    return "reason";
  }
  if (pencil_get_description(item, &description)) {
    number("n", description.count);
    number("properties", description.properties);
    number("relative", description.relative);
    number("miscellaneous", description.miscellaneous);
    number("attachment", description.attachment);
    for (int i = 0; i < PENCIL_KEY_WORDS; i++) {
      snprintf(part, sizeof part, "keys%d", i);
      number(part, description.keys[i]);
    }
    for (uint32_t i = 0; i < description.count; i++) {
      const pencil_axis *const axis = &description.axes[i];
      snprintf(part, sizeof part, "row%u", (unsigned)i);
      snprintf(row, sizeof row, "%u %d %d %d %d %d %d", (unsigned)axis->code, axis->minimum, axis->maximum, axis->fuzz,
               axis->flat, axis->resolution, axis->value);
      text(part, row);
    }
    return "description";
  }
  return NULL;
}

/* What the item is called if it is known here, all of its values checked. */
static const char *check(const pencil_item *item) {
  pencil_sample sample;
  pencil_update update;
  float confidence;
  if (pencil_get_sample(item, &sample)) {
    check_pose(&sample);
    return "sample";
  }
  if (pencil_get_predicted(item, &sample, &confidence)) {
    check_pose(&sample);
    real("confidence", true, confidence);
    return "predicted";
  }
  if (pencil_get_update(item, &update)) {
    number("attachment", update.attachment);
    number("index", update.index);
    number("tool", update.tool);
    number("stroke", update.stroke);
    number("property", update.property);
    number("cause", update.cause);
    number("expecting", update.expecting);
    number("estimated", update.estimated);
    real("value", true, update.value);
    real("second", true, update.second);
    number("toolType", update.tool_type);
    return "update";
  }
  const char *name = check_things(item);
  if (name == NULL) name = check_note(item);
  if (name == NULL) name = check_pad(item);
  return name != NULL ? name : check_raw(item);
}
