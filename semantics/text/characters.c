#include "semantics/text/characters.h"

#include <stdio.h>
#include <string.h>

uint32_t character_read(const char *text, uint32_t at, uint32_t end, uint32_t *point) {
  unsigned char c = (unsigned char)text[at];
  uint32_t length = c < 0x80                ? 1
                    : c >= 0xC2 && c < 0xE0 ? 2
                    : c >= 0xE0 && c < 0xF0 ? 3
                    : c >= 0xF0 && c < 0xF5 ? 4
                                            : 0;
  if (length == 0 || length > end - at) return 0;
  uint32_t value = length == 1 ? c : c & (0xFFu >> (length + 1));
  for (uint32_t i = 1; i < length; i++) {
    if ((text[at + i] & 0xC0) != 0x80) return 0;
    value = value << 6 | ((uint32_t)text[at + i] & 0x3Fu);
  }
  bool short_form = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
  if (short_form || (value >= 0xD800 && value < 0xE000) || value > 0x10FFFF) return 0;
  *point = value;
  return length;
}

bool character_hides(uint32_t point) {
  return point < 0x20 || (point >= 0x7F && point < 0xA0) || (point >= 0x200B && point <= 0x200F) ||
         (point >= 0x2028 && point <= 0x202E) || (point >= 0x2060 && point <= 0x206F) || point == 0xFEFF;
}

bool characters_shown(const char *text) {
  uint32_t end = (uint32_t)strlen(text), length, point;
  for (uint32_t at = 0; at < end; at += length) {
    length = character_read(text, at, end, &point);
    if (length == 0 || character_hides(point)) return false;
  }
  return true;
}

/* Whether the character that begins there has fewer bytes than it says. */
static bool is_cut_off(const char *text, uint32_t at, uint32_t end) {
  unsigned char c = (unsigned char)text[at];
  uint32_t length = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC2 ? 2 : 0, more = 1;
  while (at + more < end && (text[at + more] & 0xC0) == 0x80) more++;
  return more < length && at + more == end;
}

void characters_show(char *text) {
  uint32_t end = (uint32_t)strlen(text), length, point = 0;
  for (uint32_t at = 0; at < end; at += length) {
    length = character_read(text, at, end, &point);
    if (length == 0 && is_cut_off(text, at, end)) {
      text[at] = '\0';
      return;
    }
    if (length == 0 || character_hides(point)) {
      if (length == 0) length = 1;
      memset(text + at, text[at] == '\n' || text[at] == '\t' ? ' ' : '?', length);
    }
  }
}

bool characters_quote(const char *text, char *out, size_t room) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+.,:/@%^";
  if (text[0] != '\0' && strspn(text, plain) == strlen(text)) return (size_t)snprintf(out, room, "%s", text) < room;
  size_t used = (size_t)snprintf(out, room, "'");
  for (; *text != '\0' && used < room; text++)
    used += (size_t)snprintf(out + used, room - used, *text == '\'' ? "'\\''" : "%c", *text);
  if (used < room) used += (size_t)snprintf(out + used, room - used, "'");
  return used < room;
}
