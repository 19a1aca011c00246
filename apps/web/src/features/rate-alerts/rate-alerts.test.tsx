// @vitest-environment happy-dom
import { calls, type CorridorRate, type RateAlert } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refusal, type ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { newApi, openApp } from '../../testing/app.tsx'
import { reads, textOf } from '../../testing/reads.ts'

const AT = '/me/rate-alerts'
const RATES: CorridorRate[] = [
  { from: 'LR', to: 'GH', fromCurrency: 'LRD', toCurrency: 'GHS', rate: '0.0669574322', best: '0.0681' },
  { from: 'GH', to: 'LR', fromCurrency: 'GHS', toCurrency: 'LRD', rate: '17.5', best: null },
  { from: 'LR', to: 'SL', fromCurrency: 'LRD', toCurrency: 'SLE', rate: null, best: null },
]
const alertOf = (change: Partial<RateAlert> = {}): RateAlert => ({
  ...{ id: crypto.randomUUID(), from: 'GH', to: 'LR', kind: 'at_or_above', threshold: '19.9', armed: true },
  ...change,
})

/** Stores alerts as the server does. */
function keepingApi(...first: readonly RateAlert[]): ScriptedApi {
  const api = newApi()
  let alerts = [...first]
  api.answer(calls.listRateAlerts, () => ({ alerts, rates: RATES }))
  api.answer(calls.createRateAlert, ({ body: { from, to, kind, threshold = null } }) => {
    if (threshold === '0.01')
      return refusal('threshold_reached', { field: 'threshold', message: 'Choose a higher one.' })
    const alert = alertOf({ from, to, kind, threshold })
    alerts.push(alert)
    return { alert }
  })
  api.answer(calls.deleteRateAlert, ({ params }) => {
    alerts = alerts.filter(({ id }) => id !== params.id)
    return undefined
  })
  return api
}

const countries = () => screen.findByLabelText<HTMLSelectElement>('Countries')
const threshold = () => screen.getByRole<HTMLInputElement>('textbox', { name: /gives at (least|most)$/ })
const press = (name: string) => screen.findByRole('button', { name })
const choose = (name: string) => screen.findByRole('radio', { name })
const set = () => screen.findByRole('button', { name: 'Set alert' })
const rows = () =>
  within(screen.getByRole('region', { name: 'Your alerts' }))
    .queryAllByRole('listitem')
    .map(textOf)

it('suggests an amount for each choice, until one is typed', async () => {
  const { user } = await openApp({ at: `${AT}?from=GH&to=LR`, api: keepingApi() })
  await reads('No alerts yet')
  expect((await countries()).selectedOptions[0]?.text).toBe('Ghana to Liberia')
  await reads('Today’s rateGHS 100 = LRD 1,750.00')
  expect(threshold().value).toBe('1,767.50')
  await user.click(await choose('When they get less'))
  expect(threshold().value).toBe('1,732.50')
  expect(screen.getByLabelText('GHS 100 gives at most')).toBe(threshold())
  await user.selectOptions(await countries(), 'Liberia to Ghana')
  expect(threshold().value).toBe('66.28')
  await user.clear(threshold())
  await user.type(threshold(), '70')
  await user.click(await choose('When they get more'))
  expect(threshold().value).toBe('70.00')
  await user.selectOptions(await countries(), 'Liberia to Sierra Leone')
  await reads('Today’s rateNot available now')
  expect(screen.queryByRole('button', { name: /better/ })).toBeNull()
})

it('sets the amount with buttons', async () => {
  const api = keepingApi()
  const { user } = await openApp({ at: AT, api })
  for (const [name, amount] of [
    ['More', '67.73'],
    ['Less', '67.63'],
    ['Best of 30 days', '68.10'],
    ['1% better', '67.63'],
  ] as const) {
    await user.click(await press(name))
    expect(threshold().value).toBe(amount)
    await reads(`LRD 1,000 gives at least GHS ${amount}`)
  }
  await user.click(await set())
  await waitFor(() =>
    expect(api.sent(calls.createRateAlert).at(-1)?.body).toMatchObject({ threshold: '0.06763' }),
  )
})

it('sets an alert, and shows the server’s refusal next to the typed amount', async () => {
  const api = keepingApi()
  const { user } = await openApp({ at: `${AT}?from=GH&to=LR`, api })
  await countries()
  const alert = () => screen.getByRole('alert').textContent
  for (const [typed, message] of [
    ['a lot', 'Enter an amount above zero'],
    ['1.00', 'Choose a higher one.'],
  ] as const) {
    await user.clear(threshold())
    await user.type(threshold(), typed)
    await user.click(await set())
    await waitFor(() => expect(alert()).toContain(message))
    expect(threshold().value).toBe(typed)
  }
  expect(document.title).toMatch(/^Error: /)
  await user.clear(threshold())
  await user.type(threshold(), '1990{Enter}')
  expect(await screen.findByText('Alert set')).toBeDefined()
  expect(rows()).toEqual(['Alert setGhana to LiberiaGHS 100 gives at least LRD 1,990.00Delete'])
  // The new alert is in view, and no toast covers the page.
  expect(document.activeElement).toBe(screen.getByText('Alert set').closest('li'))
  expect(document.querySelector('[data-toast]')?.textContent).toBe('')
  expect(api.sent(calls.createRateAlert).at(-1)?.body).toMatchObject({
    ...{ from: 'GH', to: 'LR', kind: 'at_or_above', threshold: '19.9' },
  })
})

it('asks for no amount for a daily alert', async () => {
  const api = keepingApi()
  const { user } = await openApp({ at: AT, api })
  await user.click(await choose('Every day'))
  expect(screen.queryByRole('textbox', { name: /gives at/ })).toBeNull()
  await user.click(await set())
  await waitFor(() => expect(rows()).toEqual(['Alert setLiberia to GhanaEvery dayDelete']))
})

it('keeps a typed amount when the connection fails', async () => {
  const api = keepingApi()
  const { user } = await openApp({ at: AT, api })
  await countries()
  await user.clear(threshold())
  await user.type(threshold(), '88.25')
  api.lose(calls.createRateAlert)
  await user.click(await set())
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('We couldn’t reach Sesa.'))
  expect(threshold().value).toBe('88.25')
})

it('deletes an alert', async () => {
  const api = keepingApi(alertOf(), alertOf({ armed: false, kind: 'at_or_below', threshold: '10' }))
  const { user } = await openApp({ at: AT, api })
  await countries()
  expect(rows()).toEqual([
    'Ghana to LiberiaGHS 100 gives at least LRD 1,990.00Delete',
    'Ghana to LiberiaGHS 100 gives at most LRD 1,000.00Sent. It comes again after the rate moves 1% back.Delete',
  ])
  const button = await screen.findByRole('button', {
    name: 'Delete the alert from Ghana to Liberia, GHS 100 gives at least LRD 1,990.00',
  })
  api.refuse(calls.deleteRateAlert, 'rate_limited')
  await user.click(button)
  await reads('We couldn’t delete the alert')
  api.answer(calls.deleteRateAlert, undefined)
  api.answer(calls.listRateAlerts, { alerts: [], rates: RATES })
  await user.click(button)
  expect(await screen.findByText('Alert deleted')).toBeDefined()
  await reads('No alerts yet')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your alerts' }))
})

it('says that the alerts cannot be loaded', async () => {
  const api = newApi()
  api.refuse(calls.listRateAlerts, 'rate_limited')
  const { user } = await openApp({ at: AT, api })
  await reads('We couldn’t load your rate alerts')
  api.answer(calls.listRateAlerts, { alerts: [alertOf()], rates: RATES })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
})
