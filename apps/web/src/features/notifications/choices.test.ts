import type { Notifications } from '@sesa/contract'
import { describe, expect, it } from 'vitest'
import { changesBeyond, KINDS } from './choices.ts'

const SAVED: Notifications = {
  transactionSuccessful: true,
  transactionFails: true,
  ratesChange: false,
  moneyReceived: true,
  loanRequestSuccessful: false,
  loanRequestFails: false,
}

describe('the notification settings', () => {
  it('list the six kinds, each once', () => {
    expect(KINDS.map(({ kind }) => kind)).toEqual(Object.keys(SAVED))
  })

  it('count as changed only where they differ from the saved ones', () => {
    expect(changesBeyond(SAVED, {})).toEqual({})
    expect(changesBeyond(SAVED, { ratesChange: true, moneyReceived: true })).toEqual({ ratesChange: true })
    // Meanwhile another device has saved the same change.
    expect(changesBeyond({ ...SAVED, ratesChange: true }, { ratesChange: true })).toEqual({})
  })
})
