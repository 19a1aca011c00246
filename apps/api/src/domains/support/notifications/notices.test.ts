import { PATIENCE } from '@sesa/test-kit/patience'
import { formatPhone } from '@sesa/contract'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Opened, type Sender } from '../../../testing/sender.ts'
import { readChannels } from '../../record/index.ts'
import type { TransferMove } from '../../transfers/index.ts'
import { tell } from '../../transfers/outbox.ts'
import type { State } from '../../transfers/state/states.ts'
import type { NotificationsModule } from './index.ts'
import { listedNotices, notificationsOf } from './testing/notifications-of.ts'
import { saveSettings } from './settings.ts'
import { shifted } from '../../../testing/transfer-changes.ts'
import { setTestPrices } from '../../../testing/prices.ts'
import { storeRates } from '../../../testing/rates.ts'

const ON = {
  ...{ transactionSuccessful: true, transactionFails: true },
  ratesChange: true,
  ...{ moneyReceived: true, loanRequestSuccessful: true, loanRequestFails: true },
}

let world: EngineWorld
let messages: ReturnType<typeof notificationsOf>['messages']
let notifications: NotificationsModule

beforeAll(async () => {
  world = await startEngineWorld({
    sweeps(parts) {
      ;({ messages, notifications } = notificationsOf(parts))
      return [notifications.createSweep(), messages.createSweep()]
    },
  })
})
afterAll(async () => {
  await world.close()
})

type TextCase = Partial<Record<'verified' | 'wanted' | 'locked', boolean>>

interface Person {
  readonly sender: Sender
  readonly email: string
}

let phones = 0
const newPhone = (): string => `+1202555${(++phones).toString().padStart(4, '0')}`

async function person(
  change: { verified?: boolean; phone?: string; country?: string } = {},
): Promise<Person> {
  const sender = await world.sender()
  const email = `person-${randomUUID()}@example.com`
  const { verified = true, phone = newPhone(), country = 'US' } = change
  await sql`insert into profiles (user_id, name, email, email_verified_at)
    values (${sender.userId}, 'Fatu Kamara', ${email}, case when ${verified}::boolean then now() end)`.execute(
    world.database.owner,
  )
  await sql`insert into phone_identities (phone_number, user_id, country)
    values (${phone}, ${sender.userId}, ${country})`.execute(world.database.owner)
  return { sender, email }
}

type Mail = Readonly<Record<'subject' | 'text', string>>

/** Returns the messages that arrived, oldest first, without those about the account's security. */
async function mailbox(email: string): Promise<Mail[]> {
  const response = await fetch(`${world.sandboxUrl}/sandbox/messages?to=${encodeURIComponent(email)}`)
  const { messages: list } = (await response.json()) as { messages: Mail[] }
  return list.reverse().filter(({ subject }) => subject !== 'Security alert for your Sesa account')
}

/** Waits until the outbox is empty and every queued message has been sent. */
const allSent = () =>
  vi.waitFor(async () => {
    expect(await world.database.owner.selectFrom('outbox').select('id').execute()).toEqual([])
    const waiting = world.database.owner.selectFrom('messages').select('id').where('state', '=', 'queued')
    expect(await waiting.execute()).toEqual([])
  }, PATIENCE)

async function subjectsOf(email: string): Promise<string[]> {
  await allSent()
  return (await mailbox(email)).map(({ subject }) => subject)
}

async function pay(sender: Sender, change: object, end: string): Promise<Opened> {
  const opened = await sender.open({ name: 'Ama Mensah', ...change }, 5_000)
  await world.pay(opened)
  await world.reaches(opened, end)
  return opened
}

describe.concurrent('the recipient', () => {
  it('gets one SMS when the money arrives, with the sender, the reference and a link', async () => {
    const { sender } = await person()
    const phone = recipient()
    await pay(sender, { phone }, 'sent')
    await allSent()
    const texts = await mailbox(phone)
    expect(texts).toHaveLength(1)
    expect(texts[0]?.text).toMatch(
      /^Sesa: GHS [\d.,]+ from Fatu K\. is in your mobile money wallet\. Reference S-[0-9A-Z]{8}\. https:\/\/sesa\.example\/track\/[\w-]{22}$/,
    )
  })

  it('sees the sender’s name as of the opening of the payment', async () => {
    const { sender } = await person()
    const phone = recipient()
    const opened = await sender.open({ phone })
    await sql`update profiles set name = 'Visit evil-bank.com' where user_id = ${sender.userId}`.execute(
      world.database.owner,
    )
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    await allSent()
    expect((await mailbox(phone))[0]?.text).toContain(' from Fatu K. is in ')
  })

  it('gets no SMS when the money does not arrive', async () => {
    const { sender } = await person()
    const phone = recipient('0005')
    await pay(sender, { phone }, 'refunded')
    await allSent()
    expect(await mailbox(phone)).toEqual([])
  })
})

describe.concurrent('the sender of a transfer', () => {
  it('gets the receipt after the payment and an email when the money arrives', async () => {
    const { sender, email } = await person()
    const phone = recipient()
    const opened = await pay(sender, { phone }, 'sent')
    await allSent()
    const [arrived, receipt, ...more] = (await mailbox(email)).sort((a, b) =>
      a.subject.localeCompare(b.subject),
    )
    expect(more).toEqual([])
    const received = (opened.quote.receiveAmount / 100).toFixed(2)
    expect(receipt?.subject).toMatch(/^Receipt for USD 50\.00 to Ama Mensah, S-[0-9A-Z]{8}$/)
    for (const item of [
      'Hello Fatu Kamara,',
      'Sender: Fatu Kamara',
      `Recipient: Ama Mensah, ${formatPhone(phone)}`,
      'Transfer Amount: USD 50.00\nTransfer Fees: USD 0.00',
      'Transfer Taxes: USD 0.00\nTotal: USD 50.00',
      'Exchange Rate: 1 USD = ',
      `Total to Recipient: GHS ${received}`,
      'Paid: ',
      'Date Available: ',
      'may be available sooner',
      'You can cancel for a full refund within 30 minutes of payment, unless the funds have been picked up or deposited.',
      'You have a right to dispute errors in your transaction.',
      'Provided by Sesa, ',
      'Money transmitter licence, Minnesota: MN-1024, NMLS ID 1234567, held by Sesa Money Transfer Inc.',
      'Sesa (+231 77 000 0100, https://sesa.example)',
      'CFPB, +1 855 411 2372, https://www.consumerfinance.gov',
      `https://sesa.example/transfer-status?payment_intent=${opened.id}&intent=view`,
    ])
      expect(receipt?.text).toContain(item)
    expect(arrived?.subject).toBe(`GHS ${received} has arrived`)
    expect(arrived?.text).toContain('https://sesa.example/me/notifications')
  })

  it('gets an email about the failure and one about the refund, with the name apart from the number', async () => {
    const { sender, email } = await person()
    await pay(sender, { phone: recipient('0005'), name: 'محمد علي' }, 'refunded')
    await allSent()
    // Sent in parallel, so they may arrive in any order.
    const [failed, receipt, refunded, ...more] = (await mailbox(email)).sort((a, b) =>
      a.subject.localeCompare(b.subject),
    )
    expect(more).toEqual([])
    expect(failed?.subject).toMatch(/^GHS .* couldn’t be delivered to \u2068محمد علي\u2069$/)
    expect(failed?.text).toContain('The recipient’s wallet is full.')
    expect(receipt?.text).toMatch(/^Recipient: \u2068محمد علي\u2069, \+233 /m)
    expect(refunded?.subject).toBe('We’ve refunded USD 50.00 to your card')
  })

  it('gets only the receipt when the other emails are off', async () => {
    const { sender, email } = await person()
    const off = Object.fromEntries(Object.keys(ON).map((name) => [name, false])) as typeof ON
    await saveSettings(world.database.db, sender.userId, off)
    await pay(sender, {}, 'sent')
    await pay(sender, { phone: recipient('0005') }, 'refunded')
    const subjects = await subjectsOf(email)
    expect(subjects).toHaveLength(2)
    for (const subject of subjects) expect(subject).toMatch(/^Receipt for /)
  })

  it('gets nothing at an unverified address', async () => {
    const { sender, email } = await person({ verified: false })
    await pay(sender, {}, 'sent')
    expect(await subjectsOf(email)).toEqual([])
  })
})

describe.concurrent('the texts to the sender of a transfer', () => {
  const PAID = /^Sesa: You paid USD 50\.00 to send Ama M\. GHS [\d.,]+\. Reference S-[0-9A-Z]{8}\.$/
  const ARRIVED =
    /^Sesa: GHS [\d.,]+ for Ama M\. is in the mobile money wallet ending \d{4}\. Reference S-[0-9A-Z]{8}\.$/

  it.each([
    ['LR', {}, true],
    ['GH', {}, true],
    ['SL', { verified: false }, true],
    ['US', {}, false],
    ['LR', { wanted: false }, false],
    ['US', { wanted: true }, true],
    ['LR', { locked: true }, false],
  ] as const)('from %s, with %j: %s', async (country, { verified, wanted, locked }: TextCase, gets) => {
    const phone = newPhone()
    const { sender } = await person({ country, phone, ...(verified === false && { verified }) })
    const { db, owner } = world.database
    if (wanted !== undefined) {
      const channels = await readChannels(db, sender.userId)
      await saveSettings(db, sender.userId, ON, { ...channels, sms: { transfers: wanted } })
    }
    const opened = await sender.open({ name: 'Ama Mensah', phone: recipient() }, 5_000)
    if (locked) await sql`update users set locked_at = now() where id = ${sender.userId}`.execute(owner)
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    await allSent()
    const texts = (await mailbox(phone)).map(({ text }) => text).filter((text) => !/new recipient/.test(text))
    const expected = gets ? [ARRIVED, PAID].map((text) => expect.stringMatching(text) as string) : []
    expect(texts.toSorted()).toEqual(expected)
  })
})

async function listed(userId: string): Promise<string[]> {
  await allSent()
  return listedNotices(world.database.owner, userId)
}

describe.concurrent('the list of notices', () => {
  it('lists every event of a transfer in the app, even without a confirmed address and with every email off', async () => {
    const phone = recipient()
    const [{ sender }, other] = [
      await person({ verified: false }),
      await person({ phone, country: 'GH', verified: false }),
    ]
    const off = Object.fromEntries(Object.keys(ON).map((name) => [name, false])) as typeof ON
    await saveSettings(world.database.db, sender.userId, off)
    await pay(sender, { phone }, 'sent')
    await pay(sender, { phone: recipient('0005') }, 'refunded')
    expect(await listed(sender.userId)).toEqual([
      'security: Security alert',
      'receipt: You paid USD #',
      'transaction_successful: GHS # has arrived',
      'security: Security alert',
      'receipt: You paid USD #',
      'transaction_fails: GHS # couldn’t be delivered to Ama Mensah',
      'transaction_refunded: We’ve refunded USD # to your card',
    ])
    expect(await listed(other.sender.userId)).toEqual(['money_received: You received GHS # from Fatu Kamara'])
  })

  it('has each hold and each release of a transfer', async () => {
    const { sender } = await person({ verified: false })
    const reference = await world.referenceOf(await pay(sender, { phone: recipient('0002') }, 'paying_out'))
    for (let round = 0; round < 2; round++) {
      await world.transfers.staffActions.hold(reference, {
        staff: 'Ama Boateng',
        reason: 'Looked at by hand',
      })
      await world.transfers.staffActions.release(reference, { staff: 'Ama Boateng', reason: 'Done' })
    }
    expect(await listed(sender.userId)).toEqual([
      'security: Security alert',
      'receipt: You paid USD #',
      'transaction_held: We’re reviewing your transfer to Ama Mensah',
      'transaction_released: We’ve reviewed your transfer to Ama Mensah',
      'transaction_held: We’re reviewing your transfer to Ama Mensah',
      'transaction_released: We’ve reviewed your transfer to Ama Mensah',
    ])
  })
})

describe.concurrent('the sender of a transfer on hold', () => {
  const ACTION = { staff: 'Ama Boateng', reason: 'Looked at by hand' }
  const aboutHolds = async (email: string): Promise<Mail[]> => {
    await allSent()
    return (await mailbox(email)).filter(({ subject }) => /review/.test(subject))
  }

  it('gets an email at each hold and release, whatever is switched off, without the reason', async () => {
    const { sender, email } = await person()
    const off = Object.fromEntries(Object.keys(ON).map((name) => [name, false])) as typeof ON
    await saveSettings(world.database.db, sender.userId, off)
    const reference = await world.referenceOf(await pay(sender, { phone: recipient('0002') }, 'paying_out'))
    const { staffActions } = world.transfers
    const seen: Mail[] = []
    for (const round of [1, 2]) {
      await staffActions.hold(reference, ACTION)
      await aboutHolds(email)
      await staffActions.release(reference, ACTION)
      const mails = await aboutHolds(email)
      expect(mails).toHaveLength(2 * round)
      seen.push(...mails.slice(-2))
    }
    expect(seen.map(({ subject }) => subject)).toEqual([
      'We’re reviewing your transfer to Ama Mensah',
      'We’ve reviewed your transfer to Ama Mensah',
      'We’re reviewing your transfer to Ama Mensah',
      'We’ve reviewed your transfer to Ama Mensah',
    ])
    expect(seen[0]?.text).toContain('There’s nothing you need to do. We’ll email you')
    expect(seen[1]?.text).toMatch(/Your transfer is going ahead: we’re sending GHS [\d.,]+ to Ama Mensah/)
    for (const { text } of seen) {
      expect(text).toContain(reference)
      expect(text).not.toMatch(/by hand|Boateng|operator|suspicious|fraud/i)
    }
  })

  it('gets no email about a hold or release before the payment', async () => {
    const { sender, email } = await person()
    const reference = await world.referenceOf(await sender.open({ name: 'Ama Mensah' }, 5_000))
    const { staffActions } = world.transfers
    await staffActions.hold(reference, ACTION)
    await staffActions.release(reference, ACTION)
    expect(await aboutHolds(email)).toEqual([])
  })

  it('is notified of the refund that staff requested', async () => {
    const { sender, email } = await person()
    const opened = await sender.open({ name: 'Ama Mensah' }, 5_000)
    // The charge differs from the quote, so staff can only refund it.
    await world.arrange(opened, { charge_amount: shifted('charge_amount', 1) })
    await world.pay(opened)
    await vi.waitFor(
      async () => expect((await world.state(opened)).hold_reason).toBe('payment_mismatch'),
      PATIENCE,
    )
    await world.transfers.staffActions.refund(await world.referenceOf(opened), ACTION)
    await world.reaches(opened, 'refunded')
    const [held, answered, ...more] = await aboutHolds(email)
    expect(more).toEqual([])
    expect(held?.subject).toBe('We’re reviewing your transfer to Ama Mensah')
    expect(answered?.text).toMatch(
      /Your transfer isn’t going ahead\. We’re refunding USD 50\.0\d, fee included, to your card/,
    )
  })

  it('is notified that a refused refund was paid outside the card', async () => {
    const { sender, email } = await person()
    const opened = await sender.open({ name: 'Ama Mensah', phone: recipient('0005') }, 5_000)
    await world.pay(opened, '4000000000005126')
    await world.expectState(opened, 'refunded', 'refund_returned')
    const reference = await world.referenceOf(opened)
    const repaid = { ...ACTION, amount: 'USD 50.00' }
    await vi.waitFor(() => world.transfers.staffActions.repaid(reference, repaid), PATIENCE)
    const [, answered, ...more] = await aboutHolds(email)
    expect(more).toEqual([])
    expect(answered?.text).toContain('We couldn’t refund USD 50.00 to your card, so we repaid it another way')
    expect(answered?.text).not.toContain('refunded')
  })
})

describe.concurrent('a customer whose number receives money', () => {
  it('gets an email that names the sender', async () => {
    const [{ sender }, phone] = [await person(), recipient()]
    const { email } = await person({ phone, country: 'GH' })
    await pay(sender, { phone }, 'sent')
    const [subject, ...more] = await subjectsOf(email)
    expect(subject).toMatch(/^You received GHS [\d,.]+ from Fatu Kamara$/)
    expect(more).toEqual([])
  })

  it('gets no email when it is off, or for their own transfer', async () => {
    const phone = recipient()
    const { sender, email } = await person({ phone, country: 'GH' })
    await pay(sender, { phone }, 'sent')
    expect((await subjectsOf(email)).filter((subject) => subject.startsWith('You received'))).toEqual([])
    await saveSettings(world.database.db, sender.userId, { ...ON, moneyReceived: false })
    await pay((await person()).sender, { phone }, 'sent')
    expect((await subjectsOf(email)).filter((subject) => subject.startsWith('You received'))).toEqual([])
  })
})

describe('a notice', () => {
  /** Announces a move of a transfer that has paid, as of this state, in one transaction. */
  const announce = (opened: Opened, move: TransferMove, state: State, after = () => {}) =>
    inTransaction(world.database.db, 'test.announce', async (tx) => {
      const row = await tx
        .selectFrom('transfers')
        .selectAll()
        .where('payment_intent_id', '=', opened.id)
        .executeTakeFirstOrThrow()
      await tell(tx, { ...row, state, captured_at: new Date(0) }, [move])
      after()
    })
  const open = (sender: Sender) => sender.open({ name: 'Ama', phone: recipient() }, 5_000)

  it('corrects an earlier failure when the money arrives, whatever was switched off since', async () => {
    const { sender, email } = await person()
    const opened = await open(sender)
    await announce(opened, 'payout_failed', 'refunding')
    await allSent()
    await saveSettings(world.database.db, sender.userId, { ...ON, transactionSuccessful: false })
    await announce(opened, 'sent', 'sent')
    await allSent()
    const arrived = (await mailbox(email)).find(({ subject }) => /^GHS [\d.]+ has arrived$/.test(subject))
    expect(arrived?.text).toContain('The network has now delivered it, so we won’t refund USD 50.00')
    await announce(await open(sender), 'sent', 'sent')
    expect(await subjectsOf(email)).toHaveLength(2)
  })

  it.each([
    ['paying_out', 'we’re sending GHS #'],
    ['payout_failed', 'We’re checking whether GHS # reached Ama. If it didn’t, we’ll refund USD #'],
    ['refunding', 'We’re refunding USD #'],
    ['sent', 'GHS # is in Ama’s mobile money wallet'],
    ['refunded', 'We’ve refunded USD #, fee included, to your card'],
    ['cancelled', 'Your transfer stays cancelled, and we’ve refunded USD #'],
  ] as const)('after a hold states what is true of a transfer that is %s', async (state, words) => {
    const { sender, email } = await person()
    const opened = await open(sender)
    for (const move of ['held', 'released'] as const) await announce(opened, move, state)
    await allSent()
    const released = (await mailbox(email)).find(({ subject }) => subject.startsWith('We’ve reviewed'))
    expect(released?.text.replaceAll(/\s+/g, ' ').replaceAll(/\d+\.\d+/g, '#')).toContain(words)
  })

  it('is not sent when the transition rolls back, and is sent when it is retried', async () => {
    const { sender, email } = await person()
    const opened = await open(sender)
    const undone = announce(opened, 'sent', 'sent', () => {
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await subjectsOf(email)).toEqual([])
    await announce(opened, 'sent', 'sent')
    expect(await subjectsOf(email)).toHaveLength(1)
  })
})

describe('the email about changed rates', () => {
  const week = () => Promise.all(notifications.crons.map((cron) => cron.run()))
  const snapshot = (age: string, lrd: number, ghs: number) =>
    storeRates(world.database.owner, sql`now() - ${age}::interval`, randomUUID(), {
      LRD: lrd,
      GHS: ghs,
      SLE: 23,
    })
  const aboutRates = async (email: string): Promise<Mail[]> => {
    await allSent()
    return (await mailbox(email)).filter(({ subject }) => /rates/i.test(subject))
  }

  it('is sent once a week to customers who want it, with the old and new rates of their country', async () => {
    const [wanting, other, off] = [await person(), await person({ country: 'LR' }), await person()]
    await saveSettings(world.database.db, off.sender.userId, { ...ON, ratesChange: false })
    const [unverified, locked] = [await person({ verified: false }), await person()]
    for (const { sender } of [wanting, other, unverified, locked])
      await saveSettings(world.database.db, sender.userId, ON)
    const { owner } = world.database
    await sql`update users set locked_at = now() where id = ${locked.sender.userId}`.execute(owner)
    await snapshot('8 days', 200, 10)
    await snapshot('-1 minute', 201, 11)
    await setTestPrices(owner, { marginPercent: '0.00' })
    for (let time = 0; time < 3; time++) await week()

    const [mail, ...more] = await aboutRates(wanting.email)
    expect(more).toEqual([])
    expect(mail?.text).toContain('To Ghana: USD 100 = GHS 1,100.00, was GHS 1,000.00')
    expect(mail?.text).not.toContain('To Liberia')
    expect(mail?.text).not.toContain('To Sierra Leone')
    const [liberian] = await aboutRates(other.email)
    expect(liberian?.text).toContain('To Ghana: LRD 1,000 = GHS 54.73, was GHS 50.00')
    for (const { email } of [off, unverified, locked]) expect(await aboutRates(email)).toEqual([])
  })

  it('is sent again in another week', async () => {
    const { sender, email } = await person()
    await saveSettings(world.database.db, sender.userId, ON)
    await week()
    expect(await aboutRates(email)).toHaveLength(1)
    const { owner } = world.database
    await sql`update notices set subject = '2001-01-01' where user_id = ${sender.userId}`.execute(owner)
    await sql`update user_notices set key = '2001-01-01' where user_id = ${sender.userId}`.execute(owner)
    await week()
    expect(await aboutRates(email)).toHaveLength(2)
  })

  it('is not sent for changes of 2 % or less', async () => {
    const { sender, email } = await person()
    await saveSettings(world.database.db, sender.userId, ON)
    await snapshot('7 days 1 minute', 200, 10)
    await snapshot('-2 minutes', 204, 9.8)
    await week()
    expect(await aboutRates(email)).toEqual([])
    await snapshot('-3 minutes', 204.01, 9.8)
    await week()
    expect((await aboutRates(email))[0]?.text).toContain('USD 100 = LRD 20,401.00, was LRD 20,000.00')
  })
})
