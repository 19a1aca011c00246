import { describe, expect, it } from 'vitest'
import { BOTH, changesBeyond, isChanged, KINDS, NO_CHANGES, PUSHED, withChanges } from './choices.ts'
import { sampleChoices } from '../../testing/account-samples.ts'

const SAVED = sampleChoices()

describe('the notification settings', () => {
  it('list the six kinds, each once', () => {
    expect(KINDS.map(({ kind }) => kind)).toEqual(Object.keys(SAVED.notifications))
  })

  it('list a switch for each channel of the others', () => {
    expect(BOTH.map(({ kind }) => kind)).toEqual(Object.keys(SAVED.channels.email))
    expect([...PUSHED, ...BOTH].map(({ kind }) => kind)).toEqual(Object.keys(SAVED.channels.push))
  })

  it('count as changed only where they differ from the saved ones', () => {
    const { notifications } = SAVED
    expect(changesBeyond(notifications, {})).toEqual({})
    expect(changesBeyond(notifications, { ratesChange: true, moneyReceived: true })).toEqual({
      ratesChange: true,
    })
    // In the meantime, another device has saved the same change.
    expect(changesBeyond({ ...notifications, ratesChange: true }, { ratesChange: true })).toEqual({})
  })

  it.each([
    [NO_CHANGES, false],
    [{ ...NO_CHANGES, notifications: { ratesChange: true } }, true],
    [{ ...NO_CHANGES, email: { reminders: false } }, true],
    [{ ...NO_CHANGES, email: { reminders: true } }, false],
    [{ ...NO_CHANGES, push: { transfers: false } }, true],
    [{ ...NO_CHANGES, sms: { transfers: false } }, true],
    [{ ...NO_CHANGES, sms: { transfers: true } }, false],
  ])('with %j have something to save: %s', (changes, expected) => {
    expect(isChanged(SAVED, changes)).toBe(expected)
  })

  it('keep every other choice when one changes', () => {
    const changed = withChanges(SAVED, { ...NO_CHANGES, push: { reminders: false } })
    expect(changed.channels.push).toEqual({ ...SAVED.channels.push, reminders: false })
    expect(changed.channels.email).toEqual(SAVED.channels.email)
    expect(changed.notifications).toEqual(SAVED.notifications)
  })
})
