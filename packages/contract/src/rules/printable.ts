/**
 * Control characters but tabs and line ends, halves of characters, non-characters, and marks that turn the reading direction.
 * The marks that isolate a name (U+2068, U+2069) stay: emails put them around names.
 */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF\u202A-\u202E\u2066\u2067]/gu

/** Replaces what no document may hold by a blank, such as what comes along when text is pasted from a PDF. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, ' ')
