/* Seconds that pass, for progress and limits of time, which no verdict rests on. */
#ifndef ADJUDGE_VERIFY_CLOCK_H
#define ADJUDGE_VERIFY_CLOCK_H

/* From some instant on; it never goes back. */
double clock_seconds(void);

#endif
