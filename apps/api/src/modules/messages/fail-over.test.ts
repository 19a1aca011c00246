import { describe, expect, test } from 'vitest'
import { createFailOver } from './fail-over.ts'
import type { Delivery, SmsSender } from './ports.ts'

const SMS = { id: 'id', to: '+231770000111', text: 'Hello' }

/** A vendor that always ends in the same way, and who was asked. */
function vendors(...ends: Delivery['outcome'][]) {
  const asked: number[] = []
  const senders = ends.map((outcome, at) => {
    const sender: SmsSender = {
      send() {
        asked.push(at)
        return Promise.resolve(outcome === 'sent' ? { outcome, providerId: 'x1' } : { outcome })
      },
    }
    return { name: `vendor${at}`, sender }
  })
  return { asked, sender: createFailOver(senders) }
}

describe('several vendors as one', () => {
  test('the first that takes it is the last that is asked, and is named', async () => {
    const { asked, sender } = vendors('sent', 'sent')
    expect(await sender.send(SMS)).toEqual({ outcome: 'sent', providerId: 'vendor0:x1' })
    expect(asked).toEqual([0])
  })

  test('one that certainly did not send it leaves it to the next', async () => {
    const { asked, sender } = vendors('unavailable', 'unavailable', 'sent')
    expect(await sender.send(SMS)).toEqual({ outcome: 'sent', providerId: 'vendor2:x1' })
    expect(asked).toEqual([0, 1, 2])
  })

  test.each(['unknown', 'refused'] as const)('%s ends it: the person could get two, or none', async (end) => {
    const { asked, sender } = vendors(end, 'sent')
    expect(await sender.send(SMS)).toEqual({ outcome: end })
    expect(asked).toEqual([0])
  })

  test('after an unknown outcome the next try begins with the next vendor', async () => {
    const { asked, sender } = vendors('unknown', 'sent')
    await sender.send(SMS, 1)
    expect(await sender.send(SMS, 2)).toMatchObject({ outcome: 'sent' })
    await sender.send(SMS, 3)
    expect(asked).toEqual([0, 1, 0])
  })

  test('when nobody is available it stays so', async () => {
    expect(await vendors('unavailable', 'unavailable').sender.send(SMS)).toEqual({ outcome: 'unavailable' })
    expect(await vendors().sender.send(SMS)).toEqual({ outcome: 'unavailable' })
  })
})
