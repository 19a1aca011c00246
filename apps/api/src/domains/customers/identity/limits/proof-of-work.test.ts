import type { Challenge } from 'altcha-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newNumber, ROOMY, startIdentityApp, type IdentityApp } from '../../../../testing/identity-app.ts'
import { challengeIn, proofOf, solve } from '../testing/solve.ts'

let world: IdentityApp
let address = 0
beforeAll(async () => {
  world = await startIdentityApp({ ...ROOMY, withoutProofHour: 2, withoutProofDay: 20 })
})
afterAll(() => world.close())

/** Returns a visitor from an unused address. */
function asker() {
  const browser = world.browser()
  browser.address = `203.0.113.${++address}`
  return (phoneNumber: string, proof?: string) =>
    browser.send('POST', '/auth/phone/start', { phoneNumber, ...(proof !== undefined && { proof }) })
}

type Start = ReturnType<typeof asker>

/** Uses up an address's codes without proof of work. */
async function busy(): Promise<Start> {
  const start = asker()
  for (let n = 0; n < 2; n++) expect((await start(newNumber())).status).toBe(202)
  return start
}

async function challengeFor(start: Start, phone: string): Promise<Challenge> {
  const answer = await start(phone)
  expect([answer.status, answer.code]).toEqual([403, 'proof_required'])
  return challengeIn(answer)
}

describe('proof of work', () => {
  it('is required of an address that has used up its codes, and allows one more', async () => {
    const [start, phone] = [await busy(), newNumber()]
    const challenge = await challengeFor(start, phone)
    const proof = proofOf(challenge, await solve(challenge))
    expect((await start(phone, proof)).status).toBe(202)
    expect((await asker()(newNumber())).status).toBe(202)
  })

  it('works once, even for ten concurrent requests, and only for its own number', async () => {
    const [start, phone] = [await busy(), newNumber()]
    const challenge = await challengeFor(start, phone)
    const proof = proofOf(challenge, await solve(challenge))
    expect((await start(newNumber(), proof)).code).toBe('proof_required')
    const answers = await Promise.all(Array.from({ length: 10 }, () => start(phone, proof)))
    expect(answers.filter((each) => each.status === 202)).toHaveLength(1)
    expect(answers.filter((each) => each.code === 'proof_required')).toHaveLength(9)
  })

  it('is refused when it is too easy, wrong, expired or missing', async () => {
    const [start, phone] = [await busy(), newNumber()]
    const challenge = await challengeFor(start, phone)
    const solution = await solve(challenge)
    const { parameters } = challenge
    const past = Math.trunc(Date.now() / 1_000) - 1
    const refused = [
      proofOf({ ...challenge, parameters: { ...parameters, keyPrefix: '00' } }, solution),
      proofOf({ ...challenge, parameters: { ...parameters, cost: 1 } }, solution),
      proofOf({ ...challenge, parameters: { ...parameters, expiresAt: past } }, solution),
      proofOf({ parameters }, solution),
      proofOf(challenge, { ...solution, counter: solution.counter + 1, derivedKey: '00'.repeat(32) }),
      'bm90IGEgcHJvb2Y=',
      '',
    ]
    for (const proof of refused) expect((await start(phone, proof)).code).toBe('proof_required')
    expect((await start(phone, proofOf(challenge, solution))).status).toBe(202)
  })

  it('is required of everyone once many codes went to a country', async () => {
    const { owner } = world.database
    const start = asker()
    expect((await start('+233241234501')).status).toBe(202)
    await owner.updateTable('rate_limits').set({ count: 20 }).where('bucket', '=', 'sms:GH').execute()
    expect((await asker()('+233241234502')).code).toBe('proof_required')
    expect((await asker()('+23276555010')).status).toBe(202)
  })
})
