// Slow: a backup and a restore with a PostgreSQL for each.
import { startPostgres } from '@sesa/embedded-postgres'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { runCli } from './run.ts'

const BACKUP_KEY = randomBytes(32).toString('base64')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sesa-cli-backup-'))
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

async function sesa(env: Record<string, string>, ...args: readonly string[]) {
  let [out, error] = ['', '']
  const code = await runCli(args, {
    env: { SESA_DATA_DIR: path.join(folder, 'data'), BACKUP_KEY, ...env },
    processes: [],
    writeOut: (text) => (out += text),
    writeErr: (text) => (error += text),
  })
  return { code, out, error }
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

describe('sesa backup and sesa restore', () => {
  it('bring the embedded database back as it was, and keep what was there', async () => {
    const [dataDir, backup] = [path.join(folder, 'data'), path.join(folder, 'backup')]
    const start = () => startPostgres({ dataDir: path.join(dataDir, 'postgres'), settings: { fsync: 'off' } })
    const running = await start()
    await query(running.ownerUrl, 'create table schema_migrations as select 57 as version')
    await writeFile(path.join(dataDir, 'secrets.json'), '{}')
    const env = { DATABASE_URL: running.ownerUrl }
    const taken = await sesa(env, 'backup', '--to', backup)
    expect(taken).toMatchObject({ code: 0, error: '' })
    expect(taken.out).toMatch(/the database as of 2\S+Z, schema 57, \d{3,} files/)
    expect(taken.out).toContain('contains the database passwords and the product’s secrets')
    expect(taken.out).toMatch(/opens only with BACKUP_KEY [\da-f]{8}\./)
    expect(await sesa({ ...env, BACKUP_KEY: '' }, 'backup', '--to', `${backup}-2`)).toMatchObject({
      code: 1,
      error: expect.stringContaining('openssl rand -base64 32') as string,
    })
    expect(await readdir(folder)).not.toContain('backup-2')
    const otherKey = { BACKUP_KEY: randomBytes(32).toString('base64') }
    expect((await sesa(otherKey, 'backup', 'verify', backup)).error).toContain('Use the key from the time')
    expect((await sesa(otherKey, 'restore', '--from', backup)).error).toContain('Use the key from the time')
    expect((await stat(backup)).mode & 0o777).toBe(0o700)
    expect(await sesa(env, 'backup', '--to', backup)).toMatchObject({
      code: 1,
      error: expect.stringContaining('is not empty') as string,
    })
    await query(running.ownerUrl, 'create table since as select 1')
    expect((await sesa({}, 'restore', '--from', backup, '--move-aside')).error).toContain(
      'PostgreSQL still runs',
    )
    await running.stop()

    expect(await sesa({}, 'backup', 'verify', backup, '--json')).toMatchObject({ code: 0, error: '' })
    expect((await sesa({}, 'restore', '--from', backup)).error).toContain('Add --move-aside')
    const restored = await sesa({}, 'restore', '--from', backup, '--move-aside')
    expect(restored).toMatchObject({ code: 0, error: '' })
    expect(restored.out).toMatch(/Kept the previous data: \S+postgres-before-restore-\d+T\d+Z\n/)
    expect(restored.out).toContain('docs/runbooks/restore.md')
    expect(restored.out).toMatch(/adopt --since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\n$/)
    const again = await start()
    const tables = "select table_name as name from information_schema.tables where table_schema = 'public'"
    expect(await query(again.ownerUrl, tables)).toEqual([{ name: 'schema_migrations' }])
    await again.stop()
    await writeFile(path.join(backup, 'postgres/password'), 'another')
    expect(await sesa({}, 'backup', 'verify', backup)).toMatchObject({
      code: 1,
      error: expect.stringContaining('postgres/password doesn’t open') as string,
    })
  })

  it('leave any other database to pgBackRest', async () => {
    const env = { DATABASE_URL: inject('testPostgresUrl'), SESA_DATA_DIR: path.join(folder, 'none') }
    const [backup, restore] = [
      await sesa(env, 'backup', '--to', path.join(folder, 'other')),
      await sesa(env, 'restore', '--from', path.join(folder, 'backup')),
    ]
    for (const { code, error } of [backup, restore]) {
      expect(code).toBe(1)
      expect(error).toContain('pgBackRest: docs/operate.md')
    }
    expect(await readdir(folder)).not.toContain('other')
    expect((await sesa({}, 'restore')).error).toContain('--from FOLDER')
  })
})
