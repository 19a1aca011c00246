/**
 * Test program: starts PostgreSQL on the folder in its argument, prints one JSON line about it, and keeps
 * running.
 */
import { startPostgres, startTestPostgres } from '../index.ts'

const dataDir = process.argv[2]
try {
  const postgres = dataDir === undefined ? await startTestPostgres() : await startPostgres({ dataDir })
  console.log(JSON.stringify({ url: postgres.ownerUrl, pid: postgres.pid }))
  process.stdin.resume().once('end', () => void postgres.stop().then(() => process.exit(0)))
} catch (error) {
  console.log(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }))
}
