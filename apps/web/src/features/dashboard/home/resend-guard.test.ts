import type { Home, OpenTransfer } from '@sesa/contract'
import { describe, expect, it } from 'vitest'
import { inProgressTo } from './resend-guard.tsx'

const open = (change: Partial<OpenTransfer> = {}): OpenTransfer => ({
  payment_id: 'pi_1',
  recipient: 'Ama Mensah',
  country: 'GH',
  sender_country: 'LR',
  date: '2026-11-24T13:50:00Z',
  amount: 1_000_000,
  currency: 'LRD',
  receive_amount: 67_022,
  receive_currency: 'GHS',
  status: 'processing',
  reference: 'S-WP41P8W7',
  delivery_estimate: '2026-11-24T14:30:00Z',
  notice: null,
  ...change,
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
    // The money is being refunded.
    ['Kofi Boateng', 'GH', false],
  ] as const)('%j in %s: %s', (name, country, found) => {
    expect(inProgressTo(home, { name, country }) !== null).toBe(found)
  })

  it('is not assumed while the home page has not loaded', () => {
    expect(inProgressTo(undefined, { name: 'Ama Mensah', country: 'GH' })).toBeNull()
  })
})
