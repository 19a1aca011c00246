import { pathToFileURL } from 'node:url'
import type { Patch } from './child-control.ts'
import { Child } from './child.ts'

/** Makes the migrator read its migrations from another folder. */
export function migrationsIn(folder: string): Patch {
  return {
    file: 'apps/api/src/db/migrate.ts',
    find: "new URL('../../migrations/', import.meta.url)",
    put: `new URL(${JSON.stringify(`${pathToFileURL(folder).href}/`)})`,
  }
}

/** Runs the product's migrator to its end. Throws with its output when it fails. */
export async function migrate(
  env: Readonly<Record<string, string>>,
  patches: readonly Patch[] = [],
): Promise<void> {
  const migrator = new Child({
    name: 'migrate',
    script: 'apps/api/src/bin/migrate.ts',
    env,
    patches,
    isReady: async () => false,
    onPoint: () => undefined,
  })
  migrator.spawn()
  await migrator.ended()
  if (migrator.end !== 'exit code 0')
    throw new Error(`The migration ended with ${migrator.end}:\n${migrator.lastWords}`)
}
