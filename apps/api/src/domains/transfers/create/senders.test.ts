import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { closeAndVerify } from '../../../testing/books.ts'
import { SENDER, startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import type { Opened, Sender } from '../../../testing/sender.ts'
import { closeForIdentity, readFrozenSender } from '../index.ts'
import type { PayoutSender } from '../ports.ts'

let world: EngineWorld
const received: (PayoutSender | null)[] = []
beforeAll(async () => {
  world = await startEngineWorld({
    // The card provider requires the details of both people.
    fundingVersion: '2026-05-27.preview',
    between: ({ cards, payouts }) => ({
      cards,
      payouts: {
        ...payouts,
        status: (reference) => payouts.status(reference),
        send(request) {
          received.push(request.sender)
          return payouts.send(request)
        },
      },
    }),
  })
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(0))

async function person(): Promise<Sender> {
  const sender = await world.sender()
  const profile = { user_id: sender.userId, name: 'Fatu Kamara', dob: '1990-04-02' }
  await world.database.owner.insertInto('profiles').values(profile).execute()
  return sender
}

const rename = ({ userId }: Sender, name: string) =>
  inTransaction(world.database.db, 'test.rename', async (tx) => {
    await tx.updateTable('profiles').set({ name, dob: '1970-05-05' }).where('user_id', '=', userId).execute()
    return closeForIdentity(tx, userId)
  })

async function frozen(opened: Opened) {
  const { id } = await world.database.owner
    .selectFrom('transfers')
    .select('id')
    .where('payment_intent_id', '=', opened.id)
    .executeTakeFirstOrThrow()
  return readFrozenSender(world.database.db, id)
}

describe('the stored sender of a transfer', () => {
  it('is frozen when the payment opens, and reaches the rail unchanged', async () => {
    const sender = await person()
    const opened = await sender.open()
    await sql`update profiles set name = 'Totally Different' where user_id = ${sender.userId}`.execute(
      world.database.owner,
    )
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    expect(received.at(-1)).toMatchObject({ name: 'Fatu Kamara', dob: '1990-04-02' })
    expect(await frozen(opened)).toMatchObject({ name: 'Fatu Kamara', dob: '1990-04-02', document: null })
  })

  it('cannot be changed by the application', async () => {
    await (await person()).open()
    await expect(sql`update transfer_senders set name = 'X'`.execute(world.database.db)).rejects.toThrow(
      'permission denied',
    )
  })

  it('belongs to one identity: a changed name or date of birth closes open payments', async () => {
    const sender = await person()
    const opened = await sender.open()
    expect(await rename(sender, 'Totally Different')).toBe(true)
    await world.reaches(opened, 'cancelled')
    const next = await sender.open()
    expect(await frozen(next)).toMatchObject({ name: 'Totally Different', dob: '1970-05-05' })
    expect(await rename(await person(), 'Kofi Owusu')).toBe(false)
  })

  it('gets the charge refunded when the card is charged before that payment closes', async () => {
    const silent = await startEngineWorld({ webhooks: false, worker: false })
    const sender = await silent.sender()
    const opened = await sender.open()
    await silent.pay(opened)
    await inTransaction(silent.database.db, 'test.rename', (tx) => closeForIdentity(tx, sender.userId))
    await sender.call('POST', '/complete', { id: opened.id })
    await silent.makeStepsDue()
    await sender.call('POST', '/complete', { id: opened.id })
    expect(await silent.state(opened)).toMatchObject({ state: 'refunded' })
    const { notice } = await sender.transfer(opened.id)
    expect(notice).toMatch(/^We received your payment after you changed your name or date of birth\./)
    expect((await silent.books()).payouts).toEqual([])
    await silent.close()
  })
})

it('names the sender and the recipient in the card payment if the card provider requires them', async () => {
  const sender = await world.sender()
  world.known.add(sender.userId)
  const opened = await sender.open({ name: 'Ama Mensah', phone: '+233241112233' })
  const answer = await fetch(`${world.sandboxUrl}/v1/payment_intents/${opened.id}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  expect(await answer.json()).toMatchObject({
    payment_details: {
      money_services: {
        account_funding: {
          sender_details: { surname: 'Kollie', phone: SENDER.phone, address: { city: 'Atlanta' } },
        },
        beneficiary_details: { surname: 'Mensah', phone: '+233241112233' },
      },
    },
  })
  await world.pay(opened)
  await world.reaches(opened, 'sent')
})
