import { describe, expect, it } from 'vitest'
import { defaultChannels } from './choices.ts'
import { fanOut, type Choices } from './fan-out.ts'
import { KINDS, type NoticeKind } from './kinds.ts'

const DEFAULTS: Choices = {
  emails: {
    transactionSuccessful: true,
    transactionFails: true,
    ratesChange: false,
    moneyReceived: true,
    loanRequestSuccessful: false,
    loanRequestFails: false,
  },
  channels: defaultChannels('LR'),
}

function all(wanted: boolean): Choices {
  const every = <T extends object>(switches: T): T =>
    Object.fromEntries(Object.keys(switches).map((name) => [name, wanted])) as T
  const { email, push, sms } = DEFAULTS.channels
  return {
    emails: every(DEFAULTS.emails),
    channels: { email: every(email), push: every(push), sms: every(sms) },
  }
}

const shown = (kind: NoticeKind, choices: Choices): string =>
  Object.entries(fanOut(kind, choices))
    .flatMap(([channel, on]) => (on ? [channel] : []))
    .join('+') || '-'

/** Kind, then its channels by default, with every switch off, and with every switch on. */
const TABLE: readonly (readonly [NoticeKind, string, string, string])[] = [
  ['receipt', 'email+sms', 'email', 'email+sms'],
  ['transaction_successful', 'email+push+sms', '-', 'email+push+sms'],
  ['transaction_fails', 'email+push', '-', 'email+push'],
  ['transaction_refunded', 'email+push', '-', 'email+push'],
  ['transaction_held', 'email+push', 'email', 'email+push'],
  ['transaction_released', 'email+push', 'email', 'email+push'],
  ['payment_ended', 'email+push', '-', 'email+push'],
  ['debit_started', 'email+push', 'email', 'email+push'],
  ['debit_failed', 'email+push', 'email', 'email+push'],
  ['money_received', 'email+push', '-', 'email+push'],
  ['rates_change', '-', '-', 'email+push'],
  ['security', 'push', 'push', 'push'],
  ['identity_check', 'email+push', 'email+push', 'email+push'],
  ['reminder_due', 'email+push', '-', 'email+push'],
  ['rate_alert', 'email+push', '-', 'email+push'],
  ['enquiry_answered', 'email+push', '-', 'email+push'],
]

describe('the channels of a notice', () => {
  it.each(TABLE)(
    'of the kind %s: %s by default, %s with all off, %s with all on',
    (kind, byDefault, off, on) => {
      expect([shown(kind, DEFAULTS), shown(kind, all(false)), shown(kind, all(true))]).toEqual([
        byDefault,
        off,
        on,
      ])
    },
  )

  it('are in the table for every kind', () => {
    expect(TABLE.map(([kind]) => kind)).toEqual(Object.keys(KINDS))
  })

  /** Each switch, and the kinds and channels that only it turns on. */
  const SWITCHES = [
    [{ emails: { transactionSuccessful: true } }, ['transaction_successful email']],
    [
      { emails: { transactionFails: true } },
      ['transaction_fails email', 'transaction_refunded email', 'payment_ended email'],
    ],
    [{ emails: { moneyReceived: true } }, ['money_received email']],
    [{ emails: { ratesChange: true } }, ['rates_change email']],
    [{ emails: { loanRequestSuccessful: true, loanRequestFails: true } }, []],
    [{ email: { reminders: true } }, ['reminder_due email']],
    [{ email: { rateAlerts: true } }, ['rate_alert email']],
    [{ email: { supportAnswers: true } }, ['enquiry_answered email']],
    [
      { push: { transfers: true } },
      [
        'transaction_successful push',
        'transaction_fails push',
        'transaction_refunded push',
        'transaction_held push',
        'transaction_released push',
        'payment_ended push',
        'debit_started push',
        'debit_failed push',
      ],
    ],
    [{ push: { moneyReceived: true } }, ['money_received push']],
    [{ push: { ratesChange: true } }, ['rates_change push']],
    [{ push: { reminders: true } }, ['reminder_due push']],
    [{ push: { rateAlerts: true } }, ['rate_alert push']],
    [{ push: { supportAnswers: true } }, ['enquiry_answered push']],
    [{ sms: { transfers: true } }, ['receipt sms', 'transaction_successful sms']],
  ] as const

  it.each(SWITCHES)('the switch %j alone turns on %j', (change, expected) => {
    const off = all(false)
    const { emails = {}, email = {}, push = {}, sms = {} }: Record<string, object> = change
    const choices = {
      emails: { ...off.emails, ...emails },
      channels: {
        email: { ...off.channels.email, ...email },
        push: { ...off.channels.push, ...push },
        sms: { ...off.channels.sms, ...sms },
      },
    }
    const found = (Object.keys(KINDS) as NoticeKind[]).flatMap((kind) => {
      const [before, after] = [fanOut(kind, off), fanOut(kind, choices)]
      return (['email', 'push', 'sms'] as const)
        .filter((channel) => after[channel] && !before[channel])
        .map((channel) => `${kind} ${channel}`)
    })
    expect(found).toEqual(expected)
  })

  it.each([
    ['LR', true],
    ['GH', true],
    ['SL', true],
    ['US', false],
    [null, false],
  ] as const)('include texts by default for a number of %s: %s', (country, on) => {
    expect(fanOut('receipt', { ...DEFAULTS, channels: defaultChannels(country) }).sms).toBe(on)
  })

  it('include email for a correction, whatever is off', () => {
    expect(fanOut('transaction_successful', all(false), true)).toEqual({
      email: true,
      push: false,
      sms: false,
    })
  })
})
