import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { PATIENCE, startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld()
})
afterAll(() => world.close())

/** Reads the kernel's timer of the connection from this port: `02` is a keep-alive probe (proc_net_tcp). */
async function timerOf(port: number): Promise<string | undefined> {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const connections = (await readFile('/proc/net/tcp', 'utf8'))
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  return connections.find(([, from]) => from?.endsWith(local))?.[5]?.slice(0, 2)
}

it('probes the connection that receives wakes while it is silent', async () => {
  await vi.waitFor(async () => {
    const { rows } = await sql<{ port: number }>`select client_port as port from pg_stat_activity
      where application_name = 'sesa-hints' and datname = current_database()`.execute(world.database.owner)
    expect(await timerOf(rows[0]?.port ?? 0)).toBe('02')
  }, PATIENCE)
})
