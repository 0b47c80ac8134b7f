/* lsan.h: fontconfig, which cairo loads to find a font, keeps some memory for good. Include it in
 * programs that draw pictures, or a leak check of our own memory would never pass. */
#ifndef TESTS_LSAN_H
#define TESTS_LSAN_H

#ifdef ODD_SANITIZED
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libfontconfig\n";
}
#endif

#endif
