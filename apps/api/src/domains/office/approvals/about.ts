import { COUNTRIES, NETWORKS } from '@sesa/contract'
import { isPermitted, mayApprove, type Approval, type ApprovalAbout, type Role } from '@sesa/contract/office'
import { toMinorNumber, type Money } from '@sesa/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { maskName } from '../../../lib/mask.ts'
import type { ApprovalRow } from './store.ts'

/** What a request says about its record. */
export type About = ApprovalAbout
export type Change = About['changes'][number]

/** Who reads a request. */
export interface Reader {
  readonly roles: readonly Role[]
}

/** Turns a stored word into a readable one: `payout_failed` is "Pay-out failed". */
export function inWords(word: string): string {
  const text = word.replaceAll('_', ' ').replaceAll(/\bpayout/g, 'pay-out')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const amountOf = (one: Money) => ({ amount: toMinorNumber(one), currency: one.currency })

export const countryOf = (code: string | null): string =>
  COUNTRIES.find((one) => one.code === code)?.name ?? code ?? 'any country'

/** Returns the name of a network such as `GH/mtn`. */
export function networkOf(target: string): string {
  const found = NETWORKS.find(({ country, value }) => `${country}/${value}` === target)
  return found === undefined ? target : `${found.label}, ${countryOf(found.country)}`
}

/** Returns what a request says that moves no money and has nothing more to say. */
export const plainAbout = (
  given: Pick<About, 'label' | 'link' | 'state'> & Partial<Pick<About, 'amount' | 'facts' | 'changes'>>,
): About => ({ amount: null, facts: [], changes: [], ...given })

/** Returns what a request says whose record was erased. */
export const goneAbout = (what: string): About =>
  plainAbout({ label: what, link: null, state: 'The record is gone.' })

interface CustomerRow {
  readonly name: string | null
  readonly country: string | null
  readonly created_at: Date
  readonly locked_at: Date | null
  readonly closed_at: Date | null
}

/** Reads a customer as a request names them; undefined when there is none. A name is masked, as everywhere in the office. */
export async function readCustomer(db: Db | Tx, id: string, { roles }: Reader) {
  const { rows } = await sql<CustomerRow>`select p.name, i.country, u.created_at, u.locked_at, u.closed_at
    from users u left join profiles p on p.user_id = u.id left join phone_identities i on i.user_id = u.id
    where u.id = ${id}::uuid`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const since = row.created_at.toISOString().slice(0, 10)
  const name = isPermitted(roles, 'customers.read') ? maskName(row.name) : null
  return {
    label: name ?? `A customer in ${countryOf(row.country)} since ${since}`,
    country: countryOf(row.country),
    since,
    state:
      row.closed_at !== null
        ? `Closed on ${row.closed_at.toISOString().slice(0, 10)}`
        : row.locked_at === null
          ? 'Open'
          : `Locked since ${row.locked_at.toISOString().slice(0, 10)}`,
  }
}

/** Returns a request as the office shows it to a member. */
export function presentApproval(
  row: ApprovalRow,
  about: About,
  to: Reader & { readonly id: string },
): Approval {
  const isOpen = row.state === 'pending' && !row.isExpired
  return {
    id: row.id,
    action: row.action,
    permission: row.permission,
    entity: row.entity,
    about: isOpen ? about : { ...about, changes: [] },
    payload: JSON.parse(row.payload) as Record<string, unknown>,
    payloadHash: row.payload_hash.toString('hex'),
    reason: row.reason,
    maker: { id: row.maker, name: row.makerName },
    madeAt: row.made_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    state: row.state === 'pending' && row.isExpired ? 'expired' : row.state,
    checker: row.checker === null ? null : { id: row.checker, name: row.checkerName ?? '' },
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.note,
    result: row.result,
    mayDecide: isOpen && row.maker !== to.id && row.entity !== to.id && mayApprove(to.roles, row.permission),
  }
}
