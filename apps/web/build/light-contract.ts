import { fileURLToPath } from 'node:url'
import { calls, ERRORS, type Call } from '@sesa/contract'
import type { Plugin } from 'vite'

const FRONT_DOOR = '\0light-contract'
const CALLS = '\0light-calls'
const ERROR_WORDS = '\0light-errors'

/**
 * In the browser a call is its method, path, whether it bears a token and whether it may be sent twice: validating answers is the server's business
 * and the types are gone by then. This replaces the contract's front door by one without the schemas, which weigh
 * 3 kB of the app's 110. A name that is missing here fails the build. Errors are exports of their own, so that pages
 * carry only the sentences they name (1 kB of 2); to look one up by a variable would bring them all back.
 */
export function lightContract(): Plugin {
  const folder = fileURLToPath(new URL('.', import.meta.resolve('@sesa/contract')))
  return {
    name: 'light-contract',
    enforce: 'pre',
    resolveId: (id) => {
      if (id === '@sesa/contract') return FRONT_DOOR
      return [CALLS, ERROR_WORDS].includes(id) ? id : undefined
    },
    load: (id) => {
      if (id === FRONT_DOOR) return { code: frontDoor(folder), moduleSideEffects: false }
      if (id === CALLS)
        return { code: `export const calls = ${JSON.stringify(lightCalls())}`, moduleSideEffects: false }
      if (id === ERROR_WORDS) return { code: errorExports(), moduleSideEffects: false }
      return undefined
    },
  }
}

function frontDoor(folder: string): string {
  const from = (file: string) => JSON.stringify(file)
  return [
    `export * from ${from(`${folder}countries.ts`)}`,
    `export * as ERRORS from ${from(ERROR_WORDS)}`,
    `export { TRANSFER_STATUSES } from ${from(`${folder}statuses.ts`)}`,
    `export { calls } from ${from(CALLS)}`,
  ].join('\n')
}

function errorExports(): string {
  return Object.entries(ERRORS)
    .map(([code, error]) => `export const ${code} = ${JSON.stringify(error)}`)
    .join('\n')
}

function lightCalls(): Record<string, Pick<Call, 'method' | 'path' | 'auth' | 'idempotent'>> {
  const light = Object.entries<Call>(calls).map(([name, { method, path, auth, idempotent }]) => [
    name,
    { method, path, auth, idempotent },
  ])
  return Object.fromEntries(light) as ReturnType<typeof lightCalls>
}
