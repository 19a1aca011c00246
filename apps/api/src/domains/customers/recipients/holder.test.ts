import { describe, expect, it } from 'vitest'
import { createRequireHolder } from './check.ts'
import { askForHolder, type HolderDeps, type Wallet } from './holder.ts'

type WalletStatus = Awaited<ReturnType<HolderDeps['rails']['checkWallet']>>

const GHANA: Wallet = { country: 'GH', phone: '+233241001234', network: 'mtn' }
const answering = (status: WalletStatus) => ({ rails: { checkWallet: () => Promise.resolve(status) } })
const held = (name: string | null) => answering({ account: 'active', name })
const silent = { rails: { checkWallet: () => new Promise<never>(() => undefined) }, patienceMs: 20 }

describe('the holder of a wallet', () => {
  it('is named in Ghana to every sender', async () => {
    const holder = { account: 'active', name: 'AMA MENSAH' }
    expect(await askForHolder(held('AMA MENSAH'), GHANA)).toEqual({ ...holder, verdict: 'unknown' })
    expect(await askForHolder(held('AMA MENSAH'), GHANA, 'Kofi Boateng')).toEqual({
      ...holder,
      verdict: 'different',
    })
  })

  it.each([
    ['the network is silent', silent, 'unknown'],
    ['no rail can tell', answering({ account: 'unsupported' }), 'unsupported'],
    ['the rail is away', answering({ account: 'unknown' }), 'unknown'],
    ['the network gives no name', held(null), 'active'],
    ['the name has no letters', held(' - '), 'active'],
  ])('is unknown when %s', async (_when, deps, account) => {
    expect(await askForHolder(deps, GHANA, 'Kofi Boateng')).toMatchObject({ account, verdict: 'unknown' })
  })

  it('allows a payment when the network does not answer', async () => {
    const typed = { name: 'Kofi Boateng', confirmed: false }
    expect(await createRequireHolder(silent)(GHANA, typed)).toEqual({
      verdict: 'unknown',
      rule: 2,
      name: null,
    })
  })
})
