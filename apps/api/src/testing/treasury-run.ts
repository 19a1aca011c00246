import { PATIENCE } from '@sesa/test-kit/patience'
import { DIRECTIONS, type CountryCode } from '@sesa/contract'
import { money, toMajorString, type CurrencyCode } from '@sesa/money'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Position } from '../domains/books/index.ts'
import type { EngineWorld } from './engine-world.ts'
import type { Opened, Sender } from './sender.ts'

const BY = { staff: 'Ama Boateng', reason: 'As on the statement' }
/** Keeps each customer below the daily limits. */
const PER_SENDER = 20
const DAY_MS = 86_400_000
const AT_ONCE = 12
/** Maximum additional time for the end of a run per transfer, in milliseconds. */
const MOST_MS = 60

const CURRENCIES: Readonly<Record<CountryCode, CurrencyCode>> = { US: 'USD', LR: 'LRD', GH: 'GHS', SL: 'SLE' }
/** About USD 20 to 40 in minor units. */
const AMOUNTS: Readonly<Record<CountryCode, number>> = { US: 2_000, LR: 400_000, GH: 25_000, SL: 50_000 }
const PHONES = { LR: '+23188120', GH: '+23324110', SL: '+2327612' } as const
const NETWORK = { LR: 'mtn', GH: 'mtn', SL: 'orange' } as const

const GOOD = '4242424242424242'
const FOREIGN = '4000008260000000'
const DISPUTED = '4000000000000259'
const REFUND_FAILS = '4000000000005126'
const WALLET_FULL = '0005'

/** Returns the plan of the n-th transfer, out of twenty: paid out, refunded, refund failed, or disputed. */
function planOf(nth: number): { card: string; ending: string } {
  const turn = nth % 20
  // Recipients have limits as well, so each gets few transfers.
  const ending = `1${String(nth % 1_000).padStart(3, '0')}`
  if (turn === 3 || turn === 11) return { card: GOOD, ending: WALLET_FULL }
  if (turn === 7) return { card: REFUND_FAILS, ending: WALLET_FULL }
  if (turn === 5 || turn === 15) return { card: DISPUTED, ending }
  return { card: turn % 4 === 0 ? FOREIGN : GOOD, ending }
}

async function send(world: EngineWorld, sender: Sender, from: CountryCode, nth: number): Promise<Opened> {
  const routes = DIRECTIONS.filter((one) => one.from === from)
  const to = routes[nth % routes.length]?.to ?? 'GH'
  const [currency, receiveCurrency] = [CURRENCIES[from], CURRENCIES[to]]
  const amount = AMOUNTS[from] + (nth % 97) * (AMOUNTS[from] / 100)
  const { card, ending } = planOf(nth)
  const path = `/currency/rates/${currency}/${receiveCurrency}/${amount / 100}`
  const { value } = (await sender.call<{ value: number }>('GET', path)).body
  const { body } = await sender.create({
    amount,
    currency,
    country: to,
    name: 'Ama Mensah',
    phone: PHONES[to] + ending,
    method: 'momo',
    network: NETWORK[to],
    receiveCurrency,
    receiveAmount: Math.round(value * 100),
  })
  expect(body, `transfer ${nth} from ${from} to ${to}: ${JSON.stringify(body)}`).toHaveProperty(
    'clientSecret',
  )
  await world.pay(body, card)
  return body
}

/** Calls the sandbox, with a form for Stripe's own calls and JSON for the others. */
async function call<T>(world: EngineWorld, method: string, path: string, form?: object): Promise<T> {
  const isStripe = path.startsWith('/v1/')
  const response = await fetch(world.sandboxUrl + path, {
    method,
    headers: {
      authorization: 'Bearer sk_test_sandbox',
      ...(form && !isStripe && { 'content-type': 'application/json' }),
    },
    ...(form && { body: isStripe ? new URLSearchParams({ ...form }) : JSON.stringify(form) }),
  })
  return (await response.json()) as T
}

/** Decides every open dispute: one is won, the next is lost. */
async function decideDisputes(world: EngineWorld): Promise<number> {
  interface Page {
    data: { id: string; status: string }[]
    has_more: boolean
  }
  const open: string[] = []
  for (let after = ''; ;) {
    const page = await call<Page>(
      world,
      'GET',
      `/v1/disputes?limit=100${after && `&starting_after=${after}`}`,
    )
    open.push(...page.data.filter(({ status }) => status === 'needs_response').map(({ id }) => id))
    after = page.data.at(-1)?.id ?? ''
    if (!page.has_more) break
  }
  for (const [index, id] of open.entries()) {
    const evidence = index % 2 === 0 ? 'winning_evidence' : 'losing_evidence'
    await call(world, 'POST', `/v1/disputes/${id}`, { 'evidence[uncategorized_text]': evidence })
  }
  return open.length
}

const count = async (world: EngineWorld, query: string): Promise<number> => {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from ${sql.raw(query)}`.execute(
    world.database.owner,
  )
  return Number(rows[0]?.count ?? 0n)
}

/** Tops up the wallets of a currency, by the sandbox's control and in our books. */
async function topUp(world: EngineWorld, position: Position, nth: number): Promise<void> {
  const { currency, provider } = position
  const [arrived, fee] = [500_000n + BigInt(nth), 1_234n + BigInt(nth)]
  const country = { LRD: 'LBR', GHS: 'GHA', SLE: 'SLE', USD: '' }[currency]
  const { balances } = await call<{ balances: { country: string; balance: string }[] }>(
    world,
    'GET',
    '/sandbox/pawapay/v2/wallet-balances',
  )
  const wallet = balances.find((one) => one.country === country)
  expect(provider, currency).not.toBeNull()
  const held = BigInt((wallet?.balance ?? '').replace('.', ''))
  await world.setFloat('pawapay', country, toMajorString(money(held + arrived - fee, currency)))
  const reference = `${currency}-${nth}`
  const paid = nth % 2 === 0 ? money(arrived + 50n, currency) : money(arrived / 10n, 'USD')
  await world.treasury.topUp({ account: 'pawapay', arrived: money(arrived, currency), paid, reference }, BY)
  const adjustment = { account: 'pawapay', amount: money(-fee, currency), as: 'provider_fees' as const }
  await world.treasury.adjust({ ...adjustment, reference: `fee-${reference}` }, BY)
  const conversion = { sold: money(12_345n, 'USD'), bought: money(arrived, currency) }
  await world.treasury.convert({ ...conversion, reference: `fx-${reference}` }, BY)
}

/** Books the opening balances of the sandbox's wallets. */
async function openWallets(world: EngineWorld): Promise<void> {
  const account = { GHS: 'pawapay', SLE: 'pawapay', LRD: 'mtn-momo-lr', USD: 'pawapay' }
  for (const { account: book, currency, difference } of await world.treasury.compare()) {
    if (book !== 'payout_float' || difference === null || difference === 0n) continue
    const amount = money(difference, currency)
    await world.treasury.adjust(
      { account: account[currency], amount, as: 'capital', reference: `opening ${currency}` },
      BY,
    )
  }
}

const ENDED = `transfers where state not in ('sent', 'refunded', 'cancelled') and hold_reason is null`
const UNDECIDED = `disputes d where not exists (
  select from ledger_entries e where e.transfer_id = d.id and e.kind in ('dispute_won', 'dispute_lost'))`

/** Sends transfers through the engine, one customer after another. */
async function sendAll(world: EngineWorld, transfers: number, say: (line: string) => void): Promise<void> {
  const froms = ['US', 'LR', 'SL', 'GH', 'US'] as const
  let [begun, ended] = [0, 0]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (begun < transfers) {
        const first = begun
        begun += Math.min(PER_SENDER, transfers - first)
        const from = froms[(first / PER_SENDER) % froms.length] ?? 'US'
        let sender = await world.sender(from)
        for (let nth = first; nth < Math.min(first + PER_SENDER, transfers); nth++) {
          await send(world, sender, from, nth)
          // A dispute puts the account on hold for new payments.
          if (planOf(nth).card === DISPUTED) sender = await world.sender(from)
          ended += 1
          if (ended % 500 === 0) say(`${ended} transfers paid`)
        }
      }
    }),
  )
}

/** The result of a run, and the positions at its end. */
export interface TreasuryRun {
  readonly positions: readonly Position[]
  readonly seconds: number
  /** How many entries of each kind were booked. */
  readonly entries: Readonly<Record<string, number>>
}

/**
 * Makes transfers on all corridors, with refunds and disputes, then top-ups, fees, conversions, and payouts to the
 * bank, and compares our books with the sandbox's balances once nothing is in transit.
 */
export async function playTreasury(
  world: EngineWorld,
  transfers: number,
  say: (line: string) => void = () => undefined,
): Promise<TreasuryRun> {
  const patience = { ...PATIENCE, timeout: PATIENCE.timeout + transfers * MOST_MS }
  await world.rails.refresh()
  await openWallets(world)
  const start = performance.now()
  await sendAll(world, transfers, say)
  await vi.waitFor(async () => expect(await count(world, ENDED)).toBe(0), patience)
  const seconds = (performance.now() - start) / 1000
  say(`all ended: ${(transfers / seconds).toFixed(1)} transfers a second`)
  const expected = Array.from({ length: transfers }, (_, nth) => planOf(nth)).filter(
    ({ card }) => card === DISPUTED,
  )
  let decided = 0
  await vi.waitFor(async () => {
    decided += await decideDisputes(world)
    expect(decided).toBe(expected.length)
  }, patience)
  await vi.waitFor(async () => {
    expect(await count(world, 'disputes')).toBe(expected.length)
    expect(await count(world, UNDECIDED)).toBe(0)
    expect(await count(world, ENDED)).toBe(0)
  }, patience)
  for (const [nth, position] of (await world.treasury.compare()).entries()) {
    if (position.account === 'payout_float') await topUp(world, position, nth)
  }
  await world.withClockAhead(3 * DAY_MS, async () => {
    const { id } = await call<{ id: string }>(world, 'POST', '/sandbox/stripe/payouts', { amount: 10_000 })
    await call(world, 'POST', '/sandbox/stripe/payouts/return', { balance_transaction: id })
    await call(world, 'POST', '/sandbox/stripe/payouts', { amount: 25_000 })
  })
  const positions = await vi.waitFor(async () => {
    const found = await world.treasury.compare()
    expect(found.filter(({ difference }) => difference !== 0n)).toEqual([])
    return found
  }, patience)
  const { rows } = await sql<{ kind: string; count: bigint }>`
    select kind, count(*) as count from ledger_entries group by kind order by kind`.execute(
    world.database.owner,
  )
  return {
    positions,
    seconds,
    entries: Object.fromEntries(rows.map(({ kind, count: many }) => [kind, Number(many)])),
  }
}
