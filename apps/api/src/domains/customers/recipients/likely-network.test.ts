import { expect, it } from 'vitest'
import { likelyNetwork, type HintDeps } from './likely-network.ts'
import type { Wallet } from './holder.ts'

const WALLET: Wallet = { country: 'GH', phone: '+233201112233', network: 'mtn' }
type Prediction = Awaited<ReturnType<HintDeps['rails']['predictNetwork']>>
const predicting = (prediction: Prediction): HintDeps => ({
  rails: { predictNetwork: () => Promise.resolve(prediction) },
})
const silent: HintDeps = {
  rails: { predictNetwork: () => new Promise<never>(() => undefined) },
  hintPatienceMs: 20,
}

it.each<[string, HintDeps, Awaited<ReturnType<typeof likelyNetwork>>]>([
  ['another network', predicting({ country: 'GH', network: 'vodafone' }), 'vodafone'],
  ['the chosen network', predicting({ country: 'GH', network: 'mtn' }), null],
  ['a network of another country', predicting({ country: 'SL', network: 'orange' }), null],
  ['nothing', predicting(null), null],
  ['no answer in time', silent, null],
])('after the prediction of %s', async (_what, deps, likely) => {
  expect(await likelyNetwork(deps, WALLET)).toBe(likely)
})
