import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')
const TEST = 'apps/api/src/domains/books/treasury/books-agree.all.test.ts'

/**
 * Makes transfers of every kind through the engine, and prints our books against the sandbox's balances, per account
 * and currency (`npm run bench -- --treasury`). The run is a test, which fails unless every difference is zero. Returns
 * its exit code.
 */
export async function measureTreasury(transfers: number): Promise<number> {
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'api-all', TEST], {
    cwd: ROOT,
    env: { ...process.env, TREASURY_TRANSFERS: String(transfers) },
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}
