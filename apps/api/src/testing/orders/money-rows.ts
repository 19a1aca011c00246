import { ROLES, type ApprovalAction } from '@sesa/contract/office'
import { sql } from 'kysely'
import { shippedWays } from '../../domains/pricing/index.ts'
import { storeTransfer } from '../stored-transfer.ts'
import { WHY, type Parts } from '../two-people-parts.ts'
import { fixed, payloadOf, type Made, type OrderRow } from './row.ts'

const WORDS = 'Sending to Ghana is not available today.'
const OWED = 'We owe the customer'

/** Returns the orders about transfers, prices, corridors, rails and the treasury. */
export function moneyRows({ owner, run, fresh, customer, setPolicy }: Parts) {
  const corridor = (sender: string, recipient: string, enabled: boolean) =>
    run(sql`update corridors set enabled = ${enabled}, reason = ${enabled ? 'open again' : WORDS}
      where sender = ${sender} and recipient = ${recipient}`)
  const rail = (network: string, reason: string | null) =>
    run(sql`update network_rails set off_reason = ${reason}
      where rail = 'pawapay' and country = 'GH' and network = ${network}`)
  const held =
    (payload: object = {}) =>
    async (): Promise<Made> => {
      const { user } = await customer()
      const { id, reference } = await storeTransfer(owner(), user, 'refund_failed')
      await run(sql`update transfers set hold_reason = 'staff', hold_owner = 'operations' where id = ${id}`)
      return { transfer: id, entity: reference, payload: payloadOf(payload) }
    }

  return {
    refund: {
      permission: 'refunds.request',
      readers: ROLES,
      make: held(),
      shows: ({ entity }) => ({
        label: entity,
        amount: 0,
        change: { label: OWED, from: 'USD 0.00', to: 'Nothing (refunded)' },
      }),
      changes: {},
    },
    repaid: {
      permission: 'payouts.request',
      readers: ROLES,
      make: held({ amount: { amount: 110_000, currency: 'USD' } }),
      shows: ({ entity }) => ({
        label: entity,
        amount: 110_000,
        change: { label: OWED, from: 'USD 0.00', to: '-USD 1,100.00' },
      }),
      changes: {},
    },
    answer: {
      permission: 'payouts.request',
      readers: ROLES,
      async make() {
        const { user } = await customer()
        const { id, reference } = await storeTransfer(owner(), user, 'awaiting_payment')
        await run(sql`update transfers set hold_reason = 'collection_unresolved', hold_owner = 'operations',
          pay_method = 'momo' where id = ${id}`)
        await run(sql`insert into collection_attempts (transfer_id, number, collector, country, network, phone, amount, currency,
            state)
          values (${id}, 1, 'pawapay', 'LR', 'mtn', ${`+23188${reference.replaceAll(/\D/g, '').padEnd(7, '0')}`}, 10000, 'USD',
            'open')`)
        const payload = { paid: { amount: 10_000, currency: 'USD' }, evidence: 'PP-2026-118' }
        return { transfer: id, entity: reference, payload: payloadOf(payload) }
      },
      shows: ({ entity }) => ({
        label: entity,
        amount: 10_000,
        change: { label: 'Request to pay', from: 'No outcome', to: 'USD 100.00 paid' },
      }),
      changes: {
        'the network answers': ({ transfer = '' }) =>
          run(
            sql`update collection_attempts set state = 'failed', ended_at = now() where transfer_id = ${transfer}`,
          ),
      },
    },
    release: {
      permission: 'holds.release',
      readers: ROLES,
      make: held(),
      shows: ({ entity }) => ({
        label: entity,
        amount: 10_000,
        change: { label: 'Hold', from: 'Staff', to: 'None (the transfer continues)' },
      }),
      changes: {
        'the transfer moves': ({ transfer = '' }) =>
          run(sql`update transfers set state = 'refunding' where id = ${transfer}`),
        'a provider reports something': ({ transfer = '' }) =>
          run(sql`update transfers set wake_version = wake_version + 1 where id = ${transfer}`),
      },
    },
    set_release_threshold: {
      permission: 'limits.change',
      readers: ROLES,
      make: fixed('release threshold', () => ({ amount: '75000' })),
      shows: () => ({
        label: /^Release/,
        amount: 75_000,
        change: { label: 'Threshold', from: 'USD 1,000.00', to: 'USD 750.00' },
      }),
      changes: {
        'another amount is in force': () =>
          setPolicy('release_threshold', 'release threshold', { amount: '70000' }),
      },
    },
    adopt: {
      permission: 'adoption.request',
      readers: ['finance', 'engineer', 'administrator'],
      make: fixed('lost transfers', () => ({ since: '2026-11-01T00:00:00.000Z', waitMinutes: 15 })),
      shows: () => ({ label: /restore/ }),
      changes: {},
    },
    set_prices: {
      permission: 'prices.change',
      readers: ['finance', 'administrator'],
      make: fixed('prices', async () => {
        const { body } = await owner()
          .selectFrom('policies')
          .select('body')
          .where('kind', '=', 'prices')
          .executeTakeFirstOrThrow()
        return body as object
      }),
      shows: () => ({ label: 'Price list' }),
      changes: {
        'another list is in force': () =>
          run(sql`insert into policies (kind, key, body)
            select kind, key, body from policies where kind = 'prices' limit 1`),
      },
    },
    set_ways_to_pay: {
      permission: 'corridors.change',
      readers: ROLES,
      make: fixed('ways to pay', () => {
        const { GH, ...ways } = shippedWays(true)
        return { ways: { ...ways, GH: { ...GH, momo: { ...GH.momo, open: false, reason: WORDS } } } }
      }),
      shows: () => ({
        label: 'Ways to pay',
        change: { label: 'Ghana, mobile money', from: 'Open', to: `Closed, message “${WORDS}”` },
      }),
      changes: {
        'others are in force': () =>
          setPolicy('ways_to_pay', 'ways to pay', {
            ways: { ...shippedWays(true), US: shippedWays(false).US },
          }),
      },
    },
    open_corridor: {
      permission: 'corridors.change',
      readers: ROLES,
      make: fixed('US/SL', async () => (await corridor('US', 'SL', false), {})),
      shows: () => ({
        label: 'United States to Sierra Leone',
        change: { label: 'Corridor', from: 'Closed', to: 'Open' },
      }),
      changes: { 'it is open': () => corridor('US', 'SL', true) },
    },
    close_corridor: {
      permission: 'corridors.change',
      readers: ROLES,
      make: fixed('US/GH', async () => (await corridor('US', 'GH', true), { words: WORDS })),
      shows: () => ({
        label: 'United States to Ghana',
        change: { label: 'Corridor', from: 'Open', to: 'Closed' },
      }),
      changes: {
        'it is closed': () => corridor('US', 'GH', false),
        'a closing is planned': () =>
          run(sql`insert into planned_closings (sender, recipient, begins_at, ends_at, words, planned_by, reason)
          values ('US', 'GH', now() + interval '1 day', now() + interval '2 days', ${WORDS}, 'Kofi', ${WHY})`),
      },
    },
    open_rail: {
      permission: 'rails.manage',
      readers: ROLES,
      make: fixed('pawapay GH/mtn', async () => (await rail('mtn', 'The carrier is down.'), {})),
      shows: () => ({
        label: 'pawapay, MTN MoMo, Ghana',
        change: { label: 'MTN MoMo, Ghana', from: 'Closed', to: 'Open' },
      }),
      changes: { 'it is closed for another reason': () => rail('mtn', 'The contract has ended.') },
    },
    route_network: {
      permission: 'rails.manage',
      readers: ROLES,
      make: fixed('GH/vodafone', async () => (await rail('vodafone', null), { rails: ['pawapay'] })),
      shows: () => ({ label: /Ghana$/ }),
      changes: { 'a rail of it is closed': () => rail('vodafone', 'The carrier is down.') },
    },
    book_treasury_entry: {
      permission: 'treasury.manage',
      readers: ['finance', 'administrator'],
      make: async () => {
        const reference = fresh('FT').replace(' ', '')
        const payload = {
          ...{ kind: 'top_up', account: 'pawapay', reference },
          ...{ arrived: { amount: 100_000, currency: 'GHS' }, paid: { amount: 9_050, currency: 'USD' } },
        }
        return { entity: `pawapay ${reference}`, reference, payload: payloadOf(payload) }
      },
      shows: ({ reference = '' }) => ({ label: `Top up, pawapay, ${reference}`, amount: 100_000 }),
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
  } as const satisfies Partial<Record<ApprovalAction, OrderRow>>
}
