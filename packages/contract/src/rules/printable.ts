/**
 * Control characters except tabs and line breaks, lone surrogates, non-characters, and marks that override the text
 * direction. The marks that isolate a name (U+2068, U+2069) stay: emails put them around names.
 */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF\u202A-\u202E\u2066\u2067]/gu

/** Replaces characters that no document may contain with blanks, for example those in text pasted from a PDF. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, ' ')
