// @vitest-environment happy-dom
import { calls, type CorridorRate, type RateAlert } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refusal, type ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { newApi, openApp } from '../../testing/app.tsx'
import { reads, textOf } from '../../testing/reads.ts'

const AT = '/me/rate-alerts'
const RATES: CorridorRate[] = [
  { from: 'LR', to: 'GH', fromCurrency: 'LRD', toCurrency: 'GHS', rate: '0.0546621327' },
  { from: 'GH', to: 'LR', fromCurrency: 'GHS', toCurrency: 'LRD', rate: '17.5' },
  { from: 'LR', to: 'SL', fromCurrency: 'LRD', toCurrency: 'SLE', rate: null },
]
const alertOf = (change: Partial<RateAlert> = {}): RateAlert => ({
  ...{ id: crypto.randomUUID(), from: 'GH', to: 'LR', kind: 'at_or_above', threshold: '99.5', armed: true },
  ...change,
})

/** Stores alerts as the server does. */
function keepingApi(...first: readonly RateAlert[]): ScriptedApi {
  const api = newApi()
  let alerts = [...first]
  api.answer(calls.listRateAlerts, () => ({ alerts, rates: RATES }))
  api.answer(calls.createRateAlert, ({ body: { from, to, kind, threshold = null } }) => {
    if (threshold === '1')
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
const threshold = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Rate: how many/ })
const choose = (name: string) => screen.findByRole('radio', { name })
const set = () => screen.findByRole('button', { name: 'Set alert' })
const rows = () =>
  within(screen.getByRole('region', { name: 'Your alerts' }))
    .queryAllByRole('listitem')
    .map(textOf)

it('suggests a rate for each choice, until one is typed', async () => {
  const { user } = await openApp({ at: `${AT}?from=GH&to=LR`, api: keepingApi() })
  await reads('No alerts yet')
  expect((await countries()).selectedOptions[0]?.text).toBe('Ghana to Liberia')
  await reads('Today’s rate1 GHS = 17.5 LRD')
  expect(threshold().value).toBe('17.675')
  await user.click(await choose('At or below a rate'))
  expect(threshold().value).toBe('17.325')
  await user.selectOptions(await countries(), 'Liberia to Ghana')
  expect(threshold().value).toBe('0.0541155')
  await reads('That is 1 GHS = LRD 18.2942.')
  await user.clear(threshold())
  await user.type(threshold(), '0.07')
  await user.click(await choose('At or above a rate'))
  expect(threshold().value).toBe('0.07')
  await user.selectOptions(await countries(), 'Liberia to Sierra Leone')
  await reads('Today’s rateNot available now')
})

it('sets an alert, and shows the server’s refusal next to the typed rate', async () => {
  const api = keepingApi()
  const { user } = await openApp({ at: `${AT}?from=GH&to=LR`, api })
  await countries()
  const alert = () => screen.getByRole('alert').textContent
  for (const [typed, message] of [
    ['a lot', 'Enter the rate as a number above zero'],
    ['1', 'Choose a higher one.'],
  ] as const) {
    await user.clear(threshold())
    await user.type(threshold(), typed)
    await user.click(await set())
    await waitFor(() => expect(alert()).toContain(message))
    expect(threshold().value).toBe(typed)
  }
  expect(document.title).toMatch(/^Error: /)
  await user.clear(threshold())
  await user.type(threshold(), '99.5{Enter}')
  expect(await screen.findByText('Alert set')).toBeDefined()
  expect(rows()).toEqual(['Ghana to LiberiaAt or above 1 GHS = 99.5 LRDDelete'])
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your alerts' }))
  expect(api.sent(calls.createRateAlert).at(-1)?.body).toMatchObject({
    ...{ from: 'GH', to: 'LR', kind: 'at_or_above', threshold: '99.5' },
  })
})

it('accepts no rate for a daily alert', async () => {
  const api = keepingApi()
  const { user } = await openApp({ at: AT, api })
  await user.click(await choose('Every day'))
  expect(screen.queryByRole('textbox', { name: /^Rate: how many/ })).toBeNull()
  await user.click(await set())
  await waitFor(() => expect(rows()).toEqual(['Liberia to GhanaEvery dayDelete']))
})

it('keeps a typed rate when the connection fails', async () => {
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
    'Ghana to LiberiaAt or above 1 GHS = 99.5 LRDDelete',
    'Ghana to LiberiaAt or below 1 GHS = 10 LRDSent. It comes again after the rate moves 1% back.Delete',
  ])
  const button = await screen.findByRole('button', {
    name: 'Delete the alert from Ghana to Liberia, At or above 1 GHS = 99.5 LRD',
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
