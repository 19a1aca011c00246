import { fileURLToPath } from 'node:url'
import { calls, type Call } from '@sesa/contract'
import type { Plugin } from 'vite'

const LIGHT = '\0light-contract'

/**
 * In the browser a call is its method, path and whether it bears a token: validating answers is the server's business
 * and the types are gone by then. This replaces the contract's front door by one without the schemas, which with the table of
 * error texts weigh 4 kB of the app's 110. A name that is missing here fails the build.
 */
export function lightContract(): Plugin {
  const folder = fileURLToPath(new URL('.', import.meta.resolve('@sesa/contract')))
  return {
    name: 'light-contract',
    enforce: 'pre',
    resolveId: (id) => (id === '@sesa/contract' ? LIGHT : undefined),
    load: (id) => {
      if (id !== LIGHT) return undefined
      const light = Object.entries<Call>(calls).map(([name, { method, path, auth }]) => [
        name,
        { method, path, auth },
      ])
      return [
        `export * from ${JSON.stringify(`${folder}countries.ts`)}`,
        `export { ERRORS } from ${JSON.stringify(`${folder}errors.ts`)}`,
        `export const calls = ${JSON.stringify(Object.fromEntries(light))}`,
      ].join('\n')
    },
  }
}
