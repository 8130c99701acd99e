/* Everything that pencil.h reads of a datagram, with any datagram. */

#include <pencil.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  pencil_client client;
  memset(&client, 0, sizeof client);
  client.fd = -1;
  pencil_track(&client, data, size);
  pencil_take_answer(&client, data, size);

  pencil_sample samples[4];
  size_t used = 0, offset = 0;
  pencil_item item;
  memset(samples, 0, sizeof samples);
  while (pencil_next(data, size, &offset, &item)) {
    union {
      pencil_welcome welcome;
      pencil_refusal refusal;
      pencil_subscribed subscribed;
      pencil_frame frame;
      pencil_mark mark;
      pencil_tablet tablet;
      pencil_tool tool;
      pencil_stroke stroke;
      pencil_button button;
      pencil_gesture gesture;
      pencil_gap gap;
      pencil_raw raw;
      pencil_reason reason;
      pencil_description description;
      pencil_pad pad;
      pencil_pad_description pad_description;
      pencil_interaction interaction;
      pencil_rule rule;
    } out;
    pencil_update update;
    float confidence;
    uint32_t token;
    size_t count;
    pencil_get_welcome(&item, &out.welcome);
    pencil_get_error(&item, &out.refusal);
    pencil_get_subscribed(&item, &out.subscribed);
    pencil_get_frame(&item, &out.frame);
    pencil_get_mark(&item, &out.mark);
    pencil_get_tablet(&item, &out.tablet);
    pencil_get_tool(&item, &out.tool);
    pencil_get_stroke(&item, &out.stroke);
    pencil_get_button(&item, &out.button);
    pencil_get_gesture(&item, &out.gesture);
    pencil_get_gap(&item, &out.gap);
    pencil_get_raw(&item, &out.raw);
    pencil_get_reason(&item, &out.reason);
    pencil_get_description(&item, &out.description);
    pencil_get_pad(&item, &out.pad);
    pencil_get_pad_description(&item, &out.pad_description);
    pencil_get_interaction(&item, &out.interaction);
    if (pencil_get_preferences(&item, &token, &count))
      for (size_t i = 0; i < count; i++) pencil_get_rule(&item, i, &out.rule);
    if (pencil_get_sample(&item, &samples[used % 4])) used++;
    if (pencil_get_predicted(&item, &samples[used % 4], &confidence)) used++;
    if (pencil_get_update(&item, &update)) pencil_apply_in(samples, used < 4 ? used : 4, &update);
  }
  return 0;
}
