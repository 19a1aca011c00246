import { normalPassword } from '@sesa/contract'
import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { createGate } from '../../../lib/gate.ts'

/** Number of threads on which Node hashes, checks signatures, resolves names and reads files. */
const POOL_THREADS = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4)

/**
 * One processor and two threads of the pool stay free for other work. The queue is short: a hash that cannot start within a
 * second or two is refused, and the client retries.
 */
const AT_ONCE = Math.max(1, Math.min(availableParallelism() - 1, POOL_THREADS - 2))

/** Limits all password hashing in this process. */
export const hashGate = createGate({
  atOnce: AT_ONCE,
  waiting: 16 * AT_ONCE,
  refusal: { code: 'sign_in_busy', retryAfter: 2 },
})

const argon = promisify(argon2)
const derive = (parameters: Argon2Parameters): Promise<Buffer> =>
  hashGate.run(() => argon('argon2id', parameters))

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane (about 70 ms of one core here). */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const SALT_BYTES = 16
const TAG_BYTES = 32

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** Hashes a password, spaces included, for the database (PHC string format, its own salt). */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const message = normalPassword(password)
  const tag = await derive({ ...COST, message, nonce, tagLength: TAG_BYTES })
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** Used for comparison when an account has no password, so that the answer takes as long. */
const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(Buffer.alloc(SALT_BYTES))}$${base64(Buffer.alloc(TAG_BYTES))}`

async function isHashOf(hash: string | null, message: string): Promise<boolean> {
  const [, memory = '', passes = '', parallelism = '', salt = '', stored = ''] =
    PHC.exec(hash ?? NOBODY) ?? []
  const expected = Buffer.from(stored, 'base64')
  const tag = await derive({
    memory: Number.parseInt(memory, 10),
    passes: Number.parseInt(passes, 10),
    parallelism: Number.parseInt(parallelism, 10),
    message,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
  })
  return timingSafeEqual(tag, expected) && hash !== null
}

/**
 * Returns true when the password matches the hash; returns false, after the same work, when there is no hash. Earlier
 * releases hashed a password exactly as typed.
 */
export async function passwordMatches(hash: string | null, password: string): Promise<boolean> {
  const normal = normalPassword(password)
  if (await isHashOf(hash, normal)) return true
  return normal !== password && isHashOf(hash, password)
}
