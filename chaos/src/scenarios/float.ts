import { officeCalls } from '@sesa/contract/office'
import type { Person } from '../world/person.ts'
import { reason, withMembers } from './members.ts'
import { untilTransfer, type Scenario, type Stage } from './stage.ts'
import { payDelayed } from './wallets.ts'

const FULL = '100000000000.00'

/** Waits for the end of a transfer that a top-up covers: the worker continues by itself; while it is frozen, staff release it. */
async function goOn(stage: Stage, person: Person, end: 'sent' | 'refunded'): Promise<void> {
  const { world, mover, drive } = stage
  if (mover === 'server')
    await withMembers(stage, [['finance']], async ([member]) => {
      await member.call(officeCalls.releaseStopped, { body: { reason } })
    })
  await untilTransfer(stage, person, `state = '${end}'`, async () => {
    if (mover === 'worker') await world.database.sql("select graphile_worker.add_job('float_refresh')")
    await drive(person)
  })
}

/** The float runs out without our knowing, and is topped up. */
export const float: readonly Scenario[] = [
  {
    name: 'the float runs empty, and the transfer goes on after a top-up',
    async play(stage) {
      const { world, newPerson, armed, drive } = stage
      const person = await newPerson()
      await person.open()
      // The next balance changes the wallets' state for staff.
      await world.database.sql("update float_wallets set state = 'low'")
      await armed()
      try {
        await world.providers.setFloat('GHA', '0.00')
        await person.pay()
        await untilTransfer(stage, person, "hold_reason = 'payout_float_empty'", () => drive(person))
      } finally {
        await world.providers.setFloat('GHA', FULL)
        // The refusal closes the network until the next balance, for the next customer as well.
        await world.database.sql('update float_reservations set refused_at = null')
      }
      await goOn(stage, person, 'sent')
    },
  },
  {
    name: 'the float is too low for the refund of a wallet, and is topped up',
    async play(stage) {
      const { world, armed, drive } = stage
      const person = await payDelayed(stage)
      await armed()
      try {
        await world.providers.setFloat('LBR', '0.00')
        await person.cancel()
        await untilTransfer(stage, person, "hold_reason = 'refund_float_empty'", () => drive(person))
      } finally {
        await world.providers.setFloat('LBR', FULL)
      }
      await goOn(stage, person, 'refunded')
    },
  },
  {
    name: 'staff look at the float and set when they are alerted',
    movers: ['worker'],
    play: (stage) =>
      withMembers(stage, [['finance']], async ([member]) => {
        await stage.world.database.sql(`insert into float_wallets (account, country, currency)
          values ('pawapay', 'GH', 'GHS') on conflict do nothing`)
        await stage.armed()
        await member.ask(officeCalls.listFloats)
        const wallet = { account: 'pawapay', country: 'GH', currency: 'GHS' } as const
        const amount = { amount: 100_000, currency: 'GHS' } as const
        await member.call(officeCalls.setAlertLevel, { body: { wallet, amount, reason } })
        await member.call(officeCalls.releaseStopped, { body: { reason } })
      }),
  },
]
