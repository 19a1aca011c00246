import {
  isPermitted,
  mayApprove,
  type Approval,
  type ApprovalAbout,
  type ApprovalAction,
  type Role,
} from '@sesa/contract/office'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { enqueue } from '../../../jobs/index.ts'
import { NO_CAUTION, requireConfirmed, type Caution } from '../../../lib/caution.ts'
import { actionRefused, Refused } from '../../../lib/refused.ts'
import { appendAudit } from '../../record/index.ts'
import { requireMayAsk, requireTwoPeople } from '../../record/index.ts'
import { isHeldForReview, readerOf, underReviewRefusal } from '../../transfers/index.ts'
import type { Order, Reader, Values } from '../../../lib/order.ts'
import { presentApproval } from './present.ts'
import * as store from './store.ts'

/** The data of a signed-in member that requests need. */
export interface Person {
  readonly id: string
  readonly roles: readonly Role[]
}

export interface NewRequest {
  readonly action: ApprovalAction
  readonly entity: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly reason: string
  /** Confirmation text typed by the first person because a value is beyond a bound. */
  readonly confirmed?: string | undefined
}

/** The second person's note, and the proof that they signed this request. */
export interface Decision {
  readonly note: string
  readonly proof: string
  /** Confirmation text typed by the second person because a value is beyond a bound. */
  readonly confirmed?: string | undefined
}

/** The job that carries out an approved request. */
export const CARRY_OUT = 'approvals_carry_out'

/**
 * Creates the requests that one member makes and another approves. Approving stores the decision and queues the job that
 * carries it out in one transaction; the job's staff action stores the request's id, which can be stored only once.
 */
export function createApprovals(db: Db, orders: readonly Order[]) {
  const byAction = new Map<string, Order>(orders.map((order) => [order.call.asks, order]))

  function orderOf(action: ApprovalAction): Order {
    const found = byAction.get(action)
    if (found === undefined) throw new Error(`Nothing carries out ${action}`)
    return found
  }

  /** Returns a filter for the requests that a member may read; no filter for a command while no member has joined. */
  function readableTo(person: Person | undefined): store.Readable | undefined {
    if (person === undefined) return undefined
    const { id: memberId, roles } = person
    const actions = orders
      .filter(({ reads, call }) => isPermitted(roles, reads) || mayApprove(roles, call.permission))
      .map(({ call }) => call.asks)
    return store.readableTo({ memberId, actions, ...readerOf(person) })
  }

  const found = async (from: Db, id: string, person?: Person) => {
    const row = await store.findApproval(from, id, readableTo(person))
    if (row === undefined) throw new Refused('not_found')
    return row
  }

  /** Describes the subject of a request. */
  const about = (row: store.ApprovalRow, reader: Reader): Promise<ApprovalAbout> =>
    orderOf(row.action).about(store.askedBy(row), reader)

  /** Returns a request as shown to a member in the office. */
  const present = async (row: store.ApprovalRow, to: Person): Promise<Approval> =>
    presentApproval(row, orderOf(row.action), await about(row, to), to)

  /** Lists the requests that a member may read, newest first. */
  const list = (
    filter: Omit<Parameters<typeof store.listApprovals>[1], 'isReadable'>,
    person: Person | undefined,
  ): Promise<store.ApprovalRow[]> => {
    const isReadable = readableTo(person)
    return store.listApprovals(db, { ...filter, ...(isReadable && { isReadable }) })
  }

  /** Locks a pending request. Throws Refused `not_found` or `approval_closed`. */
  async function lockPending(tx: Tx, id: string) {
    const row = await store.lockApproval(tx, id)
    if (row === undefined) throw new Refused('not_found')
    if (row.state !== 'pending' || row.isExpired) throw new Refused('approval_closed')
    return row
  }

  /**
   * Throws Refused if a member may not decide a request, or may not be the second person of its maker. Reads the roles again,
   * since the session may be older. `isApproving`: the maker must still be allowed to request it.
   */
  async function requireSecondPerson(
    tx: Tx,
    row: store.ApprovalRow,
    person: Person,
    { isApproving }: { readonly isApproving: boolean },
  ): Promise<void> {
    if (row.maker === person.id) throw new Refused('same_person')
    const { isAboutMember } = orderOf(row.action)
    if (isAboutMember === true && row.entity === person.id)
      throw new Refused('same_person', {
        message: 'This request is about you. Another member has to decide.',
      })
    const roles = await store.rolesOf(tx, person.id)
    const seesIt = readerOf({ roles }).seesCases || !store.isUnderReview(row)
    if (!seesIt || !isPermitted(roles, 'approvals.decide') || !mayApprove(roles, row.permission))
      throw new Refused('not_permitted')
    const permission = isApproving ? row.permission : undefined
    await requireTwoPeople(tx, { maker: row.maker, checker: person.id, permission })
  }

  /** Stores a decision, and its audit log entry. */
  async function decide(
    tx: Tx,
    id: string,
    decision: Parameters<typeof store.decideApproval>[2],
  ): Promise<void> {
    const { state, person, note } = decision
    await store.decideApproval(tx, id, decision)
    await appendAudit(tx, {
      ...{ member: person, action: `approval.${state}`, subject: id, words: { note } },
      change: { before: { state: 'pending' }, after: { state } },
    })
  }

  async function end(id: string, state: 'done' | 'failed', result: string): Promise<void> {
    await inTransaction(db, 'approvals.end', async (tx) => {
      if (!(await store.endApproval(tx, id, state, result))) return
      const change = { before: { state: 'approved' }, after: { state } }
      await appendAudit(tx, {
        member: null,
        action: `approval.${state}`,
        subject: id,
        change,
        words: { result },
      })
    })
  }

  /** Returns the current warnings about a request. */
  const cautionOf = async (row: store.ApprovalRow): Promise<Caution> =>
    (await orderOf(row.action).caution?.(store.askedBy(row))) ?? NO_CAUTION

  return {
    /** Returns a request that a member may read. Throws Refused `not_found`. */
    find: (id: string, person: Person | undefined) => found(db, id, person),
    list,
    about,
    present,
    /** Returns the newest requests about a record that a member may read, as shown in the office. */
    async listAbout(entity: string, person: Person): Promise<Approval[]> {
      return Promise.all((await list({ entity, limit: 20 }, person)).map((row) => present(row, person)))
    },
    /** Returns the warnings about a pending request for the second person. */
    async caution(id: string, person: Person): Promise<Caution> {
      const row = await found(db, id, person)
      if (row.state !== 'pending') return NO_CAUTION
      try {
        return await cautionOf(row)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return { warnings: [error.message], confirm: null }
      }
    },

    /** Returns the values in force that a request replaces, named as in its payload; null if it replaces none. */
    current: async ({
      action,
      entity,
    }: Pick<store.ApprovalRow, 'action' | 'entity'>): Promise<Values | null> =>
      (await orderOf(action).current?.(entity)) ?? null,

    /** Returns the title of an order; undefined for one unknown to this release. */
    titleOf: (action: string): string | undefined => byAction.get(action)?.words,

    /**
     * Makes a request that needs two people. Throws Refused `not_permitted`, `approval_pending`, `action_refused`, as
     * `requireMayAsk`, or as the order's check.
     */
    async request(person: Person, { action, entity, payload, reason, confirmed }: NewRequest) {
      const order = orderOf(action)
      const { permission } = order.call
      if (!isPermitted(person.roles, permission)) throw new Refused('not_permitted')
      await requireMayAsk(db, person.id)
      await order.check?.({ entity, payload }, person.roles)
      requireConfirmed((await order.caution?.({ entity, payload })) ?? NO_CAUTION, confirmed)
      const id = await inTransaction(db, 'approvals.request', async (tx) => {
        const version = await order.versionOf(tx, entity)
        if (version === null) throw actionRefused(`${entity} doesn’t exist.`)
        for (const expired of await store.expireApprovals(tx))
          await appendAudit(tx, { member: null, action: 'approval.expired', subject: expired })
        const underReview = order.isAboutTransfer === true && (await isHeldForReview(tx, entity))
        if (underReview && !readerOf(person).seesCases)
          throw actionRefused(underReviewRefusal({ reference: entity }))
        const asked = underReview ? { ...payload, ...store.UNDER_REVIEW } : payload
        const made = { action, permission, entity, version, payload: asked, reason, maker: person.id }
        const inserted = await store.insertApproval(tx, made)
        if (inserted === undefined) throw new Refused('approval_pending')
        await appendAudit(tx, {
          member: person.id,
          action: 'approval.requested',
          subject: inserted,
          change: { before: null, after: { state: 'pending', action, entity } },
          words: { reason },
        })
        return inserted
      })
      return found(db, id)
    },

    /**
     * Approves a request and queues it. Throws Refused `not_found`, `not_permitted`, `approval_closed`, `approval_outdated`,
     * or as `requireTwoPeople`.
     */
    async approve(person: Person, id: string, { note, proof, confirmed }: Decision) {
      const read = await found(db, id, person)
      const caution = read.state === 'pending' ? await cautionOf(read) : NO_CAUTION
      await inTransaction(db, 'approvals.approve', async (tx) => {
        const row = await lockPending(tx, id)
        await requireSecondPerson(tx, row, person, { isApproving: true })
        requireConfirmed(caution, confirmed)
        if ((await orderOf(row.action).versionOf(tx, row.entity)) !== row.entity_version)
          throw new Refused('approval_outdated')
        await enqueue(tx, CARRY_OUT, { id }, { urgent: true })
        await decide(tx, id, { state: 'approved', person: person.id, note, proof })
      })
      return found(db, id)
    },

    /** Rejects a request; the record stays. Throws Refused like `approve`. */
    async reject(person: Person, id: string, { note, proof }: Decision) {
      await found(db, id, person)
      await inTransaction(db, 'approvals.reject', async (tx) => {
        await requireSecondPerson(tx, await lockPending(tx, id), person, { isApproving: false })
        await decide(tx, id, { state: 'rejected', person: person.id, note, proof })
      })
      return found(db, id)
    },

    /** Withdraws the person's own request. Throws Refused `not_found`, `not_permitted` or `approval_closed`. */
    async withdraw(person: Person, id: string, note: string) {
      await found(db, id, person)
      await inTransaction(db, 'approvals.withdraw', async (tx) => {
        const row = await lockPending(tx, id)
        if (row.maker !== person.id) throw new Refused('not_permitted')
        await decide(tx, id, { state: 'withdrawn', person: person.id, note, proof: null })
      })
      return found(db, id)
    },

    /** Marks undecided requests as expired when their time is over. */
    async expire(): Promise<void> {
      await inTransaction(db, 'approvals.expire', async (tx) => {
        for (const id of await store.expireApprovals(tx))
          await appendAudit(tx, { member: null, action: 'approval.expired', subject: id })
      })
    },

    /** Carries out an approved request exactly once, even if called repeatedly or concurrently. */
    async carryOut(id: string): Promise<void> {
      const row = await store.findApproval(db, id)
      if (row?.state !== 'approved') return
      const { inParts, carryOut } = orderOf(row.action)
      const signed = {
        staff: row.makerName,
        reason: row.reason,
        approvedBy: row.checkerName ?? '',
        approvalId: id,
      }
      if (inParts !== true && (await store.isCarriedOut(db, id))) return end(id, 'done', 'carried out')
      try {
        await end(id, 'done', await carryOut(store.askedBy(row), signed))
      } catch (error) {
        // A concurrent run's action may have made this one impossible, for the module or for the database.
        const isDone = inParts !== true && (await store.isCarriedOut(db, id))
        if (isDone || store.isCarriedOutTwice(error)) return end(id, 'done', 'carried out')
        if (!(error instanceof Refused)) throw error
        await end(id, 'failed', error.message)
      }
    },
  }
}

export type Approvals = ReturnType<typeof createApprovals>
