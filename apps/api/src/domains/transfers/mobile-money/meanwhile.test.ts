// Real PostgreSQL, worker and sandbox: what changes between reading a payment and recording its request is the point.
import type { PayAttempt } from '@sesa/contract'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import type { Answer } from '../../../testing/sender.ts'
import { openByWallet, type Payer } from './testing/open-by-wallet.ts'
import { ScriptedCarrier } from './testing/scripted-collector.ts'

const carrier = new ScriptedCarrier()
let world: EngineWorld
let isClosed = false
beforeAll(async () => {
  world = await startEngineWorld({ collectors: carrier.collectors, isWalletClosed: () => isClosed })
})
beforeEach(() => {
  carrier.reset()
  isClosed = false
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(2))

type Paid = Answer<{ readonly attempt: PayAttempt }>
const pay = ({ sender, opened }: Payer, key = 'one'): Promise<Paid> =>
  sender.call('POST', '/pay', { id: opened.id }, { 'idempotency-key': key })
const arrange = ({ opened }: Payer, changes: string): Promise<unknown> =>
  sql`update collection_attempts set ${sql.raw(changes)}
    where transfer_id = (select id from transfers where payment_intent_id = ${opened.id})`.execute(
    world.database.owner,
  )

describe('a request to pay', () => {
  const change = ({ opened }: Payer, values: string) =>
    sql`update transfers set ${sql.raw(values)} where payment_intent_id = ${opened.id}`.execute(
      world.database.owner,
    )
  it.for<[string, string, (payer: Payer) => Promise<unknown>]>([
    [
      'is cancelled',
      'pay_method_unavailable',
      ({ sender, opened }) => sender.call('POST', `/user/transactions/${opened.id}/cancel`),
    ],
    [
      'is put on hold',
      'pay_method_unavailable',
      (payer) => change(payer, "hold_reason = 'payment_mismatch', hold_owner = 'operations'"),
    ],
    ['is asked for elsewhere', 'payment_attempt_open', (payer) => pay(payer, 'another')],
    [
      'loses its number',
      'payer_number_unverified',
      ({ sender }) =>
        sql`delete from phone_identities where user_id = ${sender.userId}`.execute(world.database.owner),
    ],
  ])('is not sent once the payment %s while the wallet is checked', async ([, code, meanwhile]) => {
    const payer = await openByWallet(world)
    let before = carrier.started.length
    carrier.meanwhile = async () => {
      await meanwhile(payer)
      before = carrier.started.length
    }
    expect((await pay(payer)).code).toBe(code)
    expect(carrier.started.length).toBe(before)
  })

  it('is not sent once an earlier request that was given up turns out to be paid', async () => {
    const payer = await openByWallet(world)
    await pay(payer, 'earlier')
    await arrange(payer, "state = 'never_arrived', ended_at = now()")
    const before = carrier.started.length
    carrier.meanwhile = () =>
      arrange(
        payer,
        `state = 'completed', received = amount, received_currency = currency, ended_at = clock_timestamp()`,
      )
    expect((await pay(payer)).code).toBe('pay_method_unavailable')
    expect(carrier.started.length).toBe(before)
    await world.reaches(payer.opened, 'sent')
  })

  it('is not sent once staff have closed mobile money, unless it was sent before', async () => {
    const [paid, unpaid] = [await openByWallet(world), await openByWallet(world)]
    await pay(paid)
    isClosed = true
    const before = carrier.started.length
    expect((await pay(unpaid)).code).toBe('pay_method_unavailable')
    expect((await pay(paid)).body.attempt.number).toBe(1)
    expect(carrier.started.length).toBe(before)
  })

  it('is not sent when checking the wallet takes what was left of the price’s time', async () => {
    const payer = await openByWallet(world)
    await change(payer, "quote_expires_at = now() + interval '6 minutes 0.5 seconds'")
    carrier.meanwhile = () => sleep(600)
    const before = carrier.started.length
    expect((await pay(payer)).code).toBe('quote_expired')
    expect(carrier.started.length).toBe(before)
  })

  it('is the earlier one for a call with the same key that arrives while the wallet is checked', async () => {
    const payer = await openByWallet(world)
    const before = carrier.started.length
    carrier.meanwhile = () => pay(payer)
    expect(await pay(payer)).toMatchObject({ status: 202, body: { attempt: { number: 1 } } })
    expect(carrier.started.length - before).toBe(1)
  })
})
