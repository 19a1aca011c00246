/**
 * A `fetch` that takes a redirect for a failure: providers answer at the addresses that the operator set, and a key must
 * not follow where somebody else's answer sends it.
 */
export function withoutRedirects(fetchFunction: typeof fetch): typeof fetch {
  return (input, init) => fetchFunction(input, { ...init, redirect: 'error' })
}
