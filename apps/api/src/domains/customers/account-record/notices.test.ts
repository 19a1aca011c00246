import { PATIENCE } from '@sesa/test-kit/patience'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import {
  GOOD_PASSWORD,
  newEmail,
  newNumber,
  startIdentityApp,
  type IdentityApp,
} from '../../../testing/identity-app.ts'
import { KINDS, noticeOf, type EventKind } from './kinds.ts'

const LAPTOP = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'

let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
afterAll(() => world.close())

const noticesTo = async (phone: string) =>
  (await world.received(phone)).map(({ text }) => text).filter((text) => text.startsWith('Sesa: '))

const untilNotices = (phone: string, count: number) =>
  vi.waitFor(async () => {
    const notices = await noticesTo(phone)
    if (notices.length < count) throw new Error(`${notices.length} notices, not ${count}`)
    return notices.reverse()
  }, PATIENCE)

describe('an account without a confirmed address', () => {
  it('gets an SMS about a new device, a first password, an export and signed-out devices', async () => {
    const phone = newNumber()
    const browser = await world.signIn(phone)
    const laptop = world.browser()
    laptop.userAgent = LAPTOP
    await world.signIn(phone, laptop)
    await browser.send('PUT', '/auth/password', { new: GOOD_PASSWORD, confirm: GOOD_PASSWORD })
    await browser.send('GET', '/user/export')
    await world.signIn(phone, world.browser())
    await browser.send('DELETE', '/auth/sessions')
    const notices = await untilNotices(phone, 5)
    const ending = ' Not you? Call +231 77 000 0100.'
    expect(notices.sort()).toEqual([
      `Sesa: A copy of your data was downloaded.${ending}`,
      `Sesa: A password was set for your account.${ending}`,
      `Sesa: All other devices were signed out of your account.${ending}`,
      // The laptop, and a browser without a cookie.
      `Sesa: Someone signed in with a code to your phone on a new device.${ending}`,
      `Sesa: Someone signed in with a code to your phone on a new device.${ending}`,
    ])
  })

  it('gets at most three SMS a day about one kind of event, and still gets others', async () => {
    const phone = newNumber()
    const browser = await world.signIn(phone)
    for (let n = 0; n < 6; n++) expect((await browser.send('GET', '/user/export')).status).toBe(200)
    await browser.send('PUT', '/auth/password', { new: GOOD_PASSWORD, confirm: GOOD_PASSWORD })
    const notices = await untilNotices(phone, 4)
    expect(notices.filter((text) => text.includes('copy of your data'))).toHaveLength(3)
    const { db } = world.database
    const queued = await db.selectFrom('messages').select('id').where('recipient', '=', phone).execute()
    expect(queued, 'the code and four notices').toHaveLength(5)
  })
})

it('an account with a confirmed address gets notices by email, and about a reset password by SMS as well', async () => {
  const [phone, email] = [newNumber(), newEmail()]
  const browser = await world.signIn(phone)
  await browser.send('PUT', '/user/profile', { name: 'Fatu Kollie', dob: '1990-04-02', email })
  const token = await world.linkFor(email)
  await browser.send('POST', '/auth/email/verify', { token })
  await browser.send('GET', '/user/export')
  await world.browser().send('POST', '/auth/email/forgot', { email })
  const reset = await world.linkFor(email, 'reset')
  await world.browser().send('POST', '/auth/email/reset', { token: reset, password: GOOD_PASSWORD })
  expect((await untilNotices(phone, 2)).map((text) => text.split('.')[0])).toEqual([
    'Sesa: An email address was confirmed for your account',
    'Sesa: Your password was reset with a link sent to your email address',
  ])
  const mails = (await world.received(email)).map(({ text }) => text).join('\n')
  expect(mails).toContain('A copy of your data was downloaded.')
})

it('notices and codes have separate budgets', async () => {
  const { db } = world.database
  const taken = async (name: string) => {
    const rows = await db.selectFrom('rate_limits').select('count').where('bucket', '=', name).execute()
    return rows.reduce((sum, { count }) => sum + count, 0)
  }
  const to = newNumber()
  const sent = (id: number) =>
    vi.waitFor(async () => {
      if ((await world.received(to)).length < id) throw new Error('Not sent yet')
    }, PATIENCE)
  const before = [await taken('messages:sms'), await taken('messages:sms-notices')]
  await inTransaction(db, 'test.notice', (tx) =>
    world.messages.queue(tx, { channel: 'sms', to, text: 'a notice', budget: 'notices' }),
  )
  await sent(1)
  expect([await taken('messages:sms'), await taken('messages:sms-notices')]).toEqual([
    before[0],
    Number(before[1]) + 1,
  ])
  await inTransaction(db, 'test.code', (tx) =>
    world.messages.queue(tx, { channel: 'sms', to, text: 'a code' }),
  )
  await sent(2)
  expect(await taken('messages:sms')).toBe(Number(before[0]) + 1)
})

it('every event has a notice in the app, except the customer’s own actions, account holds, and events covered by a transfer’s own notices', () => {
  const details = { newDevice: true, method: 'email', count: 100, reference: 'S-00000000' }
  // Only a payment to a new recipient has a notice.
  const without = (Object.keys(KINDS) as EventKind[]).filter((kind) => noticeOf(kind, details) === null)
  expect(without).toEqual([
    'account_created',
    'proved',
    'signed_out',
    'account_held',
    'account_hold_lifted',
    'profile_changed',
    'identity_check_started',
    'identity_verified',
    'card_saved',
    'card_removed',
    'reminder_set',
    'reminder_changed',
    'reminder_paused',
    'reminder_resumed',
    'reminder_ended',
    'rate_alert_set',
    'rate_alert_ended',
    'transfer_debiting',
    'transfer_paid',
    'transfer_sent',
    'transfer_payout_failed',
    'transfer_refunded',
    'transfer_cancelled',
    'transfer_held',
    'transfer_released',
  ])
})

it('every notice fits one SMS', () => {
  const details = {
    ...{ newDevice: true, method: 'email', count: 100 },
    ...{ newRecipient: true, reference: 'S-00000000' },
  }
  const noticed = (Object.keys(KINDS) as EventKind[]).flatMap((kind) =>
    [{}, { by: 'momo' }].map((way) => noticeOf(kind, { ...details, ...way })?.text ?? ''),
  )
  expect(noticed).toContain('Transfer S-00000000 to a new recipient was paid by mobile money.')
  for (const notice of noticed) {
    const text = `Sesa: ${notice} Not you? Call +231 77 000 0100.`
    expect(text.length, text).toBeLessThanOrEqual(160)
    expect(text, 'the SMS alphabet').toMatch(/^[\w .,:;?+'-]*$/)
  }
})
