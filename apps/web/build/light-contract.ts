import { fileURLToPath } from 'node:url'
import { calls, ERRORS, type Call } from '@sesa/contract'
import type { Plugin } from 'vite'

const FRONT_DOOR = '\0light-contract'
const ERROR_WORDS = '\0light-errors'
const CALLS = '\0light-calls'
/** Prefix of the id of a module that holds one call. */
export const ONE_CALL = '\0light-call:'
const ONE_ERROR = '\0light-error:'

/**
 * Replaces the contract's entry point in the browser with one without the schemas, which would be 3 kB of the app's 110
 * kB. A call there needs only its method, its path, whether it carries a token and whether it is idempotent: the server
 * validates answers, and the types are erased by then. A missing name fails the build. Each call and each error is its
 * own module, so it loads only with the code that uses it. Looking one up by a variable would include all of them.
 */
export function lightContract(): Plugin {
  const folder = fileURLToPath(new URL('.', import.meta.resolve('@sesa/contract')))
  const code = (id: string): string | undefined => {
    if (id === FRONT_DOOR) return frontDoor(folder)
    if (id === ERROR_WORDS) return reexports(ONE_ERROR, ERRORS)
    if (id === CALLS) return reexports(ONE_CALL, calls)
    if (id.startsWith(ONE_ERROR)) return lightError(id.slice(ONE_ERROR.length))
    if (id.startsWith(ONE_CALL)) return lightCall(id.slice(ONE_CALL.length))
    return undefined
  }
  return {
    name: 'light-contract',
    enforce: 'pre',
    resolveId: (id) => (id === '@sesa/contract' ? FRONT_DOOR : id.startsWith('\0light-') ? id : undefined),
    load: (id) => {
      const found = code(id)
      return found === undefined ? undefined : { code: found, moduleSideEffects: false }
    },
  }
}

function frontDoor(folder: string): string {
  const from = (file: string) => JSON.stringify(file)
  return [
    `export * from ${from(`${folder}rules/agreements.ts`)}`,
    `export * from ${from(`${folder}rules/birth-date.ts`)}`,
    `export * from ${from(`${folder}rules/countries.ts`)}`,
    `export * from ${from(`${folder}rules/corridors.ts`)}`,
    `export * from ${from(`${folder}links.ts`)}`,
    `export * from ${from(`${folder}rules/networks.ts`)}`,
    `export * from ${from(`${folder}rules/enquiry-topics.ts`)}`,
    `export * as ERRORS from ${from(ERROR_WORDS)}`,
    `export * from ${from(`${folder}rules/fold-name.ts`)}`,
    `export * from ${from(`${folder}rules/person-name.ts`)}`,
    `export * from ${from(`${folder}rules/phone-notation.ts`)}`,
    `export * from ${from(`${folder}rules/reminders.ts`)}`,
    `export * from ${from(`${folder}rules/saved-cards.ts`)}`,
    `export * from ${from(`${folder}rules/transfer-words.ts`)}`,
    `export { isVisible } from ${from(`${folder}rules/visible-text.ts`)}`,
    `export { LISTED_STATUSES } from ${from(`${folder}statuses.ts`)}`,
    `export * as calls from ${from(CALLS)}`,
  ].join('\n')
}

function reexports(prefix: string, named: object): string {
  return Object.keys(named)
    .map((name) => `export { ${name} } from ${JSON.stringify(prefix + name)}`)
    .join('\n')
}

function lightError(code: string): string {
  return `export const ${code} = ${JSON.stringify((ERRORS as Readonly<Record<string, object>>)[code])}`
}

function lightCall(name: string): string {
  const { method, path, auth, idempotent } = (calls as Readonly<Record<string, Call>>)[name] ?? {}
  return `export const ${name} = ${JSON.stringify({ method, path, auth, idempotent })}`
}
