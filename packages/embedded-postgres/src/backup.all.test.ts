// Slow: backups of a PostgreSQL under write load, and their restores.
import { randomBytes } from 'node:crypto'
import {
  appendFile,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeBackup, type BackupSource } from './backup.ts'
import { tryLock } from './folder-lock.ts'
import { sealFile, verifyBackup } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { nameOfKey } from './sealed.ts'
import { startPostgres, type RunningPostgres } from './start.ts'

const NOW = new Date('2026-11-25T18:45:12.345Z')

let folder: string
let postgres: RunningPostgres
let client: pg.Client
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sesa-backup-test-'))
  // So little WAL is kept that a checkpoint during the copy removes segments that the copy needs.
  const settings = { max_wal_size: '32MB', min_wal_size: '32MB' }
  postgres = await startPostgres({ dataDir: path.join(folder, 'data/postgres'), settings })
  client = await connect(postgres.ownerUrl)
  await client.query('create table notes (id int primary key, text text)')
  await writeFile(path.join(folder, 'data/secrets.json'), '{"SESA_SECRET":"one"}\n')
})
afterAll(async () => {
  await client.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function connect(url: string): Promise<pg.Client> {
  const opened = new pg.Client({ connectionString: url })
  await opened.connect()
  return opened
}

const sourceOf = (query: BackupSource['query']): BackupSource => ({
  query,
  dataDir: path.join(folder, 'data/postgres'),
  beside: [path.join(folder, 'data/secrets.json'), path.join(folder, 'data/none.json')],
  schemaVersion: async () => 57,
})

const query: BackupSource['query'] = async (text) => (await client.query<Record<string, unknown>>(text)).rows
const at = (...names: string[]): string => path.join(folder, ...names)
const key = randomBytes(32)
const sealed = (name: string) => ({ folder: at(name), key })

/** Takes a backup of the running database into a new folder. */
async function backup(name: string) {
  return takeBackup(sourceOf(query), sealed(name))
}

/** Starts PostgreSQL on a restored data directory and returns its notes. */
async function notesAt(dataDir: string): Promise<unknown[]> {
  const restored = await startPostgres({ dataDir: path.join(dataDir, 'postgres') })
  const reader = await connect(restored.ownerUrl)
  try {
    await reader.query("insert into notes values (1000000, 'writable')")
    return (
      await reader.query('select count(*)::int as count, max(id) as last from notes where id < 1000000')
    ).rows
  } finally {
    await reader.end()
    await restored.stop()
  }
}

describe('a backup of the running database', () => {
  it('contains everything committed before its end, despite concurrent writes and checkpoints', async () => {
    const writer = await connect(postgres.ownerUrl)
    let written = 0
    const write = async (rows: number): Promise<void> => {
      await writer.query(
        `insert into notes select n, (select string_agg(md5(n || ' ' || i), '') from generate_series(1, 40) i)
          from generate_series(${written + 1}, ${written + rows}) n`,
      )
      written += rows
    }
    await write(1_000)
    const manifest = await takeBackup(
      sourceOf(async (text) => {
        if (/pg_backup_stop/.test(text)) {
          // Writes twice the WAL that is kept otherwise.
          for (let round = 0; round < 5; round++) {
            await write(8_000)
            await writer.query('checkpoint')
          }
        }
        return query(text)
      }),
      sealed('whole'),
    )
    await write(1)
    await writer.end()
    expect(manifest).toMatchObject({ format: 2, schemaVersion: 57, beside: ['secrets.json'] })
    expect(manifest.startedAt < manifest.endedAt).toBe(true)
    expect(manifest.files.filter(({ path: file }) => file.includes('/pg_wal/')).length).toBeGreaterThan(3)
    expect(await verifyBackup(sealed('whole'))).toEqual(manifest)
    const { movedTo } = await restoreBackup(sealed('whole'), {
      dataDir: at('restored'),
      movesAside: false,
      now: NOW,
    })
    expect(movedTo).toEqual([])
    expect(await readFile(at('restored/secrets.json'), 'utf8')).toBe('{"SESA_SECRET":"one"}\n')
    expect(await notesAt(at('restored'))).toEqual([{ count: 41_000, last: 41_000 }])
    expect(await query('select slot_name from pg_replication_slots')).toEqual([])
  })

  it('is refused into a folder with content, and for a database other than the folder’s', async () => {
    await mkdir(at('full'))
    await writeFile(at('full/note'), '')
    await expect(backup('full')).rejects.toThrow('is not empty')
    const elsewhere = { ...sourceOf(query), dataDir: at('elsewhere') }
    await expect(takeBackup(elsewhere, sealed('other'))).rejects.toThrow('isn’t running on')
  })
})

describe('the key of a backup', () => {
  it('opens it, and no other key does', async () => {
    await backup('keyed')
    const other = { folder: at('keyed'), key: randomBytes(32) }
    const message = `manifest.json doesn’t open with this BACKUP_KEY (${nameOfKey(other.key)})`
    await expect(verifyBackup(other)).rejects.toThrow(message)
    await expect(restoreBackup(other, { dataDir: at('empty'), movesAside: false, now: NOW })).rejects.toThrow(
      message,
    )
    expect(await readdir(at('empty')).catch(() => [])).toEqual([])
    await verifyBackup(sealed('keyed'))
  })

  it('leaves nothing readable in the folder', async () => {
    const names = (await readdir(at('keyed'), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    )
    expect(names.length).toBeGreaterThan(100)
    for (const { parentPath, name } of names)
      expect((await readFile(path.join(parentPath, name))).subarray(0, 8).toString()).toBe('SESABAK1')
    expect(await readFile(at('keyed/secrets.json'), 'latin1')).not.toContain('SESA_SECRET')
  })
})

describe('a restore', () => {
  const restore = (from: string, movesAside = false, dataDir = at('data')) =>
    restoreBackup(sealed(from), { dataDir, movesAside, now: NOW })

  it.each<[string, (backup: string) => Promise<unknown>, string]>([
    [
      'a changed byte',
      async (of) => {
        const file = path.join(of, 'postgres/cluster/global/pg_control')
        const bytes = await readFile(file)
        bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100)
        await writeFile(file, bytes)
      },
      'postgres/cluster/global/pg_control doesn’t open',
    ],
    ['a longer file', (of) => appendFile(path.join(of, 'secrets.json'), ' '), 'secrets.json doesn’t open'],
    [
      'a file that was cut off between two chunks',
      async (of) => {
        const files = await readdir(path.join(of, 'postgres/cluster/pg_wal'))
        await truncate(path.join(of, 'postgres/cluster/pg_wal', files[0] ?? ''), 8 + 32 + 65_552)
      },
      'doesn’t open',
    ],
    [
      'a file without content',
      (of) => truncate(path.join(of, 'postgres/password'), 0),
      'postgres/password doesn’t open',
    ],
    [
      'two files exchanged',
      (of) => copyFile(path.join(of, 'postgres/password'), path.join(of, 'secrets.json')),
      'secrets.json doesn’t open',
    ],
    [
      'the file of another backup',
      async (of) => {
        await writeFile(at('one-more'), 'another password')
        await rm(path.join(of, 'postgres/password'))
        await sealFile(at('one-more'), { folder: of, key }, 'postgres/password')
      },
      'postgres/password was changed or damaged',
    ],
    ['a missing file', (of) => rm(path.join(of, 'postgres/password')), 'postgres/password is missing'],
    [
      'another file',
      (of) => writeFile(path.join(of, 'postgres/cluster/extra'), ''),
      'extra is not part of the backup',
    ],
    ['no manifest', (of) => rm(path.join(of, 'manifest.json')), 'has no complete backup'],
    [
      'a path that leads out of it',
      async (of) => {
        await rm(path.join(of, 'manifest.json'))
        const text = '{"format":2,"files":[{"path":"../x","bytes":0,"sha256":""}],"folders":[],"beside":[]}'
        await sealFile(Buffer.from(text), { folder: of, key }, 'manifest.json')
      },
      'has no complete backup',
    ],
  ])('refuses a backup with %s', async (name, damage, message) => {
    await client.query('checkpoint')
    await backup(`damaged ${name}`)
    await damage(at(`damaged ${name}`))
    await expect(restore(`damaged ${name}`, false, at('empty'))).rejects.toThrow(message)
    expect(await readdir(at('empty')).catch(() => [])).toEqual([])
  })

  it('is refused while the database or the launcher runs', async () => {
    await backup('good')
    await expect(restore('good', true)).rejects.toThrow('PostgreSQL still runs on')
    const lock = tryLock(at('data/launcher.lock'))
    await expect(restore('good', true)).rejects.toThrow('Stop it first')
    lock?.release()
  })

  it('moves existing data aside only when asked to, and deletes nothing', async () => {
    await mkdir(at('used/postgres/cluster'), { recursive: true })
    await writeFile(at('used/postgres/cluster/PG_VERSION'), '18\n')
    await writeFile(at('used/secrets.json'), '{"SESA_SECRET":"two"}\n')
    // Left by a restore that was killed.
    await mkdir(at('used/restoring-x/postgres'), { recursive: true })
    await expect(restore('good', false, at('used'))).rejects.toThrow('Add --move-aside')
    const { movedTo } = await restore('good', true, at('used'))
    const names = ['postgres-before-restore-20261125T184512Z', 'secrets-before-restore-20261125T184512Z.json']
    expect(movedTo).toEqual(names.map((name) => at('used', name)))
    expect((await readdir(at('used'))).sort()).toEqual(
      ['launcher.lock', 'postgres', ...names, 'secrets.json'].sort(),
    )
    expect(await readFile(at('used', names[1] ?? ''), 'utf8')).toContain('two')
    expect(await readFile(at('used/secrets.json'), 'utf8')).toContain('one')
    expect(await notesAt(at('used'))).toMatchObject([{ last: 41_001 }])
  })
})
