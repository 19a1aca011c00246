import type { TrackedTransfer } from '@sesa/contract'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { purge } from '../../office/retention/purge.ts'
import { inTransaction } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Opened, type Sender } from '../../../testing/sender.ts'
import {
  insertRecipientLinks,
  makeRecipientLink,
  createTrackingModule,
  exportLinks,
  forgetLinks,
  type TrackingModule,
} from './index.ts'

const ORIGIN = 'https://sesa.example'

let world: EngineWorld
let tracking: TrackingModule
let sender: Sender
let arrived: Opened
/** Counted calls, and the error that the next count throws. */
let counted: string[] = []
let refusal: Refused | undefined

beforeAll(async () => {
  world = await startEngineWorld({
    budgetsOf: (call) => {
      counted.push(call)
      if (refusal) throw refusal
      return []
    },
    beside: (db, _rails, { readCharged }) => {
      tracking = createTrackingModule({
        db,
        publicUrl: ORIGIN,
        readCharged,
        profileOf: () => Promise.resolve(null),
      })
      return [tracking]
    },
  })
  sender = await named('Kofi Owusu Boateng')
  arrived = await sent(sender)
})
afterAll(() => world.close())
beforeEach(() => {
  counted = []
  refusal = undefined
})

async function named(name: string): Promise<Sender> {
  const person = await world.sender()
  await world.database.owner.insertInto('profiles').values({ user_id: person.userId, name }).execute()
  return person
}

async function sent(by: Sender, phone = recipient(), end = 'sent'): Promise<Opened> {
  const opened = await by.open({ phone })
  await world.pay(opened)
  await world.reaches(opened, end)
  return opened
}

interface Link {
  readonly url: string
  readonly expiresAt: string | null
}
const linkOf = async ({ id }: Opened, by = sender) => by.call<Link>('POST', `/user/transactions/${id}/link`)

async function tokenOf(opened: Opened, by = sender): Promise<string> {
  const { body } = await linkOf(opened, by)
  return body.url.slice(`${ORIGIN}/track/`.length)
}

async function track(token: string) {
  const response = await fetch(`${world.base}/track/${token}/status`)
  const text = await response.text()
  const { requestId, ...error } = (JSON.parse(text) as { error?: Record<string, unknown> }).error ?? {}
  void requestId
  return { status: response.status, headers: response.headers, text, error }
}
const stateOf = async (token: string) => (JSON.parse((await track(token)).text) as TrackedTransfer).state

async function end({ id }: Opened, by = sender) {
  const response = await fetch(`${world.base}/user/transactions/${id}/link`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${by.userId}` },
  })
  return response.status
}

/** Moves the end of the transfer's links to `days` ago. */
const age = ({ id }: Opened, days: number) =>
  inTransaction(world.database.owner, 'test.age', async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const before = sql`make_interval(days => ${30 + days}::int)`
    await sql`update transfer_events set at = at - ${before}
      where transfer_id = (select id from transfers where payment_intent_id = ${id})`.execute(tx)
    await sql`update transfers set state_changed_at = state_changed_at - ${before}
      where payment_intent_id = ${id}`.execute(tx)
    await sql`update tracking_links set created_at = created_at - ${before}
      where transfer_id = (select id from transfers where payment_intent_id = ${id})`.execute(tx)
  })

describe('a tracking link', () => {
  it('shows the transfer to anyone who has it, and stores only the hash of its token', async () => {
    const { status, body } = await linkOf(arrived)
    expect([status, body.url]).toEqual([
      200,
      expect.stringMatching(/^https:\/\/sesa\.example\/track\/[\w-]{22}$/),
    ])
    const daysLeft = (Date.parse(body.expiresAt ?? '') - Date.now()) / 86_400_000
    expect(daysLeft).toBeGreaterThan(29.9)
    expect(daysLeft).toBeLessThan(30.1)
    const token = body.url.slice(-22)
    const shown = await track(token)
    expect(JSON.parse(shown.text)).toEqual({
      state: 'arrived',
      updatedAt: expect.any(String) as string,
      receive_amount: arrived.quote.receiveAmount,
      receive_currency: 'GHS',
      network_label: 'MTN MoMo',
      senderFirstName: 'Kofi',
      walletEnding: '34',
      whatToDo: 'Check your MTN MoMo balance.',
    })
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    const rows = await world.database.owner.selectFrom('tracking_links').selectAll().execute()
    expect(rows.map(({ token_hash }) => token_hash.toString('hex'))).toContain(
      createHash('sha256').update(token).digest('hex'),
    )
    expect(
      JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? '' : value)),
    ).not.toContain(token)
  })

  it('follows the transfer, and does not show a hold', async () => {
    const opened = await sent(sender, recipient('0002'), 'paying_out')
    expect((await linkOf(opened)).body.expiresAt).toBeNull()
    const token = await tokenOf(opened)
    expect(await stateOf(token)).toBe('on_its_way')
    const before = (await track(token)).text
    const reference = await world.referenceOf(opened)
    await world.transfers.staffActions.hold(reference, { staff: 'Ama Boateng', reason: 'Looked at by hand' })
    expect((await track(token)).text).toBe(before)
    const refunded = await sent(sender, recipient('0005'), 'refunded')
    expect(await stateOf(await tokenOf(refunded))).toBe('not_delivered')
  })

  it('is new at each request; the newest five work, and the recipient’s own stays', async () => {
    const opened = await sent(sender)
    const transferId = await world.database.owner
      .selectFrom('transfers')
      .select('id')
      .where('payment_intent_id', '=', opened.id)
      .executeTakeFirstOrThrow()
    const { url: own, hash } = makeRecipientLink(ORIGIN)
    const link = { hash, transferId: transferId.id, userId: sender.userId }
    await insertRecipientLinks([link]).execute(world.database.db)
    const first = await tokenOf(opened)
    const later = await Promise.all(Array.from({ length: 5 }, () => tokenOf(opened)))
    expect(new Set([first, ...later]).size).toBe(6)
    expect((await track(first)).status).toBe(404)
    for (const token of [...later, own.slice(-22)]) expect((await track(token)).status).toBe(200)
  })

  it('belongs to a charged transfer of the caller', async () => {
    const stranger = await named('Esi Addo')
    const unpaid = await sender.open()
    expect(await linkOf(arrived, stranger)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await end(arrived, stranger)).toBe(404)
    expect(await linkOf(unpaid)).toMatchObject({ status: 409, code: 'payment_not_successful' })
    const { id } = unpaid
    expect(
      (
        await world.database.owner
          .selectFrom('tracking_links as l')
          .innerJoin('transfers as t', 't.id', 'l.transfer_id')
          .where('t.payment_intent_id', '=', id)
          .selectAll('l')
          .execute()
      ).length,
    ).toBe(0)
  })

  it('gets the same answer when it is unknown, malformed, stopped, expired or of a closed account', async () => {
    const [stopped, over, closed] = [await sent(sender), await sent(sender), await named('Yaa Asare')]
    const tokens = { stopped: await tokenOf(stopped), over: await tokenOf(over) }
    const left = await tokenOf(await sent(closed), closed)
    for (const token of [...Object.values(tokens), left]) expect((await track(token)).status).toBe(200)
    expect((await exportLinks(world.database.db, closed.userId)).map(({ madeFor }) => madeFor)).toEqual([
      'sender',
    ])

    expect(await end(stopped)).toBe(204)
    await age(over, 0)
    await inTransaction(world.database.db, 'test.forget', (tx) => forgetLinks(tx, closed.userId))

    const wrong = {
      ...tokens,
      closed: left,
      unknown: 'A'.repeat(22),
      short: 'A',
      odd: '%F0%9F%92%B8',
      null: '%00',
    }
    const answers = await Promise.all(Object.values(wrong).map(track))
    for (const { status, error, headers } of answers) {
      expect([status, error]).toEqual([404, answers[0]?.error])
      expect(headers.get('x-robots-tag')).toBe('noindex')
    }
    expect(answers[0]?.error).toMatchObject({ code: 'not_found' })
    expect(await linkOf(over)).toMatchObject({ status: 409, code: 'tracking_over' })
  })

  it('is deleted by the daily purge once it is over', async () => {
    const [over, recent] = [await sent(sender), await sent(sender)]
    await tokenOf(over)
    const kept = await tokenOf(recent)
    await age(over, 1)
    await purge(world.database.db)
    const left = await sql<{
      payment: string
    }>`select distinct t.payment_intent_id as payment from tracking_links l
      join transfers t on t.id = l.transfer_id`.execute(world.database.owner)
    const payments = left.rows.map(({ payment }) => payment)
    expect(payments).not.toContain(over.id)
    expect(payments).toContain(recent.id)
    expect((await track(kept)).status).toBe(200)
  })
})

describe('opening a link', () => {
  it('is counted before the token is hashed and looked up', async () => {
    const token = await tokenOf(arrived)
    counted = []
    refusal = new Refused('rate_limited', { retryAfter: 7 })
    await inTransaction(world.database.owner, 'test.lock', async (tx) => {
      // A request that reads the table now would wait.
      await sql`lock table tracking_links in access exclusive mode`.execute(tx)
      for (const each of [token, 'A'.repeat(22), 'x']) {
        const { status, headers } = await track(each)
        expect([status, headers.get('retry-after')]).toEqual([429, '7'])
      }
    })
    expect(counted).toEqual(['trackTransfer', 'trackTransfer', 'trackTransfer'])
    refusal = undefined
    expect((await track(token)).status).toBe(200)
  })

  it('changes nothing', async () => {
    const token = await tokenOf(arrived)
    const rows = () =>
      sql`select (select jsonb_agg(l order by created_at) from tracking_links l) as links,
        to_jsonb(t) as transfer, (select count(*) from transfer_events where transfer_id = t.id) as events
        from transfers t where payment_intent_id = ${arrived.id}`.execute(world.database.owner)
    const before = (await rows()).rows
    await Promise.all(Array.from({ length: 5 }, () => track(token)))
    expect((await rows()).rows).toEqual(before)
  })
})
