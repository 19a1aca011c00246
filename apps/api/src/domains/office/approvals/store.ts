import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { ApprovalAction, ApprovalState, Permission, Role } from '@sesa/contract/office'
import type { Db, Tx } from '../../../db/index.ts'
import type { Asked } from '../../../lib/order.ts'

/** Hours until a request without a decision expires. */
const EXPIRES_HOURS = 24

export interface ApprovalRow {
  readonly id: string
  readonly action: ApprovalAction
  readonly permission: Permission
  readonly entity: string
  readonly entity_version: string
  readonly payload: string
  readonly payload_hash: Buffer
  readonly reason: string
  readonly maker: string
  readonly makerName: string
  readonly made_at: Date
  readonly expires_at: Date
  readonly state: ApprovalState
  readonly checker: string | null
  readonly checkerName: string | null
  readonly decided_at: Date | null
  readonly note: string | null
  readonly result: string | null
  /** Computed by the database's clock. */
  readonly isExpired: boolean
}

/** Returns a request's entity and payload. The contract has checked the payload, and the database keeps its digest. */
export const askedBy = ({ entity, payload }: Pick<ApprovalRow, 'entity' | 'payload'>): Asked<object> => ({
  entity,
  payload: JSON.parse(payload) as object,
})

const approvals = (db: Db | Tx) =>
  db
    .selectFrom('approvals as a')
    .innerJoin('staff_members as m', 'm.id', 'a.maker')
    .leftJoin('staff_members as c', 'c.id', 'a.checker')
    .selectAll('a')
    .select(['m.name as makerName', 'c.name as checkerName'])
    .select(sql<boolean>`a.expires_at <= now()`.as('isExpired'))

export const findApproval = (
  db: Db | Tx,
  id: string,
  isReadable: Readable = sql<boolean>`true`,
): Promise<ApprovalRow | undefined> =>
  approvals(db).where('a.id', '=', id).where(isReadable).executeTakeFirst()

/** SQL condition that is true for the requests `a` that a member may read. */
export type Readable = RawBuilder<boolean>

/**
 * Returns the condition for the requests that a member may read: those of some actions and their own; those about a transfer
 * under review only with permission to read cases.
 */
export const readableTo = ({
  memberId,
  actions,
  seesCases,
}: {
  readonly memberId: string
  readonly actions: readonly ApprovalAction[]
  readonly seesCases: boolean
}): Readable => sql<boolean>`(a.maker = ${memberId}::uuid or a.action = any (${actions}::text[]))
  and (${seesCases} or not a.payload::jsonb @> ${JSON.stringify(UNDER_REVIEW)}::jsonb)`

/** Marks a request about a transfer that was under review when a member made the request. */
export const UNDER_REVIEW = { underReview: true } as const
export const isUnderReview = ({ payload }: Pick<ApprovalRow, 'payload'>): boolean =>
  (JSON.parse(payload) as Partial<typeof UNDER_REVIEW>).underReview === true

/** Returns a request and locks it until the transaction ends. */
export const lockApproval = (tx: Tx, id: string): Promise<ApprovalRow | undefined> =>
  approvals(tx).where('a.id', '=', id).forUpdate('a').executeTakeFirst()

/** Returns requests, newest first. */
export function listApprovals(
  db: Db,
  {
    state,
    entity,
    before,
    limit,
    isReadable = sql<boolean>`true`,
  }: {
    readonly isReadable?: Readable
    readonly state?: ApprovalState | undefined
    readonly entity?: string
    readonly before?: string | undefined
    readonly limit: number
  },
): Promise<ApprovalRow[]> {
  let query = approvals(db).where(isReadable).orderBy('a.id', 'desc').limit(limit)
  if (state !== undefined) query = query.where('a.state', '=', state)
  if (entity !== undefined) query = query.where('a.entity', '=', entity)
  if (before !== undefined) query = query.where('a.id', '<', before)
  return query.execute()
}

/** Marks overdue requests as expired; returns their ids. */
export async function expireApprovals(tx: Tx): Promise<string[]> {
  const rows = await tx
    .updateTable('approvals')
    .set({ state: 'expired' })
    .where('state', '=', 'pending')
    .where(sql<boolean>`expires_at <= now()`)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Stores a request; returns undefined when the same one is open. */
export async function insertApproval(
  tx: Tx,
  given: {
    readonly action: ApprovalAction
    readonly permission: Permission
    readonly entity: string
    readonly version: string
    readonly payload: unknown
    readonly reason: string
    readonly maker: string
  },
): Promise<string | undefined> {
  const payload = JSON.stringify(given.payload)
  const row = await tx
    .insertInto('approvals')
    .values({
      action: given.action,
      permission: given.permission,
      entity: given.entity,
      entity_version: given.version,
      payload,
      payload_hash: createHash('sha256').update(payload).digest(),
      reason: given.reason,
      maker: given.maker,
      expires_at: sql<Date>`now() + make_interval(hours => ${EXPIRES_HOURS}::int)`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['action', 'entity']) // Literals: a generic plan could not match parameters with the index.
        .where(sql<boolean>`state in ('pending', 'approved')`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Decides a request. The database's function checks both people, the time and the proof again. */
export async function decideApproval(
  tx: Tx,
  id: string,
  {
    state,
    person,
    note,
    proof,
  }: {
    readonly state: 'approved' | 'rejected' | 'withdrawn'
    readonly person: string
    readonly note: string
    readonly proof: string | null
  },
): Promise<void> {
  await sql`select decide_approval(${id}, ${person}, ${state}, ${note}, ${proof})`.execute(tx)
}

/** Ends an approved request; returns false when it has already ended. */
export async function endApproval(
  tx: Tx,
  id: string,
  state: 'done' | 'failed',
  result: string,
): Promise<boolean> {
  const row = await tx
    .updateTable('approvals')
    .set({ state, result })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns true if a staff action has carried the request out. */
export async function isCarriedOut(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('staff_actions')
    .select('id')
    .where('approval_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns a member's roles; none for an ended member. */
export async function rolesOf(tx: Tx, memberId: string): Promise<readonly Role[]> {
  const row = await tx
    .selectFrom('staff_members')
    .select('roles')
    .where('id', '=', memberId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.roles ?? []
}

const UNIQUE_VIOLATION = '23505'

/** Returns true if the database refused a staff action because the request was already carried out. */
export const isCarriedOutTwice = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === UNIQUE_VIOLATION &&
  error.message.includes('staff_actions_once')
