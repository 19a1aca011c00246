// @vitest-environment happy-dom
import { calls, type Reminder } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { newApi, openApp } from '../../testing/app.tsx'
import { reads, textOf } from '../../testing/reads.ts'
import { sampleTransfer } from '../../testing/samples.ts'
import { sampleRecipient } from '../../testing/account-samples.ts'

const AT = '/me/reminders'
const kofi = sampleRecipient({ name: 'Kofi Boateng' })
const { id: recipientId, name, country, phone, network } = kofi
const reminder = (change: Partial<Reminder> = {}): Reminder => ({
  ...{
    id: '5b0c8c7e-2d36-4c39-8a0b-1f2e3d4c5b6a',
    recipient: { id: recipientId, name, country, phone, network },
  },
  ...{ amount: 20_000, currency: 'GHS', side: 'receive', frequency: 'monthly', firstDay: '2027-01-31' },
  ...{ zone: 'Africa/Monrovia', state: 'active', nextDay: '2027-01-31' },
  ...change,
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 24, 12), shouldAdvanceTime: true })
})

/** Stores one reminder, or none, as the server does. */
function keepingApi(first: Reminder | null = null): ScriptedApi {
  const api = newApi()
  let kept = first
  const keep = (next: Reminder) => ({ reminder: (kept = next) })
  api.answer(calls.listRecipients, { recipients: [kofi], nextCursor: null })
  api.answer(calls.listReminders, () => ({ reminders: kept === null ? [] : [kept] }))
  const of = ({
    amount,
    side,
    frequency,
    firstDay,
  }: Pick<Reminder, 'amount' | 'side' | 'frequency' | 'firstDay'>) =>
    reminder({
      amount,
      side,
      frequency,
      firstDay,
      nextDay: firstDay,
      currency: side === 'send' ? 'LRD' : 'GHS',
    })
  api.answer(calls.createReminder, ({ body }) => keep(of(body)))
  api.answer(calls.updateReminder, ({ body }) => keep(of(body)))
  api.answer(calls.pauseReminder, () => keep(reminder({ state: 'paused' })))
  api.answer(calls.resumeReminder, () => keep(reminder()))
  api.answer(calls.endReminder, () => {
    kept = null
    return undefined
  })
  return api
}

const box = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const amount = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Amount/ })
const button = (named: string) => screen.findByRole('button', { name: named })
/** Returns the text of the only reminder; the menu beside the page is a list, too. */
const row = () =>
  waitFor(() => {
    const items = within(screen.getByRole('main')).getAllByRole('listitem')
    const rows = items.filter((item) => item.closest('nav') === null)
    expect(rows).toHaveLength(1)
    return rows.map(textOf)[0]
  })
const alert = () => screen.getByRole('alert').textContent

describe('a new reminder', () => {
  it('needs a recipient', async () => {
    const api = keepingApi()
    api.answer(calls.listRecipients, { recipients: [sampleRecipient({ country: 'LR' })], nextCursor: null })
    await openApp({ at: `${AT}/new`, api })
    await reads('No recipients yet')
    const add = screen.getByRole('link', { name: 'Add a recipient' })
    expect(add.getAttribute('href')).toBe('/me/recipients?add')
  })

  it('is set once every field is right, also for the server', async () => {
    const api = keepingApi()
    const { user, place } = await openApp({ at: `${AT}/new`, api })
    await user.click(await button('Set reminder'))
    await waitFor(() => expect(alert()).toContain('Choose one of your recipients.'))
    expect(alert()).toContain('Enter an amount.')
    await user.selectOptions(await screen.findByLabelText('Recipient'), 'Kofi Boateng, MTN MoMo 1234')
    await user.click(await box('Amount they get'))
    await user.type(await amount(), '200')
    await user.click(await box('Every month'))
    const day = async (text: string) => {
      await user.clear(await box('First day'))
      await user.type(await box('First day'), text)
      await user.click(await button('Set reminder'))
    }
    await day('2020-01-31')
    await waitFor(() => expect(alert()).toContain('Choose today or a later day.'))
    api.refuse(calls.createReminder, 'reminders_full')
    await day('2027-01-31')
    await waitFor(() => expect(alert()).toContain('You have the maximum of 20 reminders.'))
    expect((await amount()).value).toBe('200.00')
    api.answer(calls.createReminder, { reminder: reminder() })
    api.answer(calls.listReminders, { reminders: [reminder()] })
    await user.click(await button('Set reminder'))
    expect(await screen.findByText('Reminder set')).toBeDefined()
    expect(place()).toBe(AT)
    expect(await row()).toContain(
      'Kofi BoatengThey get GHS 200.00Every month on the 31st, or the last dayNext: 31 Jan 2027',
    )
    expect(api.sent(calls.createReminder).at(-1)?.body).toMatchObject({
      ...{ recipientId, amount: 20_000, side: 'receive', frequency: 'monthly', firstDay: '2027-01-31' },
    })
  })

  it.each([
    [`?recipient=${recipientId}`, ''],
    ['?like=pi_sample', '10,000.00'],
  ])('%s has that recipient, and the amount “%s”', async (query, text) => {
    const api = keepingApi()
    api.answer(calls.getTransfer, { transfer: sampleTransfer() })
    await openApp({ at: `${AT}/new${query}`, api })
    const chosen = (await screen.findByLabelText<HTMLSelectElement>('Recipient')).selectedOptions[0]
    expect(chosen?.text).toBe('Kofi Boateng, MTN MoMo 1234')
    expect((await amount()).value).toBe(text)
    expect((await box('Every month')).checked).toBe(true)
    expect((await box('First day')).value).toBe('2026-12-24')
  })

  it('keeps what was typed when the connection fails', async () => {
    const api = keepingApi()
    const { user } = await openApp({ at: `${AT}/new?recipient=${recipientId}`, api })
    await user.type(await amount(), '750')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    api.lose(calls.createReminder)
    await user.click(await button('Set reminder'))
    await waitFor(() => expect(alert()).toContain('We couldn’t reach Sesa.'))
    expect((await amount()).value).toBe('750.00')
  })
})

describe('the list', () => {
  const about = (what: string) => button(`${what} the reminder for Kofi Boateng`)

  it('offers the first one', async () => {
    await openApp({ at: AT, api: keepingApi() })
    await reads('No reminders')
    expect(screen.getByRole('link', { name: 'Set a reminder' }).getAttribute('href')).toBe(`${AT}/new`)
  })

  it('pauses and resumes, or says why not', async () => {
    const api = keepingApi(reminder())
    const { user } = await openApp({ at: AT, api })
    await user.click(await about('Pause'))
    expect(await screen.findByText('Reminder paused')).toBeDefined()
    expect(await row()).toContain('last dayPausedResume')
    await user.click(await about('Resume'))
    expect(await screen.findByText('Reminder resumed')).toBeDefined()
    expect(await row()).toContain('Next: 31 Jan 2027')
    api.refuse(calls.pauseReminder, 'rate_limited')
    await user.click(await about('Pause'))
    await reads('We couldn’t change the reminder')
  })

  it('changes one', async () => {
    const api = keepingApi(reminder())
    const { user, place } = await openApp({ at: AT, api })
    await user.click(await about('Change'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Change reminder' })).toBeDefined()
    expect((await amount()).value).toBe('200.00')
    await user.click(await box('Once'))
    await user.clear(await amount())
    await user.type(await amount(), '150')
    await user.click(await button('Save'))
    expect(await screen.findByText('Reminder saved')).toBeDefined()
    expect(await row()).toContain('They get GHS 150.00OnceNext: 31 Jan 2027')
    expect(place()).toBe(AT)
  })

  it('ends one after a question', async () => {
    const api = keepingApi(reminder())
    const { user } = await openApp({ at: AT, api })
    const question = async () => within(await screen.findByRole('dialog', { name: 'End this reminder?' }))
    await user.click(await about('End'))
    await user.click((await question()).getByRole('button', { name: 'Keep' }))
    expect(screen.queryByRole('dialog', { name: 'End this reminder?' })).toBeNull()
    await user.click(await about('End'))
    await user.click((await question()).getByRole('button', { name: 'End' }))
    expect(await screen.findByText('Reminder ended')).toBeDefined()
    await reads('No reminders')
  })

  it('leads from one that is done to the transfer', async () => {
    await openApp({ at: AT, api: keepingApi(reminder({ state: 'done', nextDay: null })) })
    const send = await screen.findByRole('link', { name: 'Send money to Kofi Boateng' })
    expect(send.getAttribute('href')).toBe(`/send-money?reminder=${reminder().id}`)
    expect(screen.queryByRole('button', { name: /^(Pause|Change|End) the reminder/ })).toBeNull()
  })

  it('says that it cannot be loaded', async () => {
    const api = keepingApi()
    api.refuse(calls.listReminders, 'rate_limited')
    const { user } = await openApp({ at: AT, api })
    await reads('We couldn’t load your reminders')
    api.answer(calls.listReminders, { reminders: [reminder()] })
    await user.click(await button('Try again'))
    expect(await row()).toContain('Kofi Boateng')
  })
})

describe('a transfer from a reminder', () => {
  const open = (api: ScriptedApi) => openApp({ at: `/send-money?reminder=${reminder().id}`, api })
  const recipient = () => screen.findByRole<HTMLInputElement>('textbox', { name: /full name/i })

  it('has the amount that arrives', async () => {
    const api = keepingApi()
    api.answer(calls.getReminder, { reminder: reminder({ amount: 15_000 }) })
    await open(api)
    await reads('From your reminder')
    await waitFor(() =>
      expect(screen.getByPlaceholderText<HTMLInputElement>('Receive amount').value).toBe('150.00'),
    )
    await waitFor(() =>
      expect(screen.getByPlaceholderText<HTMLInputElement>('Send amount').value).toMatch(/^[\d,]+\.\d\d$/),
    )
    expect((await recipient()).value).toBe('Kofi Boateng')
  })

  it('that has ended starts empty, and says so', async () => {
    const api = keepingApi()
    api.refuse(calls.getReminder, 'not_found')
    await open(api)
    await reads('This reminder has ended')
    expect((await recipient()).value).toBe('')
  })
})
