import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from './world.ts'

const CLOSED = ['MTN_MOMO_LBR', 'AFRIMONEY_SLE']
const STILL_OPEN = `select 1 from collection_terms
  where collector = 'pawapay' and open and (country, network) in (('LR', 'mtn'), ('SL', 'afrimoney'))
  union all
  select 1 where (select count(*) from collection_terms where collector in ('mtn-momo-lr-collection', 'monime') and open) < 3`

/** Closes pawaPay for one network in each country, so that MTN and Monime take its payments. */
export async function openEveryCollector(world: World): Promise<void> {
  for (const provider of CLOSED) await world.providers.setDeposits(provider, 'CLOSED')
  do {
    await world.database.sql(
      "select graphile_worker.add_job('collectors_refresh', job_key => 'chaos refresh')",
    )
    await sleep(200)
  } while ((await world.database.sql(STILL_OPEN)).length > 0)
}

/** Requests that pawaPay may never have got. */
const LOST = `select a.id, a.amount, a.currency, a.phone,
    case a.country when 'LR' then 'ORANGE_LBR' else 'ORANGE_SLE' end as provider
  from collection_attempts a join transfers t on t.id = a.transfer_id
  where t.payment_intent_id = any($1) and a.collector = 'pawapay' and a.state in ('sent', 'never_arrived')`

type Lost = Record<'id' | 'currency' | 'phone' | 'provider', string> & { readonly amount: number }

/** Lets lost requests for these payments reach pawaPay after all; it ignores those that it has. */
export async function deliverLost(
  { database, providers }: World,
  payments: readonly string[],
): Promise<void> {
  for (const { id, amount, currency, phone, provider } of await database.sql<Lost>(LOST, [payments]))
    await providers.deposit({
      ...{ depositId: id, amount: (amount / 100).toFixed(2).replace(/\.00$/, ''), currency },
      payer: { type: 'MMO', accountDetails: { phoneNumber: phone.slice(1), provider } },
      ...{ clientReferenceId: 'S-LATE', customerMessage: 'Sesa late' },
    })
}
