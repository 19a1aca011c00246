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

describe('the switches', () => {
  it('are the six kinds, each once', () => {
    expect(KINDS.map(({ kind }) => kind)).toEqual(Object.keys(SAVED))
  })

  it('have changed only where they differ from what is saved', () => {
    expect(changesBeyond(SAVED, {})).toEqual({})
    expect(changesBeyond(SAVED, { ratesChange: true, moneyReceived: true })).toEqual({ ratesChange: true })
    // Saved meanwhile on another device.
    expect(changesBeyond({ ...SAVED, ratesChange: true }, { ratesChange: true })).toEqual({})
  })
})
