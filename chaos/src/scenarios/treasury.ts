import { SIGNED, untilTransfer, type Scenario } from './stage.ts'

/** Numbers the references of staff: none may be entered twice. */
let entered = 0

/** The card provider's movements are booked, and staff enter what moved elsewhere. */
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
    name: 'staff enter a top-up, a conversion and a fee, and compare',
    movers: ['worker'],
    async play({ armed, operate, world }) {
      await world.database.sql(`insert into float_wallets (account, country, currency)
        values ('pawapay', 'GH', 'GHS') on conflict do nothing`)
      entered += 1
      const enter = (...command: readonly string[]) =>
        // An action that was cut off after its commit is refused the second time, since its reference is taken.
        operate('treasury', ...command, '--reference', `chaos-${entered}-${command[0]}`, ...SIGNED).catch(
          (error: unknown) => world.log.note(String(error)),
        )
      await armed()
      await enter('top-up', 'pawapay', '--arrived', 'GHS 1000', '--paid', 'USD 90')
      await enter('convert', '--sold', 'USD 100', '--bought', 'GHS 1150')
      await enter('adjust', 'pawapay', '--amount', 'GHS -12.50', '--as', 'fee')
      // It exits with 1 where the sandbox's wallets were never topped up in our books.
      await operate('treasury', 'compare').catch((error: unknown) => world.log.note(String(error)))
    },
  },
]
