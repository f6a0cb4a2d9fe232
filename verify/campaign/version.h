/* Which adjudge this is. */
#ifndef ADJUDGE_VERIFY_VERSION_H
#define ADJUDGE_VERIFY_VERSION_H

#define ADJUDGE_VERSION "0.1.0"

/* A hash of the sources that it was built from, 16 hexadecimal digits: reports of two
 * builds are not put together. */
const char *adjudge_source(void);

#endif
