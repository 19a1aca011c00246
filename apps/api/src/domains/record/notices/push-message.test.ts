import { describe, expect, it } from 'vitest'
import { KINDS } from './kinds.ts'
import { MOST_PAYLOAD_BYTES, pushMessage, topicOf } from './push-message.ts'

const PATH = '/transfer-status?payment_intent=pi_1&intent=view'
const about = (kind: string, path = PATH, key = `${kind}:1`) => ({ kind, path, key })

describe('a push message', () => {
  it('contains a generic sentence and a page, without amount or name', () => {
    for (const kind of Object.keys(KINDS)) {
      const message = pushMessage(about(kind))
      if (kind === 'receipt') {
        expect(message).toBeNull()
        continue
      }
      const { title, ...rest } = JSON.parse(message?.payload ?? '{}') as Record<string, string>
      expect(rest).toEqual({ path: PATH, tag: message?.topic })
      expect(title, kind).toMatch(/^[A-Z][a-z’ ]{8,50}$/)
      expect(message?.ttl, kind).toBeGreaterThanOrEqual(3600)
    }
  })

  it('stays below what push services accept', () => {
    const fits = MOST_PAYLOAD_BYTES - Buffer.byteLength(pushMessage(about('security', '/'))?.payload ?? '')
    expect(pushMessage(about('security', `/${'x'.repeat(fits)}`))?.payload).toHaveLength(MOST_PAYLOAD_BYTES)
    expect(pushMessage(about('security', `/${'x'.repeat(fits + 1)}`))).toBeNull()
    // The limit counts bytes.
    expect(pushMessage(about('security', `/${'é'.repeat(fits)}`))).toBeNull()
  })

  it('replaces earlier ones of its transfer only', () => {
    const arrived = topicOf(about('transaction_successful'))
    expect(topicOf(about('transaction_fails'))).toBe(arrived)
    expect(topicOf(about('transaction_successful', `${PATH}2`))).not.toBe(arrived)
    const alert = topicOf(about('security', '/me/settings', 'security:1'))
    expect(topicOf(about('security', '/me/settings', 'security:2'))).not.toBe(alert)
    for (const topic of [arrived, alert]) expect(topic).toMatch(/^[\w-]{32}$/)
  })

  it('is null for a kind of a later release', () => {
    expect(pushMessage(about('from_tomorrow'))).toBeNull()
    expect(pushMessage(about('constructor'))).toBeNull()
  })
})
