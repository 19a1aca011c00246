import type { Home, OpenTransfer } from '@sesa/contract'
import { describe, expect, it } from 'vitest'
import { stateOf, inProgressTo } from './words.ts'

const NOW = new Date(2026, 10, 24, 14, 0)
const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).toISOString()
const open = (change: Partial<OpenTransfer> = {}): OpenTransfer => ({
  payment_id: 'pi_1',
  recipient: 'Ama Mensah',
  country: 'GH',
  sender_country: 'LR',
  date: at(24, 13, 50),
  amount: 1_000_000,
  currency: 'LRD',
  receive_amount: 67_022,
  receive_currency: 'GHS',
  status: 'processing',
  reference: 'S-WP41P8W7',
  delivery_estimate: at(24, 14, 30),
  notice: null,
  ...change,
})

describe('the state of a transfer that has not ended', () => {
  it.each([
    [{}, 'On its way', 'Arrives by 14:30', false],
    [{ delivery_estimate: at(25, 0, 5) }, 'On its way', 'Arrives by 25 Nov 2026, 00:05', false],
    [{ delivery_estimate: at(24, 13, 59) }, 'On its way', 'Taking longer than usual. We’re on it.', false],
    [{ notice: 'We asked MTN again.' }, 'In progress', 'We asked MTN again.', false],
    [{ status: 'checking', notice: 'Don’t pay again.' }, 'Checking', 'Don’t pay again.', false],
    [{ status: 'held', notice: 'We’re reviewing it.' }, 'On hold', 'We’re reviewing it.', false],
    [{ status: 'held' }, 'On hold', 'We’re checking it.', false],
    [{ status: 'failed', notice: 'The wallet is full.' }, 'Refunding', 'The wallet is full.', true],
  ] as const)('%j is “%s: %s”', (change, word, text, failed) => {
    expect(stateOf(open(change), NOW)).toEqual({ word, text, failed })
  })
})

describe('a transfer in progress to the same person', () => {
  const home: Home = {
    people: [],
    reminders: [],
    in_progress: [
      open(),
      open({ recipient: 'Kofi Boateng', status: 'failed' }),
      open({ recipient: 'Esi Owusu', status: 'held' }),
      open({ recipient: 'Yaw Darko', status: 'checking' }),
    ],
  }
  it.each([
    ['Ama Mensah', 'GH', true],
    [' ama  mensah', 'GH', true],
    ['Ama Mensah', 'SL', false],
    ['Ama', 'GH', false],
    ['Esi Owusu', 'GH', true],
    ['Yaw Darko', 'GH', true],
    // Its money is on the way back.
    ['Kofi Boateng', 'GH', false],
  ] as const)('%j in %s: %s', (name, country, found) => {
    expect(inProgressTo(home, { name, country }) !== null).toBe(found)
  })

  it('is not assumed while the home page has not loaded', () => {
    expect(inProgressTo(undefined, { name: 'Ama Mensah', country: 'GH' })).toBeNull()
  })
})
