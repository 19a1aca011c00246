import { calls } from '@sesa/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { DISPUTED } from '../world/cards.ts'
import { aMinuteLater, untilTransfer, type Scenario } from './stage.ts'

/** Creates a scenario by the last digits of the recipient's number, which decide how the carrier behaves. */
const toEnding = (name: string, ending: string): Scenario => ({
  name,
  async play({ newPerson, armed, drive }) {
    const person = await newPerson()
    await person.open(ending)
    await armed()
    await person.pay()
    await drive(person)
  },
})

/** From a charged card to the recipient's wallet, or back. */
export const payouts: readonly Scenario[] = [
  toEnding('sent', '1234'),
  toEnding('the wallet is full', '0005'),
  toEnding('the carrier’s answer is lost', '0003'),
  toEnding('the request to pay out is lost', '0004'),
  {
    name: 'the pay-out stays pending for a minute',
    async play({ world, newPerson, armed, drive }) {
      const person = await newPerson()
      await person.open('0002')
      await armed()
      await person.pay()
      const finish = sleep(500).then(() => aMinuteLater(world, () => sleep(300)))
      await drive(person)
      await finish
    },
  },
  {
    name: 'the carrier rejects a request as unavailable and accepts a later one',
    async play({ world, newPerson, armed, drive }) {
      const person = await newPerson()
      await person.open()
      await armed()
      await world.providers.fault({ target: 'payout', mode: 'unavailable', count: 2 })
      await person.pay()
      await drive(person)
    },
  },
  {
    name: 'the customer cancels before the carrier accepts the request',
    async play({ world, newPerson, mover, armed, drive }) {
      const person = await newPerson()
      await person.open()
      await armed()
      await world.providers.fault({ target: 'payout', mode: 'unavailable', count: 1_000 })
      await person.pay()
      if (mover === 'server') await person.follow(calls.complete)
      await sleep(400)
      await person.cancel()
      await world.providers.clearFaults()
      await drive(person)
    },
  },
  {
    name: 'another release left a transfer at paid',
    async play({ world, newPerson, mover, armed, drive, crashAt }) {
      const { sql } = world.database
      const person = await newPerson()
      await person.open()
      await crashAt('payouts.send:before', async () => {
        await person.pay()
        if (mover === 'server') await person.follow(calls.complete)
      })
      const own = 'select id from transfers where payment_intent_id = $1'
      await sql(`delete from payout_attempts where transfer_id in (${own})`, [person.intent?.id])
      await sql('alter table transfer_events disable trigger user')
      await sql(`delete from transfer_events where to_state = 'paying_out' and transfer_id in (${own})`, [
        person.intent?.id,
      ])
      await sql('alter table transfer_events enable trigger user')
      await sql(`update transfers set state = 'paid' where id in (${own})`, [person.intent?.id])
      await armed()
      await drive(person)
    },
  },
  {
    name: 'a process dies before recording whether the pay-out request went out',
    async play({ newPerson, mover, armed, drive, crashAt }) {
      const person = await newPerson()
      await person.open()
      await crashAt('payouts.send:before', async () => {
        await person.pay()
        if (mover === 'server') await person.follow(calls.complete)
      })
      await armed()
      await drive(person)
    },
  },
  {
    name: 'the carrier pays after it reported a failure',
    async play(stage) {
      const { world, time, newPerson, mover, armed, drive, crashAt, payAfterAll } = stage
      const person = await newPerson()
      await person.open('0005')
      // A failure callback handled after the books changed would look like a late pay-out.
      await world.providers.fault({ target: 'webhook', mode: 'drop', count: 20 })
      await crashAt('transfers.read_failed_payout:before', async () => {
        await person.pay()
        if (mover === 'server') await person.follow(calls.complete)
        await untilTransfer(stage, person, "state = 'payout_failed'", time.hurry)
        // The dead worker's lease is still valid: the next worker queries the carrier later.
        await payAfterAll(person, 'says nothing')
      })
      await armed()
      await drive(person)
    },
  },
  {
    name: 'the carrier pays after the customer got the money back',
    async play(stage) {
      const { newPerson, armed, drive, payAfterAll } = stage
      const person = await newPerson()
      await person.open('0005')
      await person.pay()
      await drive(person)
      await armed()
      await payAfterAll(person, 'tells')
      await untilTransfer(stage, person, "hold_reason = 'late_payout'", () => drive(person))
    },
  },
  {
    name: 'the charge is disputed before a lost request to pay out is sent again',
    async play(stage) {
      const { time, mover, newPerson, armed, crashAt } = stage
      const person = await newPerson()
      await person.open('0004')
      // The dispute opens a second after the charge.
      await crashAt('payouts.send:before', async () => {
        await person.pay(DISPUTED)
        if (mover === 'server') await person.follow(calls.complete)
      })
      // On a slow machine the dispute opens before the charge is read, and holds the transfer at once.
      await untilTransfer(stage, person, "late_events_pending or hold_reason = 'disputed'")
      await armed()
      let looks = 0
      await untilTransfer(stage, person, "hold_reason = 'disputed'", async () => {
        await time.hurry()
        if (mover === 'server') await person.follow(calls.complete)
        // For a while the request may still be in flight, whether its answer was lost or its worker died.
        if (looks++ <= 15) return
        await time.ageRequests()
        await time.ageUnanswered()
      })
    },
  },
  {
    name: 'a pay-out stays unresolved for a day, then arrives',
    movers: ['worker'],
    async play(stage) {
      const { world, newPerson, armed, drive } = stage
      const person = await newPerson()
      await person.open('0002')
      await person.pay()
      await untilTransfer(stage, person, "state = 'paying_out' and lease_token is null")
      await world.database.sql(
        "update transfers set state_changed_at = now() - interval '25 hours', next_step_at = now() where payment_intent_id = $1",
        [person.intent?.id],
      )
      await untilTransfer(stage, person, "hold_reason = 'payout_unresolved'")
      await armed()
      await aMinuteLater(world, () => untilTransfer(stage, person, 'hold_reason is null'))
      await drive(person)
    },
  },
]
