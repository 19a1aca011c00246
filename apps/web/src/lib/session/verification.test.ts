import { describe, expect, it } from 'vitest'
import { clockText, secondsUntilResend, verificationIn } from './verification.ts'

const AT = Date.parse('2026-11-02T10:00:00Z')

describe('the wait for another code', () => {
  it('counts whole seconds, rounded up', () => {
    expect(secondsUntilResend('2026-11-02T10:00:30Z', AT)).toBe(30)
    expect(secondsUntilResend('2026-11-02T10:00:29.200Z', AT)).toBe(30)
  })

  it('ends when the time has passed', () => {
    expect(secondsUntilResend('2026-11-02T09:59:59Z', AT)).toBe(0)
  })

  it('lasts at most a minute, however wrong the device’s clock is', () => {
    expect(secondsUntilResend('2026-11-02T13:00:00Z', AT)).toBe(60)
  })

  it('is shown as a clock', () => {
    expect(clockText(60)).toBe('1:00')
    expect(clockText(9)).toBe('0:09')
  })
})

describe('the state of a history entry', () => {
  it('holds a verification', () => {
    const verification = {
      verificationId: 'id',
      resendAfter: '2026-11-02T10:00:30Z',
      lastDigits: '56',
      digits: 6,
    }
    expect(verificationIn({ verification })).toEqual(verification)
  })

  it('is ignored when it holds anything else', () => {
    for (const state of [null, undefined, 'text', {}, { verification: { verificationId: 'id' } }]) {
      expect(verificationIn(state)).toBeNull()
    }
  })
})
