import { expect, test } from 'vitest'
import { useSandbox } from '../testing/sandbox.ts'
import { createPawapayPrediction } from './predict.ts'

const sandbox = useSandbox()
const predict = (phone: string, ask: typeof fetch = fetch) =>
  createPawapayPrediction(
    { baseUrl: `${sandbox.url}/sandbox/pawapay`, token: 'token', timeout: 10_000 },
    ask,
  )(phone)

test.each([
  ['+233241112233', { country: 'GH', network: 'mtn' }],
  ['+233201112233', { country: 'GH', network: 'vodafone' }],
  ['+23276123456', { country: 'SL', network: 'orange' }],
  ['+231881234567', { country: 'LR', network: 'mtn' }],
  ['+233301112233', null],
  ['+12025550123', null],
])('predicts the network of %s', async (phone, network) => {
  expect(await predict(phone)).toEqual(network)
})

const good = { country: 'GHA', provider: 'MTN_MOMO_GHA', phoneNumber: '233241112233' }
test.each([
  ['an error', async () => Response.json({ failureReason: {} }, { status: 500 })],
  ['another number', async () => Response.json({ ...good, phoneNumber: '233241112234' })],
  ['a provider that is none of ours', async () => Response.json({ ...good, provider: 'WAVE_SEN' })],
  ['no JSON', async () => new Response('<html>')],
  ['nothing', () => Promise.reject(new Error('down'))],
])('%s proves nothing', async (_what, ask) => {
  expect(await predict('+233241112233', ask)).toBeNull()
})
