import { Child } from './child.ts'

/** Runs the product's migrator to its end. Throws with its output if it fails. */
export async function migrate(env: Readonly<Record<string, string>>, overlay?: string): Promise<void> {
  const migrator = new Child({
    name: 'migrate',
    script: 'apps/api/src/bin/migrate.ts',
    env,
    overlay,
    isReady: async () => false,
    onPoint: () => undefined,
  })
  migrator.spawn()
  await migrator.ended()
  if (migrator.end !== 'exit code 0')
    throw new Error(`The migration ended with ${migrator.end}:\n${migrator.lastWords}`)
}
