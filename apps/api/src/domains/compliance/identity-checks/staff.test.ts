import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { identityQueue } from '../queues.ts'
import { createIdentityChecksModule, type IdentityChecksModule } from './index.ts'
import { readTier } from './tiers.ts'

const ACTION = { staff: 'Ama Boateng', approvedBy: 'Kofi Mensah', reason: 'Compared with the passport' }
const notices: { title: string; key: string }[] = []

let database: TestDatabase
let checks: IdentityChecksModule
beforeAll(async () => {
  database = await createTestDatabase()
  checks = createIdentityChecksModule({
    db: database.db,
    secret: randomBytes(32),
    audit: { record: () => Promise.resolve() },
    notices: { add: (_tx, { title, key }) => Promise.resolve({ emailed: notices.push({ title, key }) > 0 }) },
    publicUrl: 'https://sesa.example',
    providers: [],
    plans: {},
    closeForIdentity: () => Promise.resolve(false),
  })
})
beforeEach(() => void notices.splice(0))
afterAll(() => database.drop())

/** Stores a customer with a check in this state, whose document expires in this many days. */
async function stored(
  state: 'needs_review' | 'verified',
  days: number,
  person: Buffer | null = randomBytes(32),
) {
  const { rows } = await sql<{ id: string; user_id: string }>`
    with person as (insert into users default values returning id),
    tier as (insert into customer_tiers (user_id, tier, until)
      select id, 2, (now() at time zone 'UTC')::date + ${days}::int from person where ${state} = 'verified')
    insert into identity_checks (user_id, provider, country, state, reason, name, dob, document_expires, person_key)
    select id, 'stripe-identity', 'US', ${state}, case when ${state} = 'verified' then null else 'unknown' end,
      'Fatu Kamara', '1990-04-02', (now() at time zone 'UTC')::date + ${days}::int, ${person}
    from person returning id, user_id`.execute(database.owner)
  const [row] = rows
  if (row === undefined) throw new Error('Nothing was stored')
  return { checkId: row.id, userId: row.user_id }
}

const tierOf = async (userId: string) => (await readTier(database.db, userId)).tier
const stateOf = async (userId: string) => (await checks.staff.show(userId)).checks[0]?.state
const run = (task: string) => checks.crons.find((cron) => cron.task === task)?.run()

it('staff verify a check under review, and the customer reaches the second tier', async () => {
  const { checkId, userId } = await stored('needs_review', 100)
  const waiting = await identityQueue(database.db).read(
    { id: userId, name: 'Ama', roles: ['compliance'] },
    100,
  )
  expect(waiting.map(({ id }) => id)).toContain(checkId)
  await checks.staff.review(checkId, 'verify', ACTION)
  expect([await stateOf(userId), await tierOf(userId)]).toEqual(['verified', 2])
  const { rows } = await sql`select action, staff, approved_by, reason from staff_actions
    where subject = ${checkId}`.execute(database.owner)
  expect(rows).toEqual([
    {
      action: 'review_identity',
      staff: ACTION.staff,
      approved_by: ACTION.approvedBy,
      reason: ACTION.reason,
    },
  ])
  await expect(checks.staff.review(checkId, 'refuse', ACTION)).rejects.toThrow('This check is verified')
})

it('staff refuse a check, and never verify one without a document', async () => {
  const { checkId, userId } = await stored('needs_review', 100, null)
  await expect(checks.staff.review(checkId, 'verify', ACTION)).rejects.toThrow('can only be refused')
  await checks.staff.review(checkId, 'refuse', ACTION)
  expect([await stateOf(userId), await tierOf(userId)]).toEqual(['failed_final', 1])
  expect(notices).toMatchObject([{ title: 'Your identity check' }])
})

it('staff raise only a verified customer to the third tier', async () => {
  const { userId } = await stored('verified', 100)
  await checks.staff.setTier(userId, { tier: 3, until: null }, ACTION)
  expect(await tierOf(userId)).toBe(3)
  const other = await stored('needs_review', 100)
  await expect(checks.staff.setTier(other.userId, { tier: 3, until: null }, ACTION)).rejects.toThrow(
    'needs a verified identity check first',
  )
})

it('the customer is warned once of an expiring document, and loses the tier when it has expired', async () => {
  const [soon, over, later] = [
    await stored('verified', 10),
    await stored('verified', -1),
    await stored('verified', 300),
  ]
  for (let day = 0; day < 2; day++) await run('identity_checks_expire')
  const about = ({ checkId }: { checkId: string }) =>
    notices.filter(({ key }) => key.includes(checkId)).map(({ title }) => title)
  expect(about(soon)).toEqual(['Your document expires soon'])
  expect(about(over)).toEqual(['Your document has expired'])
  expect(about(later)).toEqual([])
  expect([await stateOf(soon.userId), await stateOf(over.userId)]).toEqual(['verified', 'expired'])
  expect([await tierOf(soon.userId), await tierOf(over.userId)]).toEqual([2, 1])
})
