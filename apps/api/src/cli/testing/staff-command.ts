import { randomBytes } from 'node:crypto'
import type { EngineWorld } from '../../testing/engine-world.ts'
import { runCli } from '../run.ts'

/** What one command seals, the next one opens. */
const SECRET = randomBytes(32).toString('base64')

/** Runs a command of staff on the engine's world, and returns its exit code and what it printed. */
export async function runStaffCommand({ database, sandboxUrl }: EngineWorld, ...args: string[]) {
  let [out, error] = ['', '']
  const env = {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    SANDBOX_URL: sandboxUrl,
    SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec_engine',
    SESA_SECRET: SECRET,
  }
  const writeOut = (text: string) => (out += text)
  const code = await runCli(args, { env, processes: [], writeOut, writeErr: (text) => (error += text) })
  return { code, out, error }
}
