import type { Plugin } from 'vite'

const MUTATION_CACHE = /\/query-core\/build\/modern\/mutationCache\.js$/

/** What the query client asks of its mutations when there are none, and a loud no to the first one. */
const NO_MUTATIONS = `export class MutationCache {
  build() { throw new Error('The app sends its changes itself: see apps/web/build/light-query.ts') }
  clear() {}
  findAll() { return [] }
  resumePausedMutations() { return Promise.resolve() }
}`

/**
 * The app sends what changes something through its own client, which knows what may be sent twice, yet the query
 * client brings along its queue of mutations: 1 kB of the app's 110 that nobody calls.
 */
export function lightQuery(): Plugin {
  return {
    name: 'light-query',
    load: {
      filter: { id: MUTATION_CACHE },
      handler: () => ({ code: NO_MUTATIONS, moduleSideEffects: false }),
    },
  }
}
