import { isPermitted, officeCalls } from '@sesa/contract/office'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/index.ts'
import { defineOrder, type Order } from '../../lib/order.ts'
import { goneAbout, plainAbout } from '../../lib/order-words.ts'
import type { StaffAction } from '../../lib/staff-action.ts'
import { requireNoWork } from './account/compliance-work.ts'
import type { NameCorrections } from './profile/name-correction.ts'
import { accountVersion, readCustomer } from './profile/naming.ts'

/** Returns the version of an erasure, which includes the customer's money in flight and holds. */
async function erasureVersion(tx: Tx, userId: string): Promise<string | null> {
  const account = await accountVersion(tx, userId)
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', (select count(*) from account_holds where user_id = ${userId}::uuid and lifted_at is null),
      (select md5(string_agg(reference || state || coalesce(hold_reason, ''), ',' order by id)) from (
        select id, reference, state, hold_reason from transfers where user_id = ${userId}::uuid
        order by id desc limit 50) newest)) as version`.execute(tx)
  return account === null ? null : `${account}:${rows[0]?.version ?? ''}`
}

async function countTransfers(db: Db, userId: string): Promise<string> {
  const { rows } = await sql<{ all: number; open: number }>`
    select count(*)::int as all, (count(*) filter (where state not in ('sent', 'refunded', 'cancelled')))::int as open
    from transfers where user_id = ${userId}::uuid`.execute(db)
  const { all = 0, open = 0 } = rows[0] ?? {}
  return `${all}, ${open} of them open`
}

interface OrderDeps {
  readonly db: Db
  readonly names: NameCorrections
  closeAccount(userId: string, action: StaffAction): Promise<void>
}

/** Returns the orders about one customer's account. */
export const customerOrders = ({ db, names, closeAccount }: OrderDeps): Order[] => [
  defineOrder({
    call: officeCalls.requestErasure,
    words: 'Erase an account',
    reads: 'customers.read',
    entityOf: ({ params }) => params.id,
    async about({ entity }, reader) {
      const customer = await readCustomer(db, entity, reader)
      if (customer === undefined) return goneAbout('A customer')
      return plainAbout({
        label: customer.label,
        effect: `Erase the account of ${customer.label}. This can’t be undone.`,
        link: { page: 'customer', id: entity },
        state: customer.state,
        facts: [
          { label: 'Country', value: customer.country },
          { label: 'Customer since', value: customer.since },
          { label: 'Transfers', value: await countTransfers(db, entity) },
        ],
        changes: [{ label: 'Account', from: customer.state, to: 'Erased' }],
      })
    },
    check: ({ entity }, roles) =>
      requireNoWork(db, entity, { maySeeCases: isPermitted(roles, 'cases.read') }),
    versionOf: erasureVersion,
    async carryOut({ entity }, action) {
      await closeAccount(entity, action)
      return 'erased'
    },
  }),
  defineOrder({
    call: officeCalls.requestNameCorrection,
    words: 'Correct a customer’s name',
    reads: 'customers.read',
    entityOf: ({ params }) => params.id,
    async payloadOf({ params, body: { name, document, seen } }) {
      return { correction: await names.ask({ userId: params.id, name, document, seen }) }
    },
    forget: ({ correction }) => names.drop(correction),
    /** Describes the correction without the names: its own page shows them to those who may decide. */
    async about({ entity }, reader) {
      const customer = await readCustomer(db, entity, reader)
      if (customer === undefined) return goneAbout('A customer')
      return plainAbout({
        label: customer.label,
        effect: `Correct the name of ${customer.label}. The new name is screened.`,
        link: { page: 'customer', id: entity },
        state: customer.state,
        facts: [
          { label: 'Country', value: customer.country },
          { label: 'Customer since', value: customer.since },
        ],
      })
    },
    check: ({ entity }) => names.check(entity),
    versionOf: (tx, userId) => names.versionOf(tx, userId),
    async carryOut({ entity, payload }, action) {
      await names.carryOut(entity, payload.correction, action)
      return 'the name is corrected'
    },
  }),
]
