import { Customer } from './transfers/customer.ts'
import { call } from './http/http.ts'
import { makeFreshTree, removeTree, startProduct } from './product.ts'
import { number } from './report.ts'

const CLIENTS = 20

export interface FloodEffort {
  /** Pairs of turns, one quiet and one during the flood. */
  readonly turns: number
  readonly turnSeconds: number
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Makes one signed-in call after another until `end`. Returns the duration of each, in milliseconds. */
async function callUntil(end: number, customer: Customer, base: string): Promise<number[]> {
  const times: number[] = []
  while (performance.now() < end) {
    const begun = performance.now()
    const { status } = await call('GET', `${base}/user/auth`, { bearer: customer.bearer })
    if (status !== 200) throw new Error(`A signed-in call was answered ${status}`)
    times.push(performance.now() - begun)
  }
  return times
}

/** Signs up the same address repeatedly until `end`. Returns the number of refused sign-ups. */
async function floodUntil(end: number, base: string): Promise<number> {
  const json = { email: 'flood@example.com', password: 'plantain harbour 58' }
  let refused = 0
  while (performance.now() < end) {
    const { status } = await call('POST', `${base}/auth/email/sign-up`, { json })
    if (status === 429) refused++
  }
  return refused
}

/**
 * Measures how much longer another customer's signed-in call takes while 20 clients send refused sign-ups (`npm run
 * bench -- --sign-up-flood`). Turns with and without them alternate; the figure is the ratio of their medians.
 */
export async function measureSignUpFlood(
  { turns, turnSeconds }: FloodEffort,
  say: (line: string) => void,
): Promise<string> {
  await makeFreshTree()
  try {
    const product = await startProduct()
    try {
      const { base } = product
      const customer = await Customer.signUp(product)
      // Uses up the three accepted sign-ups.
      await floodUntil(performance.now() + 1_000, base)
      const [quiet, flooded]: [number[], number[]] = [[], []]
      let refused = 0
      for (let turn = 1; turn <= turns; turn++) {
        quiet.push(...(await callUntil(performance.now() + turnSeconds * 1_000, customer, base)))
        const end = performance.now() + turnSeconds * 1_000
        const floods = Array.from({ length: CLIENTS }, () => floodUntil(end, base))
        flooded.push(...(await callUntil(end, customer, base)))
        for (const count of await Promise.all(floods)) refused += count
        say(`turn ${turn} of ${turns}: ${number(median(quiet), 1)} and ${number(median(flooded), 1)} ms`)
      }
      const perSecond = refused / (turns * turnSeconds)
      return [
        `GET /user/auth, medians of ${turns} pairs of turns of ${turnSeconds} s:`,
        `quiet ${number(median(quiet), 1)} ms, while ${CLIENTS} clients send refused sign-ups (${number(perSecond)}/s) ${number(median(flooded), 1)} ms`,
        `ratio ${number(median(flooded) / median(quiet), 2)}, target at most 2`,
      ].join('\n')
    } finally {
      await product.stop()
    }
  } finally {
    await removeTree()
  }
}
