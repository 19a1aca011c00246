/**
 * Restores a backup and kills itself before one of its calls that change files. Otherwise prints the number of such
 * calls.
 */
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const [folder = '', key = '', dataDir = '', last = ''] = process.argv.slice(2)
let calls = 0
for (const name of ['rename', 'rm', 'mkdir', 'mkdtemp', 'writeFile'] as const) {
  const call = fs[name] as (...given: unknown[]) => Promise<unknown>
  const counted = (...given: unknown[]): Promise<unknown> => {
    calls += 1
    if (calls === Number(last)) process.kill(process.pid, 'SIGKILL')
    return call(...given)
  }
  Object.assign(fs, { [name]: counted })
}
syncBuiltinESMExports()
const { restoreBackup } = await import('../restore.ts')
await restoreBackup(
  { folder, key: Buffer.from(key, 'base64') },
  { dataDir, movesAside: true, now: new Date('2026-11-25T18:45:12Z') },
)
process.stdout.write(String(calls))
