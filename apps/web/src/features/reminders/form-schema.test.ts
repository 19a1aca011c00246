import type { Recipient } from '@sesa/contract'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { currencyOf, reminderSchema, type ReminderValues } from './form-schema.ts'

const AMA: Recipient = {
  id: '01a20000-0000-7000-8000-000000000001',
  name: 'Ama Mensah',
  nickname: null,
  favourite: false,
  country: 'GH',
  phone: '+233241001234',
  network: 'mtn',
  check: { verdict: 'unknown', name: null, checkedAt: null },
  lastSentAt: null,
  payment_id: null,
  transfers: 0,
}
const values: ReminderValues = {
  recipientId: AMA.id,
  side: 'send',
  amount: '1,500',
  frequency: 'monthly',
  firstDay: '2026-12-31',
}
const read = (change: Partial<ReminderValues>, before?: string) => {
  const terms = { recipients: [AMA], sender: 'LR', today: '2026-11-25', zone: 'UTC' } as const
  const result = v.safeParse(reminderSchema({ ...terms, ...(before !== undefined && { before }) }), {
    ...values,
    ...change,
  })
  return result.success
    ? result.output
    : result.issues.map(({ path, message }) => `${String(path?.[0]?.key)}: ${message}`)
}

describe('the form of a reminder', () => {
  it('sends minor units and the zone', () => {
    const wanted = { recipientId: AMA.id, side: 'send', frequency: 'monthly', firstDay: '2026-12-31' }
    expect(read({})).toEqual({ ...wanted, amount: 150_000, zone: 'UTC' })
  })

  it.each([
    [{ amount: '' }, ['amount: Enter an amount.']],
    [{ amount: '0.00' }, ['amount: Enter an amount above zero.']],
    [{ amount: '1.234' }, ['amount: Use at most two decimals.']],
    [{ firstDay: '' }, ['firstDay: Choose the first day.']],
    [{ firstDay: '2026-11-24' }, ['firstDay: Choose today or a later day.']],
    [{ recipientId: '' }, ['recipientId: Choose one of your recipients.']],
  ])('refuses %j', (change, problems) => expect(read(change)).toEqual(problems))

  it('keeps a first day that has passed, unless it is changed', () => {
    expect(read({ firstDay: '2026-01-31' }, '2026-01-31')).toMatchObject({ firstDay: '2026-01-31' })
  })

  it('takes the amount in the currency of its side', () => {
    expect(currencyOf(values, [AMA], 'LR')).toBe('LRD')
    expect(currencyOf({ ...values, side: 'receive' }, [AMA], 'LR')).toBe('GHS')
  })
})
