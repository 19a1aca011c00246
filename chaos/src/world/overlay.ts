import { execFile } from 'node:child_process'
import { cp, mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './child.ts'

const run = promisify(execFile)

/** Returns a new folder below `parent` with the files that a patch changes. Throws if the patch no longer applies. */
export async function patchedFiles(parent: string, patch: string): Promise<string> {
  const overlay = await mkdtemp(path.join(parent, 'overlay-'))
  const { stdout } = await run('git', ['apply', '--numstat', patch], { cwd: overlay })
  for (const [, file = ''] of stdout.matchAll(/^\d+\t\d+\t(.+)$/gm))
    await cp(path.join(ROOT, file), path.join(overlay, file))
  await run('git', ['apply', patch], { cwd: overlay })
  return overlay
}

/** Returns a new folder below `parent` with the migrator next to other migrations: it reads those of its own tree. */
export async function migratorBeside(parent: string, migrations: string): Promise<string> {
  const overlay = await mkdtemp(path.join(parent, 'overlay-'))
  const migrator = 'apps/api/src/db/migrate.ts'
  await cp(path.join(ROOT, migrator), path.join(overlay, migrator))
  await cp(migrations, path.join(overlay, 'apps/api/migrations'), { recursive: true })
  return overlay
}
