import type { KyselyPlugin } from 'kysely'
import type { Db } from '../db/index.ts'

/** Wraps a database, and counts the statements sent through it; `begin` and `commit` are not among them. */
export function countStatements(db: Db): { readonly db: Db; readonly take: () => number } {
  let count = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return {
    db: db.withPlugin(plugin),
    /** Returns the statements since the last call. */
    take() {
      const taken = count
      count = 0
      return taken
    },
  }
}
