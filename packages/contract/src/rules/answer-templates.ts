/** The placeholders that a reply template may have: `{number}`. Each becomes a value of the enquiry. */
export const PLACEHOLDERS = ['number', 'reference', 'answer_by'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

const IN_BRACES = /\{(\w+)\}/gu
const isPlaceholder = (word: string): word is Placeholder => PLACEHOLDERS.some((known) => known === word)

/** Fills the known values into a template; the other placeholders stay. */
export function fillTemplate(body: string, values: Readonly<Partial<Record<Placeholder, string>>>): string {
  return body.replaceAll(IN_BRACES, (whole, word: string) =>
    isPlaceholder(word) ? (values[word] ?? whole) : whole,
  )
}

/** Returns the first placeholder of an answer that has no value yet, such as `{reference}`; undefined if there is none. */
export function unfilledIn(answer: string): string | undefined {
  return [...answer.matchAll(IN_BRACES)].find(([, word = '']) => isPlaceholder(word))?.[0]
}

/** Returns the first word in braces that is not a placeholder; undefined if there is none. */
export function unknownIn(body: string): string | undefined {
  return [...body.matchAll(IN_BRACES)].find(([, word = '']) => !isPlaceholder(word))?.[0]
}
