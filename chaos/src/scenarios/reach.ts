import { calls } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '../world/person.ts'
import { reason, together, withMembers } from './members.ts'
import type { Scenario, Stage } from './stage.ts'
import { aboutTransfer } from './staff.ts'

/** Staff changes of where we send and at which price. */
export const reachScenarios: readonly Scenario[] = [
  {
    name: 'staff route a network, pay by hand, and close and open a rail',
    play: (stage) =>
      withMembers(stage, [['engineer'], ['compliance']], async (people) => {
        const { world } = stage
        const [engineer] = people
        const to = { country: 'GH', network: 'mtn' } as const
        const route = (...rails: string[]) =>
          together(stage, people, () =>
            engineer.call(officeCalls.requestRoute, { body: { to, rails, reason } }),
          )
        // The worker carries out orders of two people, before and after it is frozen.
        if (stage.mover === 'worker') await stage.armed()
        await route('manual')
        try {
          const person = await stage.newPerson()
          if (stage.mover === 'server') await stage.armed()
          await person.open()
          await person.pay()
          await untilAsked(stage, person)
          await engineer.ask(officeCalls.listManualPayouts)
          const { params } = await aboutTransfer(stage, person)
          const failed = { outcome: 'failed', reason } as const
          await engineer.call(officeCalls.endManualPayout, { params, body: failed })
          await stage.drive(person)
          const closing = { to: null, words: 'We are not paying by hand today.', reason }
          await engineer.call(officeCalls.closeRail, { params: { rail: 'manual' }, body: closing })
        } finally {
          // Restore the original routes.
          world.worker.signal('SIGCONT')
          await route('pawapay', 'mtn-momo-gh')
          const open = { params: { rail: 'pawapay' }, body: { to: null, reason } }
          await together(stage, people, () => engineer.call(officeCalls.requestOpenRail, open))
        }
      }),
  },
  {
    name: 'staff close a corridor and open it again',
    movers: ['worker'],
    play: (stage) =>
      withMembers(stage, [['engineer'], ['compliance']], async (people) => {
        const params = { sender: 'LR', recipient: 'GH' } as const
        const [engineer] = people
        const closing = { params, body: { words: 'Not available today.', reason } }
        await stage.armed()
        await together(stage, people, () => engineer.call(officeCalls.requestCloseCorridor, closing))
        const opening = { params, body: { reason } }
        await together(stage, people, () => engineer.call(officeCalls.requestOpenCorridor, opening))
      }),
  },
  {
    name: 'staff set other prices, and check the product',
    movers: ['worker'],
    async play(stage) {
      const { armed, operate, world } = stage
      const list = JSON.parse(await readFile('docs/prices.example.json', 'utf8')) as Record<string, unknown>
      await armed()
      try {
        await withMembers(stage, [['finance'], ['finance']], (people) =>
          together(stage, people, () =>
            people[0].call(officeCalls.requestPrices, { body: { list, reason } }),
          ),
        )
        // It exits with 1, since there is a problem with this sandbox's address.
        await operate('doctor').catch((error: unknown) => world.log.note(String(error)))
      } finally {
        const first = `select kind, key, body from policies where kind = 'prices' order by version limit 1`
        await world.database.sql(`insert into policies (kind, key, body) ${first}`)
      }
    },
  },
]

/** Waits until a pay-out waits for staff, whichever process moves the transfer. */
async function untilAsked(stage: Stage, person: Person): Promise<void> {
  const asked = 'select 1 from manual_payouts where outcome is null'
  while ((await stage.world.database.sql(asked)).length === 0) {
    await stage.time.hurry()
    if (stage.mover === 'server') await person.follow(calls.complete)
    await sleep(50)
  }
}
