import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Opened, type Sender } from '../../../testing/sender.ts'
import { ago } from '../../../testing/transfer-changes.ts'

/** Cards that always pay. Each test uses its own, since its charges count for a day. */
const cards = [
  '4242424242424242',
  '4000056655665556',
  '5555555555554444',
  '2223003122003222',
  '5200828282828210',
]
const newCard = (): string => {
  const card = cards.pop()
  if (card === undefined) throw new Error('No card is left')
  return card
}

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ countCards: true })
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(5))

const newBirthDate = () => new Date(Date.UTC(1950, 0, 1 + randomInt(18_000))).toISOString().slice(0, 10)

/** Creates an account with a profile. */
async function account(name = 'Fatu Kamara', dob = newBirthDate()): Promise<Sender> {
  const sender = await world.sender()
  await world.database.owner.insertInto('profiles').values({ user_id: sender.userId, name, dob }).execute()
  return sender
}

/** Just below the network's maximum. */
const SOME = 80_000

/** Makes a delivered transfer. */
async function delivered(sender: Sender, card: string): Promise<Opened> {
  const opened = await sender.open({}, SOME)
  await world.pay(opened, card)
  await world.reaches(opened, 'sent')
  return opened
}

/** Opens a payment. Returns the code of the refusal, or `opened`. */
async function outcomeOf(sender: Sender, change: object, amount: number): Promise<string> {
  const answer = await sender.create(await sender.draft({ ...change }, amount))
  return answer.code ?? 'opened'
}

describe('the limit of a person', () => {
  it('covers five accounts with one name, date of birth, card and recipient', async () => {
    const [dob, phone] = [newBirthDate(), recipient()]
    const names = ['Fatu Kamara', 'fatu  kamara', 'Kamara Fatu', 'Fátu Kamara', 'Fatu-Kamara']
    const outcomes: string[] = []
    const card = newCard()
    let sent = 0n
    for (const name of names) {
      const sender = await account(name, dob)
      const answer = await sender.create(await sender.draft({ phone }, 128_111))
      outcomes.push(answer.code ?? 'opened')
      if (answer.code !== undefined) continue
      sent += 128_111n
      await world.pay(answer.body, card)
    }
    expect(outcomes).toEqual(['opened', 'opened', 'limit_person', 'limit_person', 'limit_person'])
    expect(sent).toBeLessThanOrEqual(299_900n)
  })

  it('covers one date of birth, and its message reveals nothing about other accounts', async () => {
    const dob = newBirthDate()
    expect(await outcomeOf(await account('Ama Mensah', dob), {}, 190_000)).toBe('opened')
    expect(await outcomeOf(await account('Ama Mensah'), {}, 190_000)).toBe('opened')
    const second = await account('Ama Mensah', dob)
    const refused = await second.create(await second.draft({}, 190_000))
    expect(refused.body).toMatchObject({
      error: {
        code: 'limit_person',
        field: 'amount',
        message: 'This is over the limit for one person in 24 hours. Send less, or try again tomorrow.',
      },
    })
    const { body } = await second.call<{ limits: { day: { left: number } } }>('GET', '/user/limits')
    expect(body.limits.day.left).toBe(299_900)
    expect(await outcomeOf(second, {}, 100_000)).toBe('opened')
  })

  it('counts 24 hours and 30 days, without cancelled and refunded transfers', async () => {
    const dob = newBirthDate()
    const first = await account('Musu Kollie', dob)
    const second = await account('Musu Kollie', dob)
    const card = newCard()
    const next = () => outcomeOf(second, {}, 190_000)
    const opened = await first.open({}, 190_000)
    expect(await next()).toBe('limit_person')
    await first.call('POST', `/user/transactions/${opened.id}/cancel`)
    // More than the network's maximum.
    const failing = await first.open({}, 190_000)
    expect(await next()).toBe('limit_person')
    await world.pay(failing, card)
    await world.reaches(failing, 'refunded')
    const arriving = [await delivered(first, card), await delivered(first, card)]
    const age = async (text: string) => {
      for (const each of arriving) await world.arrange(each, { created_at: ago(text) })
    }
    await age('23 hours 59 minutes')
    expect(await next()).toBe('limit_person')
    await age('24 hours')
    expect(await next()).toBe('opened')
  })
})

describe('the limit of a recipient’s wallet', () => {
  it('is twice a person’s limit, and its message reveals nothing about other senders', async () => {
    const phone = recipient()
    const outcomes: string[] = []
    for (let people = 0; people < 4; people++)
      outcomes.push(await outcomeOf(await account(), { phone }, 190_000))
    expect(outcomes).toEqual(['opened', 'opened', 'opened', 'limit_recipient'])
    const sender = await account()
    const refused = await sender.create(await sender.draft({ phone }, 190_000))
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({
      error: {
        code: 'limit_recipient',
        field: 'phone',
        message: 'We can’t send this much to this number within 24 hours. Send less, or try again tomorrow.',
      },
    })
    expect(await outcomeOf(sender, {}, 190_000)).toBe('opened')
  })
})

describe('the limit of a card', () => {
  it('holds the charge of another account before its pay-out, and staff may release or refund it', async () => {
    const card = newCard()
    for (let people = 0; people < 3; people++) await delivered(await account(), card)
    const above = async () => {
      const opened = await (await account()).open({}, SOME)
      await world.pay(opened, card)
      await world.expectState(opened, 'paid', 'card_limit')
      return opened
    }
    const [second, third] = [await above(), await above()]
    await delivered(await account(), newCard())
    const { payouts } = await world.books()
    const kept = await world.database.owner
      .selectFrom('transfers')
      .select('payout_reference')
      .where('hold_reason', '=', 'card_limit')
      .execute()
    const held = kept.map(({ payout_reference }) => payout_reference)
    expect(held).toHaveLength(2)
    expect(payouts.filter(({ reference }) => held.includes(reference))).toEqual([])

    const { staffActions } = world.transfers
    const action = { staff: 'Ama Boateng', reason: 'Looked at by hand' }
    await staffActions.release(await world.referenceOf(second), action)
    await world.reaches(second, 'sent')
    await staffActions.refund(await world.referenceOf(third), action)
    await world.reaches(third, 'refunded')
  })

  it('refunds a charge above it without a hold when the sender had cancelled', async () => {
    const card = newCard()
    for (let people = 0; people < 3; people++) await delivered(await account(), card)
    const second = await (await account()).open({}, SOME)
    await world.arrange(second, { cancel_reason: 'user' })
    await world.pay(second, card)
    await world.reaches(second, 'refunded')
  })
})
