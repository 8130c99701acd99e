/* Prints each stroke once it is final: how long it took, how far the pen went, and its greatest force.

   cc -std=c99 strokes.c $(pkg-config --cflags pencil) -lm -o strokes */

#include <math.h>
#include <pencil.h>

enum { ROOM = 20000 }; /* samples of a stroke; what is beyond is counted and not kept */

static pencil_sample samples[ROOM];
static size_t count;

static void print(const pencil_stroke *stroke) {
  double length = 0, force = 0;
  size_t found = 0;
  const pencil_sample *last = NULL;
  for (size_t i = 0; i < count; i++) {
    const pencil_sample *const s = &samples[i];
    if (s->stroke != stroke->stroke) continue;
    if (last && s->available & PENCIL_AXIS_MILLIMETRES) length += hypot(s->x - last->x, s->y - last->y);
    if (s->available & PENCIL_AXIS_FORCE && s->force > force) force = s->force;
    last = s;
    found++;
  }
  printf("stroke %u: %u samples (%zu here), %.3f s, %.1f mm, greatest force %.3f%s\n", stroke->stroke, stroke->samples,
         found, (double)(stroke->time - stroke->began) / 1e6, length, force, stroke->is_cancelled ? ", cancelled" : "");
  fflush(stdout);
}

int main(void) {
  static unsigned char buffer[PENCIL_DATAGRAM];
  pencil_client pen;
  if (!pencil_connect(&pen, NULL, "strokes")) {
    fprintf(stderr, "strokes: %s\n", pen.error_text);
    return 1;
  }
  const pencil_subscription everything = pencil_everything();
  pencil_subscribe(&pen, &everything);
  ssize_t length;
  while ((length = pencil_follow(&pen, buffer, sizeof buffer)) > 0) {
    pencil_item item;
    pencil_sample sample;
    pencil_update update;
    pencil_stroke stroke;
    pencil_gap gap;
    for (size_t at = 0; pencil_next(buffer, (size_t)length, &at, &item);) {
      /* The ends of strokes that are open may be among what is lost, and after a new start their numbers come again. In
         front of a snapshot there is not always a gap: the session may have been another user's. */
      if (item.type == PENCIL_SNAPSHOT) count = 0;
      if (pencil_get_gap(&item, &gap) && gap.cause != PENCIL_GAP_KERNEL_OVERRUN && gap.cause != PENCIL_GAP_CRASH) count = 0;
      if (pencil_get_sample(&item, &sample) && sample.stroke != 0 && count < ROOM) samples[count++] = sample;
      if (pencil_get_update(&item, &update)) pencil_apply_in(samples, count, &update);
      if (!pencil_get_stroke(&item, &stroke)) continue;
      print(&stroke);
      size_t kept = 0; /* the samples of other pens' strokes, which are still open */
      for (size_t i = 0; i < count; i++)
        if (samples[i].stroke != stroke.stroke) samples[kept++] = samples[i];
      count = kept;
    }
  }
  fprintf(stderr, "strokes: %s\n", pen.error_text);
  return 1;
}
