import type { ApprovalAction, Permission } from '@sesa/contract/office'
import { sql } from 'kysely'
import { profileInForce } from '../domains/compliance/index.ts'
import { readEntry, requestOf } from '../domains/books/index.ts'
import type { OfficeWorld, TestMember } from './office-world.ts'
import { storeTransfer } from './stored-transfer.ts'
import { WHY, type Begun, type Kind, type Parts } from './two-people-parts.ts'

interface Asked {
  readonly permission: Permission
  make(): Promise<Begun & { readonly entity: string; readonly payload: string }>
  readonly changes: Kind['changes']
}

/** Refunds and repayments have the version of releases, and adoption decides about what the providers' records say. */
type Walked = Exclude<ApprovalAction, 'refund' | 'repaid' | 'adopt'>

/** Permissions whose requests compliance decides, and no administrator. */
const BY_COMPLIANCE: readonly Permission[] = ['staff.manage', 'names.correct']

/** Every request of two people, with what may change before the second decides. `compliance`: who decides what no administrator does. */
export function requestKinds(
  world: () => OfficeWorld,
  compliance: () => TestMember,
  { owner, run, fresh, lettersOf, joined, customer, rename, raise, closeUser, lock }: Parts,
): Readonly<Record<string, Kind>> {
  const payloadOf = (payload: object) => JSON.stringify(payload)
  const ofCustomer =
    (payload: object) => async (): Promise<Begun & { readonly entity: string; readonly payload: string }> => {
      const { user } = await customer()
      return { user, entity: user, payload: payloadOf(payload) }
    }
  const fixed = (entity: string, payload: () => object | Promise<object>) => async () => ({
    entity,
    payload: payloadOf(await payload()),
  })
  const RULES = [{ id: 'velocity', look: { kind: 'velocity', hours: 24, atLeast: 9 } }]
  const WORDS = 'Sending to Ghana is not available today.'
  const corridor = (enabled: boolean) =>
    run(sql`update corridors set enabled = ${enabled}, reason = ${enabled ? 'open again' : WORDS}
    where sender = 'US' and recipient = 'GH'`)
  const rail = (reason: string | null) =>
    run(sql`update network_rails set off_reason = ${reason}
    where rail = 'pawapay' and country = 'GH' and network = 'mtn'`)
  const member = async () => {
    const { id } = await joined(['support'])
    return { member: id, entity: id }
  }
  const moveMember = ({ member: id = '' }: Begun) =>
    run(sql`update staff_members set roles = '{finance}' where id = ${id}`)
  const prices = async () => {
    const { content } = await owner().selectFrom('price_lists').select('content').executeTakeFirstOrThrow()
    return { list: content }
  }

  const REQUESTS: Readonly<Record<Walked, Asked>> = {
    release: {
      permission: 'holds.release',
      async make() {
        const { user } = await customer()
        const { id, reference } = await storeTransfer(owner(), user, 'refund_failed')
        await run(sql`update transfers set hold_reason = 'staff', hold_owner = 'operations' where id = ${id}`)
        return { transfer: id, entity: reference, payload: '{}' }
      },
      changes: {
        'the transfer moves': ({ transfer = '' }) =>
          run(sql`update transfers set state = 'refunding' where id = ${transfer}`),
        'a provider reports something': ({ transfer = '' }) =>
          run(sql`update transfers set wake_version = wake_version + 1 where id = ${transfer}`),
      },
    },
    set_prices: {
      permission: 'prices.change',
      make: fixed('prices', prices),
      changes: {
        'another list is in force': () =>
          run(
            sql`insert into price_lists (content) select content from price_lists order by version limit 1`,
          ),
      },
    },
    set_release_threshold: {
      permission: 'limits.change',
      make: fixed('release threshold', () => ({ amount: '50000' })),
      changes: {
        'another amount is in force': () => run(sql`insert into release_thresholds (amount) values (70000)`),
      },
    },
    close_corridor: {
      permission: 'corridors.change',
      make: fixed('US/GH', async () => (await corridor(true), { words: WORDS })),
      changes: {
        'it is closed': () => corridor(false),
        'a closing is planned': () =>
          run(sql`insert into planned_closings (sender, recipient, begins_at, ends_at, words, planned_by, reason)
          values ('US', 'GH', now() + interval '1 day', now() + interval '2 days', ${WORDS}, 'Kofi', ${WHY})`),
      },
    },
    open_corridor: {
      permission: 'corridors.change',
      make: fixed('US/GH', async () => (await corridor(false), {})),
      changes: { 'it is open': () => corridor(true) },
    },
    open_rail: {
      permission: 'rails.manage',
      make: fixed('pawapay GH/mtn', async () => (await rail('The carrier is down.'), {})),
      changes: { 'it is closed for another reason': () => rail('The contract has ended.') },
    },
    route_network: {
      permission: 'rails.manage',
      make: fixed('GH/mtn', async () => (await rail(null), { rails: ['pawapay'] })),
      changes: { 'a rail of it is closed': () => rail('The carrier is down.') },
    },
    book_treasury_entry: {
      permission: 'treasury.manage',
      make: () => {
        const entry = {
          ...{ kind: 'top_up', account: 'pawapay', reference: fresh('FT').replace(' ', '') },
          ...{ arrived: { amount: 100_000, currency: 'GHS' }, paid: { amount: 9_050, currency: 'USD' } },
        }
        const { entity, payload } = requestOf(readEntry(entry))
        return Promise.resolve({ entity, reference: entry.reference, payload: payloadOf(payload) })
      },
      changes: {
        'the same movement is booked': ({ reference = '' }) =>
          run(sql`
          with action as (insert into staff_actions (action, staff, reason, subject)
            values ('treasury_top_up', 'Ama Finance', 'Alone', ${`pawapay ${reference}`}) returning id)
          insert into provider_movements (account, provider_id, kind, amount, currency, other_amount, other_currency, fee,
            occurred_at, action_id)
          select 'pawapay', ${reference}, 'top_up', 100, 'GHS', 10, 'USD', 0, now(), id from action`),
      },
    },
    correct_name: {
      permission: 'names.correct',
      async make() {
        const { user } = await customer()
        const { rows } = await sql<{ id: string }>`
        insert into name_corrections (user_id, name_before, name_after, document, seen)
        values (${user}, 'Hawa Kollie', 'Hawa Kolie', 'passport', 'Issued in Monrovia') returning id`.execute(
          owner(),
        )
        return { user, entity: user, payload: payloadOf({ correction: rows[0]?.id ?? '' }) }
      },
      changes: { 'the customer changes their name': rename, 'the account is closed': closeUser },
    },
    erase_account: {
      permission: 'erasure.request',
      make: ofCustomer({}),
      changes: {
        'a transfer begins': ({ user = '' }) => storeTransfer(owner(), user, 'sent'),
        'the account is put on hold': ({ user = '' }) =>
          run(
            sql`insert into account_holds (user_id, cause, opened_by, reason) values (${user}, 'staff', 'Kofi', ${WHY})`,
          ),
        'the customer changes their name': rename,
        'the account is locked': lock,
        'the account is closed': closeUser,
      },
    },
    review_identity: {
      permission: 'identity.review',
      async make() {
        const { user } = await customer()
        const { rows } = await sql<{ id: string }>`
        insert into identity_checks (user_id, provider, country, state, name, dob, person_key)
        values (${user}, 'smile-id', 'GH', 'needs_review', 'Hawa Kollie', '1990-04-02', ${fresh('key')}::bytea)
        returning id`.execute(owner())
        const id = rows[0]?.id ?? ''
        return { user, check: id, entity: id, payload: payloadOf({ verdict: 'refuse' }) }
      },
      changes: {
        'the provider answers again': ({ check = '' }) =>
          run(sql`update identity_checks set updated_at = clock_timestamp() where id = ${check}`),
        'the customer changes their name': rename,
        'the tier changes': raise,
        async 'another account of the person is verified'({ check = '' }) {
          const { user } = await customer()
          await run(sql`insert into identity_checks (user_id, provider, country, state, name, dob, person_key)
          select ${user}, provider, country, 'verified', name, dob, person_key from identity_checks where id = ${check}`)
        },
        'it is decided': ({ check = '' }) =>
          run(sql`update identity_checks set state = 'failed_final', reason = 'refused' where id = ${check}`),
      },
    },
    set_tier: {
      permission: 'identity.review',
      make: ofCustomer({ tier: 2, until: '2027-11-30' }),
      changes: {
        'the customer changes their name': rename,
        'the tier changes': raise,
        'the account is locked': lock,
        'the account is closed': closeUser,
      },
    },
    set_monitoring_rules: {
      permission: 'monitoring.change',
      make: fixed('monitoring rules', () => ({ rules: RULES, mode: 'shadow' })),
      changes: {
        'other rules are stored': () =>
          run(sql`insert into monitoring_rules (mode, rules, author, approved_by, reason)
          values ('shadow', '{"rules": []}', 'Ama', 'Kofi', ${WHY})`),
      },
    },
    set_fraud_rules: {
      permission: 'fraud.manage',
      make: fixed('fraud rules', () => ({ rules: [] })),
      changes: {
        'other rules are in force': () =>
          run(sql`insert into fraud_rules (rules, author, reason) values ('{"rules": []}', 'Ama', ${WHY})`),
      },
    },
    set_report_profile: {
      permission: 'reports.change',
      make: fixed('GH', async () => ({
        validFrom: '2998-12-01',
        profile: await profileInForce(owner(), 'GH'),
      })),
      changes: {
        'another profile is stored': () =>
          run(sql`insert into report_profiles (country, valid_from, profile, author, reason)
          values ('GH', '2999-01-01', '{}', 'Ama', ${WHY})`),
      },
    },
    set_tier_limits: {
      permission: 'limits.change',
      make: fixed('tier 2, any to any', () => ({
        ...{ tier: 2, sender: null, recipient: null, per24Hours: '90000', per30Days: '900000' },
        ...{ source: 'our choice', validFrom: '2998-12-01' },
      })),
      changes: {
        'other limits are stored': () =>
          run(sql`insert into tier_limits (tier, per_24_hours, per_30_days, source, valid_from)
          values (3, 1, 1, 'ours', date '2999-01-01' + ${Number(fresh('day').split(' ')[1])}::int)`),
      },
    },
    invite_member: {
      permission: 'staff.manage',
      make() {
        const email = `${fresh('new').replace(' ', '')}@sesa.example`
        const payload = payloadOf({
          name: `Newly Invited ${lettersOf(Number(fresh('name').split(' ')[1]))}`,
          email,
          roles: ['support'],
        })
        return Promise.resolve({ entity: email, email, payload })
      },
      changes: {
        'a member has the address': ({ email = '' }) =>
          run(
            sql`insert into staff_members (name, email, roles) values (${fresh('Namesake')}, ${email}, '{support}')`,
          ),
      },
    },
    invite_member_again: {
      permission: 'staff.manage',
      make: async () => ({ ...(await member()), payload: '{}' }),
      changes: { 'the member has other roles': moveMember },
    },
    change_roles: {
      permission: 'staff.manage',
      make: async () => ({ ...(await member()), payload: payloadOf({ roles: ['engineer'] }) }),
      changes: { 'the member has other roles': moveMember },
    },
  }

  function requestKind(action: Walked): Kind {
    const { permission, make, changes } = REQUESTS[action]
    const second = () => (BY_COMPLIANCE.includes(permission) ? compliance() : world().administrator)
    return {
      permission,
      changes,
      async begin(asker) {
        const made = await make()
        const payload = JSON.parse(made.payload) as Record<string, unknown>
        const asked = { action, entity: made.entity, payload, reason: WHY }
        return { ...made, id: (await world().office.approvals.approvals.request(asker, asked)).id }
      },
      decide: ({ id = '' }) => second().browser.post(`/office/api/approvals/${id}/approve`, { note: WHY }),
      isDecided: async ({ id = '' }) =>
        (await world().office.approvals.approvals.find(id, undefined)).state !== 'pending',
      async end({ id = '' }) {
        await second().browser.post(`/office/api/approvals/${id}/reject`, { note: WHY })
        await run(
          sql`update approvals set state = 'failed', result = 'left' where id = ${id} and state = 'approved'`,
        )
      },
    }
  }
  return Object.fromEntries(
    (Object.keys(REQUESTS) as Walked[]).map((action) => [`a request to ${action}`, requestKind(action)]),
  )
}
