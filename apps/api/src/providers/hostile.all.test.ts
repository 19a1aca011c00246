import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { providerFetch, type ProviderFetch } from '../lib/provider-fetch.ts'
import { hostileAnswers, startHostileServer, wireOf, type HostileAnswer } from './testing/hostile-answers.ts'
import { Json, type Target } from './testing/target.ts'
import { CARD_TARGETS } from './testing/targets-cards.ts'
import { COLLECTION_TARGETS } from './testing/targets-collections.ts'
import { IDENTITY_TARGETS } from './testing/targets-identity.ts'
import { OTHER_TARGETS } from './testing/targets-others.ts'
import { RAIL_TARGETS } from './testing/targets-rails.ts'
import { SCREENING_TARGETS } from './testing/targets-screening.ts'
import { SETUP_TARGETS } from './testing/targets-setup.ts'
import { VAULT_TARGETS } from './testing/targets-vault.ts'

/** `npm run fuzz` sends more, from another seed. */
const COUNT = Number(process.env['FUZZ_ANSWERS'] ?? 1_500)
const SEED = Number(process.env['FUZZ_SEED'] ?? 42)
const AT_ONCE = 8
/** An adapter without a result by then never returns one: every answer of the server ends at once. */
const NEVER_MS = 30_000

const TARGETS = [
  ...CARD_TARGETS,
  ...VAULT_TARGETS,
  ...RAIL_TARGETS,
  ...COLLECTION_TARGETS,
  ...SETUP_TARGETS,
  ...IDENTITY_TARGETS,
  ...OTHER_TARGETS,
  ...SCREENING_TARGETS,
]

interface Case {
  readonly target: Target
  readonly answer: HostileAnswer
}

const cases = new Map<number, Case>()
let lastKey = 0
/** Adds a case and returns its key, the first part of its requests' paths. */
function add(added: Case): number {
  cases.set(++lastKey, added)
  return lastKey
}

let server: Awaited<ReturnType<typeof startHostileServer>>
const escaped: unknown[] = []
const escape = (error: unknown): void => void escaped.push((error as Error).stack)

beforeAll(async () => {
  server = await startHostileServer((key, path) => {
    const { target, answer } = cases.get(Number(key)) ?? {}
    if (target === undefined || answer === undefined) throw new Error(`No case ${key}`)
    if (target.attacked?.(path) ?? true) return answer.wire()
    return wireOf(200, Buffer.from(JSON.stringify(target.others?.(path))))
  })
  process.on('unhandledRejection', escape)
  process.on('uncaughtException', escape)
})
afterAll(async () => {
  process.off('unhandledRejection', escape)
  process.off('uncaughtException', escape)
  await server.close()
})

/** Returns the product's own fetch, with each address replaced by the hostile server's for this case. */
function askFor(key: number): ProviderFetch {
  return (url, request) => {
    const { pathname, search } = new URL(url)
    return providerFetch(`${server.url}/${key}${pathname}${search}`, request)
  }
}

type Outcome = { readonly result: unknown } | { readonly error: unknown }

async function outcomeOf(key: number, { target }: Case): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined
  const never = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve({ error: 'it never settled' }), NEVER_MS)
  })
  const settled = target.call(askFor(key)).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )
  const outcome = await Promise.race([settled, never])
  clearTimeout(timer)
  return outcome
}

/** Describes the fault in an outcome; an empty string if there is none. */
function problemOf({ target, answer }: Case, outcome: Outcome): string {
  if ('error' in outcome)
    return (target.mayThrow?.(outcome.error) ?? false) ? '' : `threw ${String(outcome.error)}`
  const { result } = outcome
  if (!v.is(target.closed, result)) return `came to ${show(result)}, which its port does not know`
  if (!target.claims(result)) return ''
  const says = answer.text !== null && target.says(result, Json.parse(answer.text), answer.status)
  return says ? '' : `claims ${show(result)}, which the answer does not say`
}

const show = (value: unknown): string =>
  JSON.stringify(value, (_key, held: unknown) => (typeof held === 'bigint' ? `${held}n` : held))?.slice(
    0,
    300,
  )

test.each(TARGETS)('$name reads the documented answer', async (target) => {
  const { status, body } = target.good
  const text = JSON.stringify(body)
  const answer = { what: 'good', status, text, wire: () => wireOf(status, Buffer.from(text)) }
  const key = add({ target, answer })
  const outcome = await outcomeOf(key, { target, answer })
  expect(outcome).toHaveProperty('result')
  expect('result' in outcome && target.claims(outcome.result), show(outcome)).toBe(true)
  expect(problemOf({ target, answer }, outcome)).toBe('')
})

test('no answer of a provider crashes an adapter, or makes it report what the answer does not say', async () => {
  const perTarget = Math.ceil(COUNT / TARGETS.length)
  const attacks = TARGETS.flatMap((target, index) =>
    fc
      .sample(hostileAnswers(target.good), { numRuns: perTarget, seed: SEED + index })
      .map((answer) => ({ target, answer })),
  ).slice(0, COUNT)
  const problems = new Map<string, string>()
  let claims = 0
  const waiting = attacks.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const attack of waiting) {
        const key = add(attack)
        const outcome = await outcomeOf(key, attack)
        if ('result' in outcome && attack.target.claims(outcome.result)) claims++
        const problem = problemOf(attack, outcome)
        if (problem) problems.set(`${attack.target.name}: ${problem}`, attack.answer.what.slice(0, 200))
        cases.delete(key)
      }
    }),
  )
  console.log(
    `${attacks.length} answers to ${TARGETS.length} calls, seed ${SEED}: ${escaped.length} unhandled, ` +
      `${problems.size} kinds of problem, ${claims} said something`,
  )
  expect([...problems].map(([problem, what]) => `${problem}\n  after: ${what}`)).toEqual([])
  expect(escaped).toEqual([])
}, 3_600_000)
