import { PATIENCE } from '@sesa/test-kit/patience'
import type { Home, Transfer, TransferPage } from '@sesa/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Opened, type Sender } from '../../../testing/sender.ts'
import { ago, NOW } from '../../../testing/transfer-changes.ts'
import { exportTransfers } from '../index.ts'
import type { Payment, CardProvider, ProviderAnswer } from '../ports.ts'
import { wakePayment } from '../state/wake.ts'

let world: EngineWorld

/** Replaces the card provider's answer about a payment. */
let says: ((payment: ProviderAnswer<Payment>) => ProviderAnswer<Payment>) | null = null

beforeAll(async () => {
  world = await startEngineWorld({
    worker: false,
    webhooks: false,
    cardTimeout: 500,
    between: ({ cards, payouts }) => {
      const readPayment: CardProvider['readPayment'] = async (id) => {
        const answer = await cards.readPayment(id)
        return says === null ? answer : says(answer)
      }
      return { cards: { ...cards, readPayment }, payouts }
    },
  })
})
afterEach(answerAgain)
afterAll(() => world.close())

const WAYS = ['error_500', 'time_out_before', 'time_out_after', 'refused', 'processing'] as const
type Way = (typeof WAYS)[number]

async function silence(way: Way): Promise<void> {
  if (way === 'refused') says = () => ({ ok: false, reason: 'refused', code: 'account_closed' })
  else if (way === 'processing')
    says = (answer) => (answer.ok ? { ok: true, value: { ...answer.value, status: 'processing' } } : answer)
  else await world.fault('card', way, 1_000)
}

async function answerAgain(): Promise<void> {
  says = null
  await fetch(`${world.sandboxUrl}/sandbox/faults`, { method: 'DELETE' })
}

/** Opens a payment that is charged while the card provider's answers to us fail. */
async function chargedInSilence(sender: Sender, way: Way = 'error_500'): Promise<Opened> {
  const opened = await sender.open({ name: 'Efua Koné', phone: recipient() }, 7_350)
  await world.pay(opened)
  await silence(way)
  return opened
}

async function listed(sender: Sender, query = ''): Promise<readonly Transfer[]> {
  return (await sender.call<TransferPage>('GET', `/user/transactions?limit=10${query}`)).body.transfers
}
const homeOf = async (sender: Sender) =>
  (await sender.call<{ home: Home }>('GET', '/user/home')).body.home.in_progress

interface Limits {
  limits: { day: { left: number } }
}
const leftToday = async (sender: Sender) =>
  (await sender.call<Limits>('GET', '/user/limits')).body.limits.day.left

async function csv(sender: Sender): Promise<string> {
  const response = await fetch(`${world.base}/user/transactions?format=csv`, {
    headers: { authorization: `Bearer ${sender.userId}` },
  })
  return response.text()
}

/** Reads the status in every list of the customer's transfers. */
async function statuses(sender: Sender): Promise<Record<string, string | undefined>> {
  const [list] = await listed(sender)
  const [home] = await homeOf(sender)
  const [exported] = await exportTransfers(world.database.db, sender.userId)
  const line = (await csv(sender)).split('\r\n')[1]?.split(',')
  return {
    list: list?.status,
    home: home?.status,
    csv: line?.[4]?.replaceAll('"', ''),
    export: exported?.status,
  }
}

const CHECKING = { list: 'checking', home: 'checking', csv: 'Checking', export: 'checking' }
const NOWHERE = { list: undefined, home: undefined, csv: undefined, export: 'unpaid' }

describe('an opened payment whose charge is unknown', () => {
  it.each(WAYS)(
    'is being checked in every list after %s, and sent once the card provider answers',
    async (way) => {
      const sender = await world.sender()
      const opened = await chargedInSilence(sender, way)
      expect((await sender.call('POST', '/send-money', { id: opened.id })).code).toBe(
        'card_provider_unavailable',
      )
      expect(await statuses(sender)).toEqual(CHECKING)
      expect(await leftToday(sender)).toBe(299_900 - 7_350)
      const [home] = await homeOf(sender)
      expect(home?.notice).toContain('Don’t pay again')

      await answerAgain()
      await sender.call('POST', '/send-money', { id: opened.id })
      expect(await statuses(sender)).toEqual({ list: 'sent', home: undefined, csv: 'Sent', export: 'sent' })
      expect(await leftToday(sender)).toBe(299_900 - 7_350)
    },
  )

  it('is found by name, number, amount, reference, status and days', async () => {
    const sender = await world.sender()
    const opened = await chargedInSilence(sender)
    await sender.call('POST', '/send-money', { id: opened.id })
    const [row] = await listed(sender)
    const { reference, date } = row ?? { reference: '', date: '' }
    const next = new Date(Date.parse(date) + 60_000).toISOString()
    const finds = ['&search=kone efua', '&search=73.50', '&search=USD 73.5', `&search=${reference}`]
    finds.push('&search=check', '&status=checking', `&from=${date}&to=${next}`, '&search=1234', '')
    const misses = ['&search=kofi', '&search=73.51', '&search=S-ZZZZ', '&status=held', '&status=processing']
    misses.push(`&from=${next}`, '&search=sent')
    for (const query of finds) expect(await listed(sender, query), query).toHaveLength(1)
    for (const query of misses) expect(await listed(sender, query), query).toEqual([])
    const { body } = await sender.call<TransferPage>('GET', '/user/transactions?totals=true')
    expect(body.totals).toEqual({ count: 1, sent: [] })
  })

  it('is being checked while the card provider has not answered yet', async () => {
    const sender = await world.sender()
    const opened = await chargedInSilence(sender, 'time_out_before')
    const asked = sender.call('POST', '/send-money', { id: opened.id })
    await vi.waitFor(async () => expect(await statuses(sender)).toEqual(CHECKING), PATIENCE)
    await asked
  })

  it('is being checked once the card provider has reported it, though no process has queried it yet', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    const event = { id: `evt_${opened.id}`, type: 'payment_intent.succeeded', paymentId: opened.id }
    await wakePayment(world.database.db, 'stripe', {
      ...event,
      afterwards: false,
      charged: true,
      declined: null,
    })
    expect(await statuses(sender)).toEqual(CHECKING)
  })

  it('is in no list while the card provider says that it is unpaid', async () => {
    const sender = await world.sender()
    const opened = await sender.open()
    expect((await sender.call('POST', '/send-money', { id: opened.id })).code).toBe('payment_not_successful')
    expect(await statuses(sender)).toEqual(NOWHERE)
    expect(await leftToday(sender)).toBe(299_900)
  })

  it('is being checked once the worker got no answer, even after a day, on hold', async () => {
    const sender = await world.sender()
    const opened = await chargedInSilence(sender)
    expect(await statuses(sender)).toEqual(NOWHERE)
    world.worker.start()
    await world.makeStepsDue()
    await vi.waitFor(async () => expect(await statuses(sender)).toEqual(CHECKING), PATIENCE)
    await world.arrange(opened, { state_changed_at: ago('25 hours'), next_step_at: NOW })
    await world.expectState(opened, 'awaiting_payment', 'provider_silent')
    expect(await statuses(sender)).toEqual(CHECKING)
  })
})
