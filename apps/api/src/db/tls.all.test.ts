import { PATIENCE } from '@sesa/test-kit/patience'
import { startPostgres } from '@sesa/embedded-postgres'
import { sql } from 'kysely'
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createAuthority } from '@sesa/test-kit/certificates'
import { createDb } from './index.ts'

describe('the database', () => {
  it('is reached over TLS, only with a certificate of our authority for its name', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sesa-database-tls-'))
    const authority = await createAuthority()
    const { cert, key } = await authority.issue({ names: ['localhost'] })
    const ca = join(folder, 'ca.pem')
    await writeFile(ca, authority.cert)
    const dataDir = join(folder, 'postgres')
    const postgres = await startPostgres({ dataDir, settings: { fsync: 'off' } })
    onTestFinished(async () => {
      await postgres.stop('immediate')
      await rm(folder, { recursive: true, force: true })
    })
    const { uid, gid } = await stat(join(dataDir, 'cluster'))
    for (const [name, content] of Object.entries({ 'server.crt': cert, 'server.key': key })) {
      const file = join(dataDir, 'cluster', name)
      await writeFile(file, content, { mode: 0o600 })
      await chown(file, uid, gid)
    }
    const owner = createDb(postgres.ownerUrl, { max: 1 })
    onTestFinished(() => owner.destroy())
    await sql`alter system set ssl = on`.execute(owner)
    await sql`select pg_reload_conf()`.execute(owner)
    const at = (host: string, query: string) => {
      const url = new URL(postgres.ownerUrl)
      url.hostname = host
      const db = createDb(`${url.href}?sslmode=verify-full${query}`, { max: 1 })
      onTestFinished(() => db.destroy())
      return sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db)
    }
    const encrypted = await vi.waitFor(() => at('localhost', `&sslrootcert=${ca}`), PATIENCE)
    expect(encrypted.rows).toEqual([{ ssl: true }])
    await expect(at('127.0.0.1', `&sslrootcert=${ca}`)).rejects.toThrow(/does not match/)
    await expect(at('localhost', '')).rejects.toThrow(/certificate/)
  })
})
