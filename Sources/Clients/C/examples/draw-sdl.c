/* Draws with the pen in a window of SDL 2, in SDL's own loop: the line is as wide as the pen presses, and what is
   predicted is drawn pale until the next frame has the truth. A barrel button clears; closing the window ends.

   cc -std=c99 draw-sdl.c $(pkg-config --cflags --libs pencil sdl2) -lm -o draw-sdl */

#include <SDL.h>
#include <math.h>
#include <pencil.h>

enum { WIDTH = 1000, HEIGHT = 700, MOST_PREDICTED = 32 };

static SDL_Renderer *renderer;
static SDL_Texture *ink; /* what was drawn until now */
static pencil_sample last, predicted[MOST_PREDICTED];
static int predicted_count;
static unsigned drawn;

/* Dots from one sample to the next of the same stroke; SDL 2 has no lines with a width. */
static void line(const pencil_sample *from, const pencil_sample *to, Uint8 shade) {
  if (from->stroke != to->stroke || (from->available & to->available & PENCIL_AXIS_POSITION) == 0) return;
  const float x = from->nx * WIDTH, y = from->ny * HEIGHT, dx = to->nx * WIDTH - x, dy = to->ny * HEIGHT - y;
  const float width = 1 + 6 * to->force;
  const int dots = 1 + (int)(2 * hypotf(dx, dy));
  SDL_SetRenderDrawColor(renderer, shade, shade, shade, 255);
  for (int i = 1; i <= dots; i++) {
    const float part = (float)i / (float)dots;
    const SDL_FRect dot = {x + dx * part - width / 2, y + dy * part - width / 2, width, width};
    SDL_RenderFillRectF(renderer, &dot);
  }
}

static void clear(void) {
  SDL_SetRenderTarget(renderer, ink);
  SDL_SetRenderDrawColor(renderer, 255, 255, 255, 255);
  SDL_RenderClear(renderer);
}

/* Draws all that has come; whether there was anything. */
static bool receive(pencil_client *pen) {
  static unsigned char buffer[PENCIL_DATAGRAM];
  ssize_t length;
  bool is_new = false;
  while ((length = pencil_receive(pen, buffer, sizeof buffer, 0)) > 0) {
    pencil_item item;
    pencil_sample sample;
    pencil_button button;
    float confidence;
    is_new = true;
    SDL_SetRenderTarget(renderer, ink);
    for (size_t at = 0; pencil_next(buffer, (size_t)length, &at, &item);) {
      if (item.type == PENCIL_FRAME) predicted_count = 0;
      if (pencil_get_sample(&item, &sample) && sample.stroke != 0) {
        line(&last, &sample, 0);
        last = sample;
        drawn++;
      }
      if (pencil_get_button(&item, &button) && button.is_pressed) clear();
      if (pencil_get_predicted(&item, &sample, &confidence) && predicted_count < MOST_PREDICTED)
        predicted[predicted_count++] = sample;
    }
  }
  return is_new;
}

static void show(void) {
  const pencil_sample *from = &last;
  SDL_SetRenderTarget(renderer, NULL);
  SDL_RenderCopy(renderer, ink, NULL, NULL);
  for (int i = 0; i < predicted_count; from = &predicted[i++]) line(from, &predicted[i], 160);
  SDL_RenderPresent(renderer);
}

int main(int count, char **arguments) {
  pencil_client pen;
  const pencil_subscription frames = pencil_frames(60);
  Uint32 next_try = 0;
  (void)count, (void)arguments;
  SDL_Window *window = NULL;
  if (SDL_Init(SDL_INIT_VIDEO) == 0)
    window = SDL_CreateWindow("pencild", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, WIDTH, HEIGHT, 0);
  renderer = window ? SDL_CreateRenderer(window, -1, 0) : NULL;
  if (renderer) ink = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_RGBA8888, SDL_TEXTUREACCESS_TARGET, WIDTH, HEIGHT);
  if (!ink) {
    fprintf(stderr, "draw-sdl: %s\n", SDL_GetError());
    return 1;
  }
  clear();
  if (!pencil_connect(&pen, NULL, "draw-sdl")) fprintf(stderr, "draw-sdl: %s\n", pen.error_text);
  pencil_subscribe(&pen, &frames); /* also for a daemon that comes later */
  while (true) {
    SDL_Event event;
    while (SDL_PollEvent(&event))
      if (event.type == SDL_QUIT) {
        printf("draw-sdl: drew %u samples\n", drawn);
        SDL_Quit();
        return 0;
      }
    if (pen.fd < 0 && SDL_TICKS_PASSED(SDL_GetTicks(), next_try)) {
      pencil_reconnect(&pen);
      next_try = SDL_GetTicks() + (Uint32)pen.retry_ms;
    }
    if (receive(&pen)) show();
    SDL_Delay(2);
  }
}
