/**
 * First and family name, as rails want them, of a name that people give in one line: the last word is the family name.
 * `last` is null for a name of one word.
 */
export function splitName(name: string): { readonly first: string; readonly last: string | null } {
  const words = name.split(' ')
  const last = words.length > 1 ? words.at(-1) : undefined
  return last === undefined ? { first: name, last: null } : { first: words.slice(0, -1).join(' '), last }
}
