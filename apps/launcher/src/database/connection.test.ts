import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Environments } from '../environments.ts'
import { writeConnection } from './connection.ts'

const ROOT = path.join(import.meta.dirname, '../../../..')

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sesa-connection-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** Returns the names of the settings that staff commands receive. */
async function passedOn(staff: Record<string, string>): Promise<string[]> {
  await writeConnection(dataDir, { staff } as unknown as Environments)
  const written = await readFile(path.join(dataDir, 'connection.json'), 'utf8')
  return Object.keys(JSON.parse(written) as object)
}

/** Only commands read these: the backup key is never stored next to the data. */
const FOR_COMMANDS = ['ARCHIVE_DIR', 'BACKUP_KEY']

it('passes on every setting of the docs', async () => {
  const page = await readFile(path.join(ROOT, 'docs/settings.md'), 'utf8')
  const names = [...page.matchAll(/^\| `([A-Z][A-Z_]+)` /gm)].flatMap(([, name]) => name ?? [])
  expect(names.length).toBeGreaterThan(110)
  expect(names).toEqual(expect.arrayContaining(['SMS_PER_DAY', 'VAPID_PRIVATE_KEY', 'RATE_HISTORY_PER_DAY']))
  const passed = await passedOn(Object.fromEntries(names.map((name) => [name, 'x'])))
  expect(names.filter((name) => !passed.includes(name) && !FOR_COMMANDS.includes(name))).toEqual([])
})

it('passes on nothing else from the environment', async () => {
  expect(await passedOn({ PATH: '/bin', AWS_SECRET_ACCESS_KEY: 'x', PORT: '3000' })).toEqual(['PORT'])
})
