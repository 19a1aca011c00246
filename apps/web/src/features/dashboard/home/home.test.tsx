// @vitest-environment happy-dom
import { calls, type PaidPerson } from '@sesa/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { newApi, openApp } from '../../../testing/app.tsx'
import { reads, textOf } from '../../../testing/reads.ts'
import { sampleTransfer } from '../../../testing/samples.ts'
import { sampleHome, sampleOpen, sampleRow } from '../../../testing/account-samples.ts'

const HOME = '/me/dashboard'
const ID = '0d9f2c1e-6b1c-4a0e-9a53-2f4a5c8e7b10'
const person = (change: Partial<PaidPerson> = {}): PaidPerson => ({
  ...{ payment_id: 'pi_ama', name: 'Ama Mensah', country: 'GH', network: 'mtn' },
  ...{ amount: 1_000_000, currency: 'LRD' },
  ...change,
})
const toIsata = { payment_id: 'pi_isata', recipient: 'Isata Mensah' }
/** One transfer to Isata in progress, an earlier one to Ama. */
const home = sampleHome({
  in_progress: [sampleOpen(toIsata)],
  people: [person({ payment_id: 'pi_isata', name: 'Isata Mensah' }), person()],
  transfers: [sampleRow({ ...toIsata, status: 'processing' }), sampleRow()],
})

const linksOf = async (name: string) =>
  within(await screen.findByRole('region', { name })).getAllByRole<HTMLAnchorElement>('link')
const question = () => screen.findByRole('dialog', { name: 'Send another?' })

it('greets a new customer, and invites the first transfer', async () => {
  const api = newApi()
  await openApp({ at: HOME, api, home: sampleHome() })
  expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Hawa' })).toBeDefined()
  await reads('No transfers yet. Your transfers will show up here.')
  expect(screen.getByRole('region', { name: 'Send your first transfer' })).toBeDefined()
  const start = within(screen.getByRole('main')).getAllByRole('link', { name: 'Send Money' })
  expect(start.map((link) => link.getAttribute('href'))).toEqual(['/send-money'])
  await reads('Today’s rateLRD 1,000 = GHS 61.14')
})

it('shows transfers in progress and the recipients to send to again, without another request', async () => {
  const api = newApi()
  await openApp({ at: HOME, api, home })
  const [open] = await linksOf('In progress')
  expect(open && textOf(open)).toMatch(/^Isata MensahGHS 669\.00On its way\. Arrives by (.+, )?\d\d:\d\d$/)
  expect(open?.getAttribute('href')).toBe('/transfer-status?payment_intent=pi_isata&intent=view')
  const again = await linksOf('Send again')
  expect(again.map((link) => [textOf(link), link.getAttribute('href')])).toEqual([
    ['ISend again to Isata MensahMTN MoMolast sent LRD 10,000.00', '/send-money?resend=pi_isata'],
    ['ASend again to Ama MensahMTN MoMolast sent LRD 10,000.00', '/send-money?resend=pi_ama'],
  ])
  expect(within(screen.getByRole('main')).getAllByRole('link').map(textOf)[0]).toBe('Send Money')
  expect([...api.sent(calls.getHome), ...api.sent(calls.listTransfers)]).toEqual([])
})

it.each([
  ['checking', 1, 'Checking. We’re checking your payment. Don’t pay again.', 'GHS 669.00'],
  ['processing', 2, 'On its way. Arrives by', 'GHS 669.00'],
  ['held', 2, 'On hold. We’re reviewing it.', 'GHS 669.00'],
  // An amount that is being refunded will not arrive, so it is not shown.
  ['failed', 2, 'Refunding. The wallet is full.', 'LRD 10,000.00'],
] as const)('draws how far a transfer is as four dots: %s', async (status, done, words, amount) => {
  const notices = {
    held: 'We’re reviewing it.',
    failed: 'The wallet is full.',
    checking: null,
    processing: null,
  }
  const open = sampleOpen({ ...toIsata, status, notice: notices[status] })
  await openApp({ at: HOME, api: newApi(), home: { ...home, in_progress: [open] } })
  const [link] = await linksOf('In progress')
  const dots = [...(link?.querySelectorAll('.rounded-full') ?? [])].map(({ className }) => className)
  expect(dots).toHaveLength(4)
  expect(dots.filter((looks) => looks.includes('bg-brand-ink'))).toHaveLength(done)
  expect(link && textOf(link)).toContain(`Isata Mensah${amount}${words}`)
})

it('shows a due reminder above the recipients', async () => {
  const api = newApi()
  const due = { name: 'Kofi Boateng', country: 'GH', network: 'mtn' } as const
  const reminders = [
    { ...due, id: ID, amount: 500_000, currency: 'LRD', side: 'send', day: '2026-11-24' } as const,
    {
      ...due,
      id: crypto.randomUUID(),
      amount: 15_000,
      currency: 'GHS',
      side: 'receive',
      day: '2026-11-24',
    } as const,
  ]
  await openApp({ at: HOME, api, home: { ...home, reminders } })
  const links = await linksOf('Reminders')
  expect(links.map(textOf)).toEqual([
    'All reminders',
    'Send money to Kofi BoatengYou send LRD 5,000.00',
    'Send money to Kofi BoatengThey get GHS 150.00',
  ])
  expect(links[1]?.getAttribute('href')).toBe(`/send-money?reminder=${ID}`)
  await reads(/RemindersAll reminders.*Send again/)
})

it('asks before a second transfer to a person whose money is on its way', async () => {
  const api = newApi()
  const { user, place } = await openApp({ at: HOME, api, home })
  const [toTheSame] = await linksOf('Send again')
  await user.click(toTheSame as HTMLAnchorElement)
  const asked = within(await question())
  await reads('You already have a transfer to Isata Mensah in progress.It’s LRD 10,000.00. View it')
  expect(asked.getByRole('link', { name: 'View it' }).getAttribute('href')).toContain(
    'payment_intent=pi_isata',
  )
  expect(asked.getByRole('link', { name: 'Send another' }).getAttribute('href')).toBe(
    '/send-money?resend=pi_isata',
  )
  await user.click(asked.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('dialog', { name: 'Send another?' })).toBeNull()
  expect(place()).toBe(HOME)

  screen.getByRole('link', { name: /^Resend the transfer to Isata/ }).focus()
  await user.keyboard('{Enter}')
  expect(await question()).toBeDefined()
})

it('does not ask before a transfer to anyone else', async () => {
  const api = newApi()
  api.answer(calls.getTransfer, { transfer: sampleTransfer({ payment_id: 'pi_ama' }) })
  const { user, place } = await openApp({ at: HOME, api, home })
  await user.click((await linksOf('Send again'))[1] as HTMLAnchorElement)
  expect(await screen.findByDisplayValue('Ama Mensah')).toBeDefined()
  expect(place()).toBe('/send-money?resend=pi_ama')
})

it('keeps the history where the people cannot be loaded', async () => {
  const api = newApi()
  api.refuse(calls.getHome, 'rate_limited')
  api.answer(calls.listTransfers, { transfers: [sampleRow()], nextCursor: null })
  await openApp({ at: HOME, api })
  await reads('We couldn’t load your recipients')
  expect(await screen.findByText('Transferred')).toBeDefined()
})
