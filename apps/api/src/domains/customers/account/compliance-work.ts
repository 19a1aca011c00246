import type { IdentificationType } from '@sesa/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { actionRefused } from '../../../lib/refused.ts'

/** Work about a customer that needs their identity: an open case, report or hold, or an unfinished transfer. */
export interface OpenWork {
  readonly kind: 'case' | 'report' | 'hold' | 'transfer'
  /** A number or reference; for a hold, its cause. */
  readonly number: string
}

/** Returns the open work about a customer. */
export async function readOpenWork(db: Db | Tx, userId: string): Promise<readonly OpenWork[]> {
  const { rows } = await sql<OpenWork>`
    select kind, number from compliance_work_of(${userId}) where ended_at is null
    union
    select 'transfer', reference from transfers where user_id = ${userId}
      and (state not in ('sent', 'refunded', 'cancelled') or hold_reason is not null)
    order by kind, number`.execute(db)
  return rows
}

const nameOf = ({ kind, number }: OpenWork): string =>
  kind === 'hold' ? `an account hold (${number})` : `${kind} ${number}`

/**
 * Throws Refused while work about a customer is open. Names the work, or only reports a review to a member who may not see
 * cases: the refusal must not disclose a case.
 */
export async function requireNoWork(
  db: Db | Tx,
  userId: string,
  { maySeeCases }: { readonly maySeeCases: boolean },
): Promise<void> {
  const work = await readOpenWork(db, userId)
  const [first] = work
  if (first === undefined) return
  const named = maySeeCases ? work : work.filter(({ kind }) => kind === 'transfer')
  const words = named.map(nameOf)
  if (named.length < work.length) words.push('a review')
  throw actionRefused(
    `The account can’t be erased while these are open: ${words.join(', ')}. Request it again afterwards.`,
  )
}

/** A customer's data in the sealed record of a closed account. */
export interface KeptRecord {
  readonly name: string | null
  readonly dob: string | null
  readonly gender: 'male' | 'female' | null
  readonly phoneNumber: string | null
  readonly senderDetails: KeptDocument | null
  readonly senders: readonly (KeptDocument & {
    readonly transfer_id: string
    readonly name: string
    readonly dob: string | null
    readonly gender: 'male' | 'female' | null
    readonly phone: string | null
  })[]
}

/** A document's details in PostgreSQL's JSON, with the number in hexadecimal, encrypted for the customer. */
interface KeptDocument {
  readonly nationality: string | null
  readonly address_line: string | null
  readonly postal_code: string | null
  readonly city: string | null
  readonly country: string | null
  readonly identification_type: IdentificationType | null
  readonly identification_number: string | null
  readonly occupation: string | null
}

/**
 * Opens a former customer's sealed record if compliance work needs it; returns null if there is none. @throws Refused for a
 * process without the office's role.
 */
export async function readKeptRecord(db: Db | Tx, userId: string): Promise<KeptRecord | null> {
  const allowed = await sql<{ may: boolean }>`
    select has_function_privilege('kept_record_of(uuid)', 'execute') as may`.execute(db)
  if (allowed.rows[0]?.may !== true)
    throw actionRefused('The account is closed. Its sealed record opens only in the office.')
  const { rows } = await sql<{ record: KeptRecord | null }>`
    select kept_record_of(${userId}) as record`.execute(db)
  const record = rows[0]?.record
  return record ? { ...record, senders: record.senders ?? [] } : null
}
