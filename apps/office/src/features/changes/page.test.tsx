// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleApproval, sampleMe } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import ChangesPage from './page.tsx'

const READ = {
  'GET /office/api/release-threshold': [
    200,
    { amount: { amount: 100_000, currency: 'USD' }, since: '2026-11-01T00:00:00.000Z' },
  ],
  'GET /office/api/corridors': [200, { allOpen: false, corridors: [] }],
  'GET /office/api/tier-limits': [
    200,
    {
      limits: [
        {
          id: '1',
          tier: 1,
          sender: null,
          recipient: null,
          per24Hours: '299900',
          per30Days: '1000000',
          source: 'our published limits',
          validFrom: '2026-11-26',
          state: 'in_force',
        },
      ],
    },
  ],
} as const

/** The form with this heading. */
async function formOf(title: string) {
  const heading = await screen.findByRole('heading', { level: 2, name: title })
  const card = heading.parentElement
  if (!card) throw new Error(`No form ${title}`)
  return within(card)
}

it('asks for a new threshold in minor units, and leads to the request', async () => {
  const calls = scriptServer({
    ...READ,
    'POST /office/api/release-threshold': [
      201,
      { approval: sampleApproval({ action: 'set_release_threshold' }) },
    ],
  })
  const { user } = renderPage(<ChangesPage />, { me: sampleMe(['compliance']) })
  const form = await formOf('Release threshold')
  expect(form.getByText(/USD 1,000\.00/)).toBeDefined()
  await user.type(form.getByLabelText('New amount'), '750')
  await user.type(form.getByLabelText('Reason'), 'Fewer releases now.')
  await user.click(form.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByRole('link', { name: 'Open request' })).toBeDefined()
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    amount: { amount: 75_000, currency: 'USD' },
    reason: 'Fewer releases now.',
  })
})

it('shows the tier limits, and asks for others in cents', async () => {
  const calls = scriptServer({
    ...READ,
    'POST /office/api/tier-limits': [201, { approval: sampleApproval({ title: 'Change tier limits' }) }],
  })
  const { user } = renderPage(<ChangesPage />, { me: sampleMe(['compliance']) })
  const form = await formOf('Tier limits')
  expect(form.getByText('Tier 1, every country').parentElement?.textContent).toContain('USD 2,999.00')
  await user.selectOptions(form.getByLabelText('Tier'), 'Tier 2: document and selfie')
  await user.selectOptions(form.getByLabelText('Sending country'), 'Ghana')
  await user.type(form.getByLabelText('24-hour limit'), '4000')
  await user.type(form.getByLabelText('30-day limit'), '8,000')
  await user.type(form.getByLabelText('Effective date'), '2026-12-01')
  await user.type(form.getByLabelText('Source'), 'A letter of the Bank of Ghana')
  await user.type(form.getByLabelText('Reason'), 'The bank asks for it.')
  await user.click(form.getByRole('button', { name: 'Request approval' }))
  expect(await screen.findByText('Requested: Change tier limits')).toBeDefined()
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    tier: 2,
    sender: 'GH',
    recipient: null,
    per24Hours: '400000',
    per30Days: '800000',
    validFrom: '2026-12-01',
    source: 'A letter of the Bank of Ghana',
    reason: 'The bank asks for it.',
  })
})

it('wants words for customers when a corridor closes, and keeps them when the request exists', async () => {
  const calls = scriptServer({
    ...READ,
    'POST /office/api/corridors/US/GH/close': refusal(409, 'approval_pending', 'It already waits.'),
  })
  const { user } = renderPage(<ChangesPage />, { me: sampleMe(['engineer']) })
  const form = await formOf('Corridor')
  await user.selectOptions(form.getByLabelText('From'), 'US')
  await user.selectOptions(form.getByLabelText('To'), 'GH')
  await user.click(form.getByLabelText('Close'))
  await user.type(form.getByLabelText('Reason'), 'The carrier is down.')
  const ask = form.getByRole('button', { name: 'Request approval' })
  await user.click(ask)
  expect(form.getByRole('alert').textContent).toContain('Enter a message to customers')
  await user.type(form.getByLabelText('Message to customers'), 'Back on Monday morning.')
  await user.click(ask)
  expect((await form.findByText('It already waits.')).textContent).toBe('It already waits.')
  expect(form.getByLabelText('Message to customers')).toHaveProperty('value', 'Back on Monday morning.')
  expect(calls.at(-1)?.body).toEqual({
    words: 'Back on Monday morning.',
    reason: 'The carrier is down.',
  })
})

it('refuses a price list that is no JSON, and a time without its zone', async () => {
  scriptServer(READ)
  const { user } = renderPage(<ChangesPage />, { me: sampleMe(['finance', 'engineer']) })
  const prices = await formOf('Price list')
  await user.type(prices.getByLabelText('Price list'), 'half a list')
  await user.click(prices.getByRole('button', { name: 'Request approval' }))
  expect(prices.getByRole('alert').textContent).toContain('Paste the complete price list as JSON')
  const lost = await formOf('Lost transfers')
  await user.type(lost.getByLabelText('Lost since'), '2026-11-26 02:30')
  await user.click(lost.getByRole('button', { name: 'Request approval' }))
  expect(lost.getByRole('alert').textContent).toContain('Enter a UTC time, for example 2026-11-26T02:30:00Z.')
})

it('shows only what the roles may change', async () => {
  scriptServer(READ)
  renderPage(<ChangesPage />, { me: sampleMe(['engineer']) })
  await formOf('Corridor')
  expect(screen.queryByRole('heading', { name: 'Price list' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Release threshold' })).toBeNull()
})

it('simulates a list beside the one in force before it is asked for', async () => {
  const usd = (amount: number) => ({ amount, currency: 'USD' })
  const terms = (fee: number, result: number) => ({
    ...{ pays: usd(10_000 + fee), gets: { amount: 113_850, currency: 'GHS' } },
    ...{ fee: usd(fee), margin: usd(100), result: usd(result) },
  })
  const transfer = { sender: 'US', recipient: 'GH', sends: usd(10_000), isForeignCard: false }
  const version = { version: 1, since: '2026-11-01T00:00:00.000Z', by: null, approvedBy: null, reason: null }
  let tries = 0
  const calls = scriptServer({
    ...READ,
    'GET /office/api/prices': [
      200,
      { shown: version, corridors: [], list: { corridors: 'as in force' }, versions: [version] },
    ],
    'POST /office/api/prices/simulate': () =>
      ++tries === 1
        ? refusal(409, 'action_refused', 'corridors: must be an object')
        : [
            200,
            {
              ratesAsOf: new Date().toISOString(),
              // The second example loses under both lists: that is no news.
              transfers: [
                { ...transfer, now: terms(300, 12), next: terms(200, -88) },
                { ...transfer, sends: usd(500), now: terms(250, -90), next: terms(250, -90) },
              ],
            },
          ],
  })
  const { user } = renderPage(<ChangesPage />, { me: sampleMe(['finance']) })
  const prices = await formOf('Price list')
  await user.click(prices.getByRole('button', { name: 'Simulate' }))
  expect(prices.getByText(/Paste the complete price list/)).toBeDefined()
  await user.click(prices.getByRole('button', { name: 'Load the list in force' }))
  await user.click(await prices.findByRole('button', { name: 'Simulate' }))
  expect(await prices.findByText(/corridors: must be an object/)).toBeDefined()
  await user.click(prices.getByRole('button', { name: 'Simulate' }))
  expect((await prices.findByText('USD 102.00')).textContent).toContain('New')
  expect(prices.getByText('USD 103.00').textContent).toContain('Now')
  expect(prices.getByText(/1 example loses more money/)).toBeDefined()
  expect(calls.at(-1)?.body).toEqual({ list: { corridors: 'as in force' } })
  await user.type(prices.getByLabelText('Price list'), ' ')
  expect(prices.queryByText('USD 102.00')).toBeNull()
})

it('asks to type what an unusual price list says, and sends it with the request', async () => {
  const text = 'US/GH 10.00%'
  const calls = scriptServer({
    ...READ,
    'POST /office/api/prices': ({ body }) =>
      (body as { confirmed?: string }).confirmed === text
        ? [201, { approval: sampleApproval({ action: 'set_prices' }) }]
        : [
            400,
            {
              error: {
                ...{ code: 'invalid_field', field: 'confirmed', requestId: 'r' },
                message: `Only 10.00% arrives. If that is right, type: ${text}`,
              },
            },
          ],
  })
  const { user } = renderPage(<ChangesPage />, { me: sampleMe(['finance']) })
  const prices = await formOf('Price list')
  await user.click(prices.getByLabelText('Price list'))
  await user.paste('{"corridors":{}}')
  await user.type(prices.getByLabelText('Reason'), 'The board decided it.')
  expect(prices.queryByLabelText('Confirmation text')).toBeNull()
  const ask = prices.getByRole('button', { name: 'Request approval' })
  await user.click(ask)
  expect((await prices.findByText(/Only 10.00% arrives/)).textContent).toContain(text)
  await user.type(prices.getByLabelText('Confirmation text'), text)
  await user.click(ask)
  expect(await screen.findByText(/^Requested:/)).toBeDefined()
  expect(calls.at(-1)?.body ?? calls.findLast(({ call }) => call.startsWith('POST'))?.body).toMatchObject({
    list: { corridors: {} },
    confirmed: text,
  })
})
