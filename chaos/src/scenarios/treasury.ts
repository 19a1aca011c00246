import { officeCalls, type NewTreasuryEntry } from '@sesa/contract/office'
import { reason, together, withMembers } from './members.ts'
import { untilTransfer, type Scenario } from './stage.ts'

/** Numbers the staff references: none may be entered twice. */
let entered = 0

/** The card provider's movements are booked, and staff enter other movements. */
export const treasury: readonly Scenario[] = [
  {
    name: 'the worker books the card provider’s movements and compares the balances',
    movers: ['worker'],
    async play(stage) {
      const { world, newPerson, armed, drive } = stage
      const person = await newPerson()
      await person.open()
      await person.pay()
      await untilTransfer(stage, person, "state = 'sent'", () => drive(person))
      await armed()
      for (const task of ['treasury_read', 'treasury_compare']) {
        await world.database.sql('select graphile_worker.add_job($1, max_attempts => 5)', [task])
      }
      const left = `select 1 from graphile_worker.jobs where task_identifier like 'treasury_%' and attempts < max_attempts`
      while (world.worker.isAlive && (await world.database.sql(left)).length > 0) await stage.time.hurry()
    },
  },
  {
    name: 'staff enter a top-up, a conversion and a fee',
    movers: ['worker'],
    play: (stage) =>
      withMembers(stage, [['finance'], ['finance']], async (people) => {
        await stage.world.database.sql(`insert into float_wallets (account, country, currency)
          values ('pawapay', 'GH', 'GHS') on conflict do nothing`)
        entered += 1
        const of = { account: 'pawapay', reference: `chaos-${entered}` } as const
        const ghs = (amount: number) => ({ amount, currency: 'GHS' as const })
        const usd = (amount: number) => ({ amount, currency: 'USD' as const })
        const entries: readonly NewTreasuryEntry[] = [
          { kind: 'top_up', ...of, arrived: ghs(100_000), paid: usd(9_000) },
          { kind: 'conversion', sold: usd(10_000), bought: ghs(115_000), reference: of.reference },
          {
            kind: 'adjustment',
            ...of,
            amount: ghs(-1_250),
            as: 'provider_fees',
            reference: `${of.reference} fee`,
          },
        ]
        await stage.armed()
        for (const entry of entries)
          await together(stage, people, () =>
            people[0].call(officeCalls.requestTreasuryEntry, { body: { entry, reason } }),
          )
      }),
  },
]
