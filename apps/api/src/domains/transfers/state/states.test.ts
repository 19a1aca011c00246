import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { isEdge, isEnd, isPayoutInFlight, publicStatus, STATES, statesShownAs, type State } from './states.ts'

const allowed = [
  'awaiting_payment>paid',
  'awaiting_payment>cancelled',
  'awaiting_payment>refunding',
  'paid>paying_out',
  'paid>refunding',
  'paying_out>sent',
  'paying_out>payout_failed',
  'paying_out>payout_unknown',
  'payout_unknown>sent',
  'payout_unknown>payout_failed',
  'payout_unknown>paying_out',
  'payout_failed>refunding',
  'payout_failed>sent',
  'refunding>refunded',
  'refunding>refund_failed',
  'refunding>sent',
  'refund_failed>refunding',
]

describe('the states of a transfer', () => {
  it('have exactly the designed edges', () => {
    const edges = STATES.flatMap((from) =>
      STATES.filter((to) => isEdge(from, to)).map((to) => `${from}>${to}`),
    )
    expect(edges.toSorted()).toEqual(allowed.toSorted())
  })

  it('have the same edges in the invariants', async () => {
    const text = await readFile(new URL('../../books/reconciliation/invariants.sql', import.meta.url), 'utf8')
    const values = /with edge \(from_state, to_state\) as \(([^;]*?)\), step as/.exec(text)?.[1] ?? ''
    const listed = [...values.matchAll(/\('(\w+)', '(\w+)'\)/g)].map(([, from, to]) => `${from}>${to}`)
    expect(listed.toSorted()).toEqual(allowed.toSorted())
  })

  it('end only as sent, refunded or cancelled', () => {
    expect(STATES.filter(isEnd).toSorted()).toEqual(['cancelled', 'refunded', 'sent'])
  })

  it('lead to an end from every state', () => {
    for (const start of STATES) {
      const seen = new Set([start])
      for (const state of seen) for (const next of STATES) if (isEdge(state, next)) seen.add(next)
      expect([...seen].some(isEnd)).toBe(true)
    }
  })

  it('have no path between sent and refunded', () => {
    for (const end of STATES.filter(isEnd)) expect(STATES.some((to) => isEdge(end, to))).toBe(false)
    expect(isEdge('refund_failed', 'sent')).toBe(false)
  })

  it('have no path from a refund to a pay-out, and lead to sent only when the carrier reports delivery', () => {
    expect(isEdge('refunding', 'sent')).toBe(true)
    for (const lost of ['refunding', 'refund_failed'] as const) {
      const seen = new Set<State>([lost])
      for (const state of seen) for (const next of STATES) if (isEdge(state, next)) seen.add(next)
      expect([...seen].some((state) => state === 'paid' || isPayoutInFlight(state))).toBe(false)
    }
  })

  it('map to a public status, and a hold overrides it', () => {
    expect(STATES.map((state) => publicStatus(state, false))).toEqual([
      null,
      'processing',
      'processing',
      'processing',
      'processing',
      'sent',
      'failed',
      'failed',
      'refunded',
      'cancelled',
    ])
    expect(publicStatus('paying_out', true)).toBe('held')
    expect(statesShownAs('processing')).toEqual(['paid', 'paying_out', 'payout_unknown', 'payout_failed'])
    expect(statesShownAs('held')).toEqual([])
  })
})
