import type { CountryCode, PayMethodName } from '@sesa/contract'
import type { WaysToPay, WayToPay } from '@sesa/contract/office'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { Current } from '../../../db/configuration.ts'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { changesOfWays, payMethodOf, shippedWays, WAYS_TO_PAY, waysOf } from './ways.ts'

const NOON = new Date('2026-12-01T12:00:00Z')
const WHY = 'The wallets are being repaired.'

/** Returns the configuration with mobile money in Ghana as given, or with nothing stored. */
function withGhana(momo?: Partial<WayToPay>, now = NOON): Current {
  const { GH, ...ways } = shippedWays(false)
  const value = { ...ways, GH: { ...GH, momo: { ...GH.momo, open: true, reason: '', ...momo } } }
  const versions =
    momo === undefined
      ? []
      : [{ key: 'ways to pay', version: 1, validFrom: null, from: '2026-01-01', value: () => value }]
  // Only the part with the ways is read.
  return { now, snapshot: { version: 1n, of: <T>() => versions as T } }
}
const inWords = (current: Current, country: CountryCode, allOpen: boolean) =>
  waysOf(current, country, allOpen).map(({ method, open }) => `${method} ${open ? 'open' : 'closed'}`)

describe('the ways to pay of a country', () => {
  test.each<[CountryCode, boolean, readonly string[]]>([
    ['LR', true, ['momo open', 'card open']],
    ['SL', true, ['momo open', 'card open']],
    ['GH', true, ['momo open', 'card open']],
    ['US', true, ['card open', 'bank_debit open']],
    ['LR', false, ['card open', 'momo closed']],
    ['GH', false, ['card open', 'momo closed']],
    ['US', false, ['card open', 'bank_debit closed']],
  ])('in %s, in a sandbox: %s, are before staff set any %j', (country, allOpen, ways) => {
    expect(inWords(withGhana(), country, allOpen)).toEqual(ways)
  })

  test.each<[string, Partial<WayToPay>, string | null]>([
    ['open', {}, null],
    ['closed', { open: false, reason: WHY }, WHY],
    ['from tomorrow', { from: '2026-12-02', reason: WHY }, WHY],
    ['from today', { from: '2026-12-01' }, null],
    ['until today', { until: '2026-12-01' }, null],
    ['until yesterday', { until: '2026-11-30' }, 'Paying by mobile money from Ghana is not open right now.'],
  ])('are as staff set them, also in the sandbox: %s', (_what, momo, reason) => {
    for (const allOpen of [true, false])
      expect(payMethodOf(withGhana(momo), 'GH', { method: 'momo', allOpen })).toEqual({
        ...{ method: 'momo', open: reason === null, reason },
      })
  })

  it('have bank debits closed where staff set ways before there were any', () => {
    const { US, ...others } = shippedWays(true)
    const read = WAYS_TO_PAY.read({ ways: { ...others, US: { card: US.card } } })
    expect(read).toMatchObject({ ok: true, value: { US: { bank_debit: { open: false } } } })
  })

  test.each<[CountryCode, PayMethodName, RegExp]>([
    ['GH', 'momo', /needs a licence/],
    ['LR', 'momo', /from Liberia is not open yet/],
    ['US', 'momo', /can’t pay by mobile money from the United States/],
    ['US', 'bank_debit', /^Paying from a bank account is not open yet\.$/],
    ['SL', 'bank_debit', /^You can’t pay from a bank account in Sierra Leone\.$/],
  ])('closed in %s by %s say why', (country, method, words) => {
    const { open, reason } = payMethodOf(withGhana(), country, { method, allOpen: false })
    expect(open).toBe(false)
    expect(reason).toMatch(words)
  })
})

describe('a set of ways to pay', () => {
  const read = (change: (ways: WaysToPay) => object) => WAYS_TO_PAY.read({ ways: change(shippedWays(true)) })
  test.each<[string, (ways: WaysToPay) => object, string]>([
    ['a country is missing', ({ GH: _gone, ...ways }) => ways, 'GH: is missing'],
    [
      'it opens bank debits in Liberia',
      ({ LR, ...ways }) => ({ ...ways, LR: { ...LR, bank_debit: LR.card } }),
      'LR.bank_debit: isn’t a known field',
    ],
    [
      'it opens wallets in the United States',
      ({ US, ...ways }) => ({ ...ways, US: { ...US, momo: US.card } }),
      'US.momo: isn’t a known field',
    ],
    [
      'it closes a way without a word to customers',
      ({ LR, ...ways }) => ({ ...ways, LR: { ...LR, card: { ...LR.card, open: false } } }),
      'LR.card: tell customers why it is closed',
    ],
    [
      'it ends before it begins',
      ({ LR, ...ways }) => ({
        ...ways,
        LR: { ...LR, momo: { ...LR.momo, from: '2026-12-02', until: '2026-12-01' } },
      }),
      'LR.momo: the last day is before the first',
    ],
  ])('is refused, with the place, when %s', (_what, change, problem) => {
    expect(read(change)).toEqual({ ok: false, problems: [expect.stringContaining(problem)] })
  })

  it('says what a change opens, closes and changes', () => {
    const [closed, open] = [shippedWays(false), shippedWays(true)]
    const after = {
      ...closed,
      LR: {
        momo: { ...open.LR.momo, licence: 'CBL 7' },
        card: { ...open.LR.card, open: false, reason: WHY },
      },
      SL: { ...closed.SL, card: { ...closed.SL.card, until: '2027-01-31' } },
    }
    expect(changesOfWays(closed, { ...closed, US: open.US }).effect).toBe(
      'Open United States, bank account for new payments',
    )
    const { effect, changes } = changesOfWays(closed, after)
    expect(effect).toBe(
      'Open Liberia, mobile money. Also close Liberia, card. Also change Sierra Leone, card for new payments',
    )
    expect(changes).toContainEqual({ label: 'Sierra Leone, card', from: 'Open', to: 'Open until 2027-01-31' })
    expect(changes).toContainEqual({
      ...{ label: 'Liberia, mobile money', to: 'Open, licence CBL 7' },
      from: expect.stringMatching(/^Closed, message “Paying by/) as string,
    })
    expect(changesOfWays(open, open)).toEqual({ effect: 'Change nothing for new payments', changes: [] })
  })
})

describe('the office', () => {
  let world: OfficeWorld
  let ama: TestMember
  beforeAll(async () => {
    world = await startOfficeWorld()
    ama = await world.member('Ama Finance', 'finance')
  })
  afterAll(() => world.close())

  const PATH = '/office/api/ways-to-pay'
  const closing = () => {
    const { LR, ...ways } = shippedWays(true)
    return { ...ways, LR: { ...LR, momo: { ...LR.momo, open: false, reason: WHY } } }
  }

  it('closes a way with two people, for the next customer', async () => {
    expect((await ama.browser.get(PATH)).body).toEqual({ inForce: 0, ways: shippedWays(true), versions: [] })
    const { body, status } = await ama.browser.post(PATH, { ways: closing(), reason: 'Repairs' })
    expect(status).toBe(201)
    const { id, about } = body['approval'] as { id: string; about: object }
    expect(about).toMatchObject({ effect: 'Close Liberia, mobile money for new payments, at once.' })
    const state = async () => {
      const current = await world.product.configuration.current()
      return payMethodOf(current, 'LR', { method: 'momo', allOpen: true })
    }
    expect((await state()).open).toBe(true)
    await world.administrator.browser.post(`/office/api/approvals/${id}/approve`, { note: 'Looked at it' })
    await world.product.approvals.approvals.carryOut(id)
    expect(await state()).toMatchObject({ open: false, reason: WHY })
    expect((await ama.browser.get(PATH)).body).toMatchObject({
      ...{ inForce: 1, ways: closing() },
      versions: [{ version: 1, by: 'Ama Finance', reason: 'Repairs', ways: closing() }],
    })
  })

  it('refuses a day that has passed, and a way closed without a reason', async () => {
    const asked = async (body: object) => {
      const { code, body: answer } = await ama.browser.post(PATH, { reason: 'Repairs', ...body })
      return [code, JSON.stringify(answer)]
    }
    expect(await asked({ ways: closing(), validFrom: '2026-01-01' })).toEqual([
      'action_refused',
      expect.stringContaining('has passed'),
    ])
    const { GH, ...ways } = shippedWays(true)
    const silent = { ...ways, GH: { ...GH, card: { ...GH.card, open: false } } }
    expect(await asked({ ways: silent })).toEqual([
      'action_refused',
      expect.stringContaining('GH.card: tell customers why'),
    ])
  })
})
