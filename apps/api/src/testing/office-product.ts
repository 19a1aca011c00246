import { OFFICE_HEADER } from '@sesa/contract/office'
import { randomBytes } from 'node:crypto'
import { composeOffice } from '../compose/office.ts'
import { compose } from '../compose/product.ts'
import { asOffice, readConfig } from '../config/config.ts'
import { createDb, inTransaction } from '../db/index.ts'
import { ownCookie } from '../domains/customers/index.ts'
import { openSession } from '../domains/office/staff/sessions.ts'
import { officeBenchCalls, type OfficeBenchCall } from './office-calls.ts'
import { memberId, ROLES, type BenchRole } from './office-work.ts'

const ADDRESS = 'http://localhost:8099'
const SAMPLES = 200
/** Calls that are slow are made less often. */
const LONGEST_MS = 5_000
const FEWEST = 12
const ROOMY = 1_000_000

export interface OfficeTimes {
  readonly p50: number
  readonly p95: number
  readonly target: number
}

type Answer = Readonly<Record<string, unknown>>

/** Starts the office's server in this process over a filled database, with a session of each role. */
async function startOffice(officeUrl: string) {
  const env = {
    DATABASE_URL: officeUrl,
    DATABASE_OFFICE_URL: officeUrl,
    SANDBOX_URL: 'http://127.0.0.1:9',
    SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec_bench',
    SESA_SECRET: randomBytes(32).toString('base64'),
    SESA_LOG_LEVEL: 'silent',
    SESA_PUBLIC_URL: ADDRESS,
    OFFICE_PORT: '8099',
  }
  const config = readConfig(asOffice(env))
  const product = compose(config)
  const app = await composeOffice(
    product,
    config,
    { url: ADDRESS },
    {
      readiness: { check: async () => undefined, leave: () => undefined },
      limits: {
        perAddress15Minutes: ROOMY,
        perCredential15Minutes: ROOMY,
        perMemberMinute: ROOMY,
        revealsPerHour: ROOMY,
      },
      dist: '/nonexistent',
    },
  )
  const cookie = ownCookie(ADDRESS, 'office').name
  const tokens = new Map<BenchRole, string>()
  const db = createDb(officeUrl)
  for (const role of ROLES)
    tokens.set(
      role,
      await inTransaction(db, 'bench.sign_in', (tx) => openSession(tx, memberId(role), { kind: 'office' })),
    )
  await db.destroy()
  return {
    /** Makes a call as a member of a role. @throws Error when it is refused. */
    async call(role: BenchRole, call: string, body?: object): Promise<Answer> {
      const [method, path] = call.split(' ') as ['GET' | 'POST', string]
      const answer = await app.inject({
        method,
        url: `/office/api${path}`,
        headers: {
          host: 'localhost:8099',
          origin: ADDRESS,
          [OFFICE_HEADER]: '1',
          cookie: `${cookie}=${tokens.get(role) ?? ''}`,
        },
        ...(body && { payload: body }),
      })
      if (answer.statusCode !== 200) throw new Error(`${call}: ${answer.statusCode} ${answer.body}`)
      return answer.json<Answer>()
    },
    async close(): Promise<void> {
      await app.close()
      await product.close()
    },
  }
}

type Office = Awaited<ReturnType<typeof startOffice>>

async function timed({ call }: Office, { role, request, target }: OfficeBenchCall): Promise<OfficeTimes> {
  const durations: number[] = []
  const begin = performance.now()
  for (let run = 0; run <= SAMPLES; run++) {
    const start = performance.now()
    await call(role, ...request(run))
    // The first call plans the statements.
    if (run > 0) durations.push(performance.now() - start)
    if (run >= FEWEST && performance.now() - begin > LONGEST_MS) break
  }
  durations.sort((one, other) => one - other)
  const at = (share: number): number => durations[Math.ceil(durations.length * share) - 1] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), target }
}

const firstId = (answer: Answer): string =>
  String((answer['work'] as readonly { readonly id: string }[])[0]?.id)
const newestRules = (answer: Answer): readonly object[] =>
  (answer['versions'] as readonly { readonly rules: readonly object[] }[])[0]?.rules ?? []

/** Makes every call many times, and says how long its answers took. */
export async function timeOffice(
  officeUrl: string,
  sizes: { readonly transfers: number; readonly customers: number },
  say: (name: string, times: OfficeTimes) => void,
): Promise<void> {
  const office = await startOffice(officeUrl)
  const { call } = office
  try {
    const calls = officeBenchCalls({
      ...sizes,
      found: {
        prices: (await call('finance', 'GET /prices'))['list'] as object,
        fraudRules: newestRules(await call('compliance', 'GET /fraud-rules')),
        monitoringRules: newestRules(await call('compliance', 'GET /monitoring-rules')),
        case: firstId(await call('compliance', 'GET /inbox?kind=cases')),
        identityCheck: firstId(await call('compliance', 'GET /inbox?kind=identity')),
        enquiry: firstId(await call('support', 'GET /inbox?kind=enquiries')),
      },
    })
    for (const [name, one] of Object.entries(calls)) say(name, await timed(office, one))
  } finally {
    await office.close()
  }
}
