import { describe, expect, test } from 'vitest'
import { createFailOver } from './fail-over.ts'
import type { Delivery, SmsSender } from './ports.ts'

const SMS = { id: 'id', to: '+231770000111', text: 'Hello' }

/** Creates vendors with fixed outcomes, and records which ones were tried. */
function vendors(...ends: Delivery['outcome'][]) {
  const tried: number[] = []
  const senders = ends.map((outcome, at) => {
    const sender: SmsSender = {
      send() {
        tried.push(at)
        return Promise.resolve(outcome === 'sent' ? { outcome, providerId: 'x1' } : { outcome })
      },
    }
    return { name: `vendor${at}`, sender }
  })
  return { tried, sender: createFailOver(senders) }
}

describe('the fail-over between SMS vendors', () => {
  test('stops at the first vendor that accepts the message, and names it', async () => {
    const { tried, sender } = vendors('sent', 'sent')
    expect(await sender.send(SMS)).toEqual({ outcome: 'sent', providerId: 'vendor0:x1' })
    expect(tried).toEqual([0])
  })

  test('tries the next vendor when one certainly did not send the message', async () => {
    const { tried, sender } = vendors('unavailable', 'unavailable', 'sent')
    expect(await sender.send(SMS)).toEqual({ outcome: 'sent', providerId: 'vendor2:x1' })
    expect(tried).toEqual([0, 1, 2])
  })

  test.each(['unknown', 'refused'] as const)(
    'stops when the outcome is %s, so the customer never gets two messages',
    async (end) => {
      const { tried, sender } = vendors(end, 'sent')
      expect(await sender.send(SMS)).toEqual({ outcome: end })
      expect(tried).toEqual([0])
    },
  )

  test('starts the next attempt at the next vendor after an unknown outcome', async () => {
    const { tried, sender } = vendors('unknown', 'sent')
    await sender.send(SMS, 1)
    expect(await sender.send(SMS, 2)).toMatchObject({ outcome: 'sent' })
    await sender.send(SMS, 3)
    expect(tried).toEqual([0, 1, 0])
  })

  test('follows the order for the number’s country', async () => {
    const tried: string[] = []
    const named = ['a', 'b'].map((name) => ({
      name,
      sender: {
        send: () => {
          tried.push(name)
          return Promise.resolve({ outcome: 'unavailable' } as const)
        },
      },
    }))
    const sender = createFailOver(named, (to) => (to.startsWith('+1') ? ['b', 'a'] : ['not configured', 'a']))
    await sender.send({ ...SMS, to: '+16125550123' })
    await sender.send(SMS)
    await sender.send({ ...SMS, to: '+16125550123', avoid: ['b'] })
    expect(tried.join(' ')).toBe('b a a a b')
  })

  test('stays unavailable when no vendor is available', async () => {
    expect(await vendors('unavailable', 'unavailable').sender.send(SMS)).toEqual({ outcome: 'unavailable' })
    expect(await vendors().sender.send(SMS)).toEqual({ outcome: 'unavailable' })
  })
})
