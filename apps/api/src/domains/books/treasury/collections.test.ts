import { money, type Money } from '@sesa/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forge } from '../../../db/testing.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { payByWallet } from '../../../testing/paid-by-wallet.ts'
import { readFloat, walletName } from '../../payouts/index.ts'
import { checkInvariants } from '../reconciliation/index.ts'
import type { OnItsWay } from './on-its-way.ts'
import { readPositions } from './positions.ts'
import { planTopUps } from './top-ups.ts'

const BY = { staff: 'Ama Boateng', reason: 'Moved in the partner portal' }
const ACCOUNT = 'mtn-momo-lr-collection'
const usd = (minor: bigint): Money => money(minor, 'USD')

let world: EngineWorld
let attempt: string
beforeAll(async () => {
  world = await startEngineWorld()
  const opened = await (await world.sender()).open()
  await world.pay(opened)
  await world.reaches(opened, 'sent')
  attempt = await payByWallet(world.database, opened, 'collection_float')
})
afterAll(() => world.close())

/** Stores the carrier's balance of collections, as if it was read now, and returns our position of it. */
async function positionAt(balance: bigint) {
  await sql`insert into float_wallets (account, country, currency, balance, asked_at) values (${ACCOUNT}, '', 'USD', ${balance}, now())
    on conflict (account, country, currency) do update set balance = excluded.balance, asked_at = now()`.execute(
    world.database.owner,
  )
  const positions = await readPositions(world.database.office, 'stripe')
  expect(
    positions.filter(({ account }) => account === 'payout_float').flatMap(({ held }) => held),
  ).not.toContain(ACCOUNT)
  const found = positions.find(({ account }) => account === 'collection_float')
  if (found === undefined) throw new Error('No position of collections')
  return found
}

const bookedLater = (interval: string) =>
  forge(
    world.database.owner,
    sql`update ledger_entries set created_at = now() - ${interval}::interval where kind = 'capture'`,
  )

describe('a carrier’s account of collections', () => {
  it('is compared with our books apart from the pay-outs', async () => {
    await bookedLater('1 hour')
    expect(await positionAt(5_000n)).toMatchObject({
      ...{ held: [ACCOUNT], ledger: 5_000n, difference: 0n, state: 'equal', onItsWay: [] },
    })
    expect(await positionAt(4_999n)).toMatchObject({ difference: -1n, state: 'differs' })
  })

  it('may hold what an open request collects, which is no money yet', async () => {
    const { owner } = world.database
    await sql`insert into collection_attempts (transfer_id, number, collector, country, network, phone, amount, currency, state)
      select transfer_id, 7, collector, country, network, phone, 700, currency, 'open' from collection_attempts
      where id = ${attempt}`.execute(owner)
    const position = await positionAt(5_700n)
    expect(position).toMatchObject({ ledger: 5_000n, difference: 700n, state: 'settling' })
    expect(position.onItsWay).toMatchObject([{ kind: 'collection', direction: 'in', missing: 'books' }])
    await sql`delete from collection_attempts where number = 7`.execute(owner)
    expect(await positionAt(5_700n)).toMatchObject({ state: 'differs' })
  })

  it('is not planned with while it is open', async () => {
    const { office } = world.database
    await world.float.refresh()
    const [found] = (await readFloat(office)).filter(
      ({ account, country }) => account === 'pawapay' && country === 'GH',
    )
    if (found === undefined) throw new Error('No wallet of pawaPay in Ghana')
    const wallet = { ...found, available: money(0n, 'GHS'), largest: 1_500_000n }
    const planWith = async (kind: string | null) => {
      const own = { wallet: walletName(wallet), reference: 'S-1', kind: kind ?? '', at: new Date() }
      const movement: OnItsWay = {
        ...{
          ...own,
          book: 'payout_float',
          amount: money(10n ** 12n, 'GHS'),
          direction: 'in',
          missing: 'books',
        },
      } as const
      const movements = kind === null ? [] : [movement]
      return (await planTopUps(office, { wallets: [wallet], movements, rates: null })).size
    }
    expect([await planWith(null), await planWith('collection'), await planWith('top_up')]).toEqual([1, 1, 0])
  })

  it('may lack a charge that our books have since its balance was read', async () => {
    await bookedLater('-1 minute')
    expect(await positionAt(0n)).toMatchObject({ state: 'settling', difference: -5_000n })
    await bookedLater('1 hour')
    expect(await positionAt(0n)).toMatchObject({ state: 'differs' })
  })

  it('gives nothing back itself: a refund is on its way out of the account of disbursements', async () => {
    const { owner, office } = world.database
    await sql`insert into float_wallets (account, country, currency, balance, asked_at)
      values ('mtn-momo-lr-disbursement', 'LR', 'USD', 5000, now())`.execute(owner)
    await sql`insert into collection_refunds (attempt_id, amount) values (${attempt}, 700)`.execute(owner)
    const moving = (await readPositions(office, 'stripe')).flatMap(({ account, onItsWay }) =>
      onItsWay.filter(({ kind }) => kind === 'refund').map(({ wallet, amount }) => [account, wallet, amount]),
    )
    expect(moving).toEqual([['payout_float', 'mtn-momo-lr-disbursement/LR/USD', usd(700n)]])
    await sql`delete from collection_refunds`.execute(owner)
    await sql`delete from float_wallets where account = 'mtn-momo-lr-disbursement'`.execute(owner)
  })

  it('gives its money to the pay-outs, less what the carrier keeps, by an entry of two people', async () => {
    await positionAt(5_000n)
    const moved = { account: ACCOUNT, arrived: usd(4_000n), paid: usd(4_050n), reference: 'portal 7' }
    await world.treasury.topUp(moved, BY)
    const { rows } = await sql<{ line: string }>`
      select concat_ws(' ', e.kind, p.from_account, p.to_account, p.amount) as line
      from ledger_entries e join ledger_postings p on p.entry_id = e.id where e.kind = 'top_up' order by p.id`.execute(
      world.database.owner,
    )
    expect(rows.map(({ line }) => line)).toEqual([
      'top_up payout_float:USD collection_float:USD 4000',
      'top_up provider_fees:USD collection_float:USD 50',
    ])
    const before = await positionAt(5_000n)
    expect(before).toMatchObject({ ledger: 950n, difference: 4_050n, state: 'settling' })
    expect(before.onItsWay).toMatchObject([{ reference: 'portal 7', direction: 'out', amount: usd(4_050n) }])
    expect(await positionAt(950n)).toMatchObject({ state: 'equal' })
    const found = await checkInvariants(world.database.owner)
    expect(found.flatMap(({ id, name, offending }) => (offending.length > 0 ? `${id} ${name}` : []))).toEqual(
      [],
    )
  })

  it('is adjusted by itself', async () => {
    await world.treasury.adjust(
      { account: ACCOUNT, amount: usd(-50n), as: 'provider_fees', reference: 'fee 7' },
      BY,
    )
    expect(await positionAt(900n)).toMatchObject({ ledger: 900n, state: 'equal' })
    const found = await checkInvariants(world.database.owner)
    expect(found.flatMap(({ id, name, offending }) => (offending.length > 0 ? `${id} ${name}` : []))).toEqual(
      [],
    )
  })

  it('cannot give more than left it, nor another currency', async () => {
    const entry = { kind: 'top_up', account: ACCOUNT, reference: 'portal 8' } as const
    await expect(world.treasury.check({ ...entry, arrived: usd(2n), paid: usd(1n) })).rejects.toThrow()
    await expect(
      world.treasury.check({ ...entry, arrived: money(100n, 'LRD'), paid: usd(1n) }),
    ).rejects.toMatchObject({ message: expect.stringContaining('in its own currency') as string })
  })
})
