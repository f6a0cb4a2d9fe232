/* A stream into memory that says when memory ends: what open_memstream leaves out then, glibc's fclose does not tell.
 */
#ifndef ADJUDGE_MEMORY_TEXT_STREAM_H
#define ADJUDGE_MEMORY_TEXT_STREAM_H

#include <stdio.h>

/* What is written stands at *text, with a 0 after its *size bytes, when the stream was flushed or closed; the caller
 * frees it.  fflush and fclose fail, and ferror holds, if it is not all there.  NULL without memory. */
FILE *text_stream_open(char **text, size_t *size);

#endif
