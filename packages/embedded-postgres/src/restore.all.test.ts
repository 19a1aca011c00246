import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startPostgres } from './index.ts'
import { MANIFEST, sealFile, type Manifest } from './manifest.ts'
import { unfinishedRestore } from './restore-plan.ts'
import { restoreBackup } from './restore.ts'

vi.setConfig({ testTimeout: 150_000, hookTimeout: 150_000 })
const script = path.join(import.meta.dirname, 'testing/killed-restore.ts')
const FILES = ['postgres/cluster/PG_VERSION', 'postgres/password', 'secrets.json']

let folder: string
const key = randomBytes(32)
const backup = () => ({ folder: path.join(folder, 'backup'), key })

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sesa-restore-'))
  const to = backup()
  await mkdir(path.join(to.folder, 'postgres/cluster'), { recursive: true })
  const files: Manifest['files'][number][] = []
  for (const file of FILES) {
    await sealFile(Buffer.from('new'), to, file)
    files.push({ path: file, bytes: 3, sha256: createHash('sha256').update('new').digest('hex') })
  }
  const manifest = {
    ...{ format: 2, files, folders: ['postgres', 'postgres/cluster'], beside: ['secrets.json'] },
    ...{ startedAt: '2026-11-25T18:00:00.000Z', endedAt: '2026-11-25T18:00:01.000Z', schemaVersion: 1 },
  }
  await sealFile(Buffer.from(JSON.stringify(manifest)), to, MANIFEST)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Creates a data folder with a database, or an empty one. */
async function createData(holds: 'old' | 'nothing'): Promise<string> {
  const dataDir = await mkdtemp(path.join(folder, 'data-'))
  if (holds === 'nothing') return dataDir
  await mkdir(path.join(dataDir, 'postgres/cluster'), { recursive: true })
  for (const file of FILES) await writeFile(path.join(dataDir, file), 'old')
  return dataDir
}

/** Returns the state that each file belongs to, by the name in use. */
async function stateOf(dataDir: string): Promise<string> {
  const read = (file: string) => readFile(path.join(dataDir, file), 'utf8').catch(() => 'nothing')
  return [...new Set(await Promise.all(FILES.map(read)))].join(' and ')
}

const run = (dataDir: string, last = '') =>
  promisify(execFile)(process.execPath, [script, backup().folder, key.toString('base64'), dataDir, last])

/** Returns the states of the databases and secrets that a restore moved aside. */
async function keptOf(dataDir: string): Promise<string[]> {
  const names = (await readdir(dataDir)).filter((name) => name.includes('-before-restore-'))
  return Promise.all(
    names.map((name) =>
      readFile(path.join(dataDir, name.endsWith('.json') ? name : `${name}/cluster/PG_VERSION`), 'utf8'),
    ),
  )
}

const again = (dataDir: string) => restoreBackup(backup(), { dataDir, movesAside: true, now: new Date() })

describe('a restore that is killed', () => {
  it.each(['old', 'nothing'] as const)(
    'before any change of a file, over %s, leaves the old data, the backup, or a folder that no start uses',
    async (before) => {
      const calls = Number((await run(await createData(before))).stdout)
      expect(calls).toBeGreaterThan(5)
      const seen = { refused: 0, before: 0, new: 0 }
      for (let last = 1; last <= calls; last++) {
        const dataDir = await createData(before)
        await expect(run(dataDir, String(last))).rejects.toMatchObject({ signal: 'SIGKILL' })
        const refusal = await unfinishedRestore(dataDir)
        if (refusal === undefined) {
          const state = await stateOf(dataDir)
          expect([before, 'new']).toContain(state)
          seen[state === 'new' ? 'new' : 'before'] += 1
        } else {
          expect(refusal).toContain(`Run it again: npm run sesa -- restore --from ${backup().folder}`)
          const start = startPostgres({ dataDir: path.join(dataDir, 'postgres') })
          await expect(start).rejects.toThrow(refusal)
          seen.refused += 1
        }

        const { movedTo } = await again(dataDir)
        expect(await stateOf(dataDir)).toBe('new')
        expect(await unfinishedRestore(dataDir)).toBeUndefined()
        if (before === 'old')
          expect((await keptOf(dataDir)).filter((state) => state === 'old')).toHaveLength(2)
        expect(new Set(movedTo)).toEqual(new Set(movedTo.filter((file) => existsSync(file))))
        expect((await readdir(dataDir)).filter((name) => /^restor/.test(name))).toEqual([])
      }
      expect(seen.refused).toBeGreaterThanOrEqual(before === 'old' ? 4 : 2)
      expect(seen.before).toBeGreaterThan(0)
    },
  )
})
