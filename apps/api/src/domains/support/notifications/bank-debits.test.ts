import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Opened } from '../../../testing/sender.ts'
import { NOW, type TransferChanges } from '../../../testing/transfer-changes.ts'
import type { TransferMove } from '../../transfers/index.ts'
import { tell } from '../../transfers/outbox.ts'
import type { State } from '../../transfers/state/states.ts'
import { saveSettings } from './settings.ts'
import { listedNotices, notificationsOf } from './testing/notifications-of.ts'

const OFF = {
  ...{ transactionSuccessful: false, transactionFails: false, ratesChange: false },
  ...{ moneyReceived: false, loanRequestSuccessful: false, loanRequestFails: false },
}

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({
    sweeps(parts) {
      const { messages, notifications } = notificationsOf(parts)
      return [notifications.createSweep(), messages.createSweep()]
    },
  })
})
afterAll(() => world.close())

/** Opens a payment from a bank account of a customer with every switch off. */
async function open() {
  const { owner, db } = world.database
  const sender = await world.sender()
  const email = `person-${randomUUID()}@example.com`
  await sql`insert into profiles (user_id, name, email, email_verified_at)
    values (${sender.userId}, 'Fatu Kamara', ${email}, now())`.execute(owner)
  await saveSettings(db, sender.userId, OFF)
  const opened = await sender.open({ name: 'Ama', phone: recipient() }, 5_000)
  await byBank(opened)
  const listed = () => listedNotices(owner, sender.userId)
  return { opened, email, listed }
}

/** Makes a transfer's payment a debit of a bank account that its customer has authorized. */
const byBank = (opened: Opened, change: TransferChanges = {}) =>
  world.arrange(opened, {
    ...{ pay_method: 'bank_debit', debit_started_at: NOW, bank_name: 'Chase', bank_last4: '6789' },
    ...change,
  })

/** Announces a move of a transfer as of this state. */
const announce = (opened: Opened, move: TransferMove, state: State) =>
  inTransaction(world.database.db, 'test.announce', async (tx) => {
    const row = await tx
      .selectFrom('transfers')
      .selectAll()
      .where('payment_intent_id', '=', opened.id)
      .executeTakeFirstOrThrow()
    await tell(tx, { ...row, state, captured_at: new Date(0) }, [move])
  })

/** Returns the emails that were sent, by subject, once all are. */
async function mailbox(email: string) {
  await vi.waitFor(async () => {
    expect(await world.database.owner.selectFrom('outbox').select('id').execute()).toEqual([])
    const waiting = world.database.owner.selectFrom('messages').select('id').where('state', '=', 'queued')
    expect(await waiting.execute()).toEqual([])
  }, PATIENCE)
  const response = await fetch(`${world.sandboxUrl}/sandbox/messages?to=${encodeURIComponent(email)}`)
  const { messages } = (await response.json()) as { messages: { subject: string; text: string }[] }
  return messages
    .filter(({ subject }) => !subject.startsWith('Security'))
    .map(({ subject, text }) => ({ subject, text: text.replaceAll(/\s+/g, ' ') }))
    .toSorted((a, b) => a.subject.localeCompare(b.subject))
}

it('says that the bank is being asked, from which account and by when', async () => {
  const { opened, email, listed } = await open()
  await announce(opened, 'debiting', 'awaiting_payment')
  const [asked, ...more] = await mailbox(email)
  expect(more).toEqual([])
  expect(asked?.subject).toBe('Your bank is being asked for USD 50.00')
  expect(asked?.text).toContain('debit USD 50.00 once from your Chase account ending 6789.')
  expect(asked?.text).toMatch(/to Ama when the money arrives, normally by \d+ \w+ \d{4}/)
  expect(asked?.text).toContain('If you didn’t authorize this debit, contact us at once.')
  expect(await listed()).toEqual(['debit_started: Your bank is being asked for USD #'])
})

it('says that the bank did not pay, and nothing of another cancellation', async () => {
  const { opened, email, listed } = await open()
  await byBank(opened, { cancel_reason: 'user' })
  await announce(opened, 'cancelled', 'cancelled')
  expect(await mailbox(email)).toEqual([])
  await byBank(opened, { cancel_reason: 'debit_failed', failure_code: 'insufficient_funds' })
  await announce(opened, 'cancelled', 'cancelled')
  const [failed, ...more] = await mailbox(email)
  expect(more).toEqual([])
  expect(failed?.subject).toBe('Your bank did not pay USD 50.00')
  expect(failed?.text).toContain('Nothing was sent to Ama')
  expect(await listed()).toEqual(['debit_failed: Your bank did not pay USD #'])
})

it('names the account in the receipt, and in the notice of the refund', async () => {
  const { opened, email } = await open()
  await announce(opened, 'paid', 'paid')
  const [receipt, ...more] = await mailbox(email)
  expect(more).toEqual([])
  expect(receipt?.text).toContain('Your payment from your Chase account ending 6789 was successful.')
  await announce(opened, 'refunded', 'refunded')
  await mailbox(email)
  const { rows } = await sql<{ body: string }>`select body from user_notices n
    where kind = 'transaction_refunded' and n.body like '%Ama%'`.execute(world.database.owner)
  expect(rows[0]?.body).toContain(
    'to your Chase account ending 6789. Your bank may take up to 5 banking days to show it.',
  )
})
