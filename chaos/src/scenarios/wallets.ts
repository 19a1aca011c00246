import { calls } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import { HOMES, newNumber } from '../world/homes.ts'
import type { Person } from '../world/person.ts'
import { deliverLost, openEveryCollector } from '../world/wallets.ts'
import { reason, together, withMembers } from './members.ts'
import { aboutTransfer } from './staff.ts'
import { runJob, untilTransfer, type Scenario, type Stage } from './stage.ts'

const attempt = (state: string): string =>
  `exists (select from collection_attempts a where a.transfer_id = transfers.id and a.state = '${state}')`
const RETURNED = `exists (select from collection_attempts a join ledger_entries e on e.transfer_id = a.entry_id
  where a.transfer_id = transfers.id and e.kind = 'refund')`

/** The carrier refunds no payer whose number ends like this. */
const NO_REFUND = '5089'

/** Pays from a wallet; a rule then delays the pay-out, which asks about the payment again. */
export async function payDelayed(stage: Stage): Promise<Person> {
  const { world, mover, newPerson } = stage
  const person = await newPerson('LR')
  await person.open(undefined, { wallet: true })
  await world.database.sql('update transfers set payout_delay_minutes = 30 where payment_intent_id = $1', [
    person.intent?.id,
  ])
  await person.payByPhone()
  await untilTransfer(stage, person, "state = 'paid'", async () => {
    if (mover === 'server') await person.follow(calls.complete)
  })
  return person
}

/** Changes pawaPay's books about the payment of a person's newest transfer. */
async function changePayment({ world, changeBooks }: Stage, person: Person, change: string): Promise<void> {
  const [row] = await world.database.sql<{ id: string }>(
    'select collection_id as id from transfers where payment_intent_id = $1',
    [person.intent?.id],
  )
  await changeBooks((books) => void books.prepare(`${change} where reference = ?`).run(row?.id ?? ''))
}

/** Paying from wallets, and giving back what they paid. */
export const wallets: readonly Scenario[] = [
  {
    name: 'a transfer is paid from a wallet',
    async play({ newPerson, armed, drive }) {
      const person = await newPerson('LR')
      await armed()
      await person.open(undefined, { wallet: true })
      await person.payByPhone()
      await drive(person)
    },
  },
  {
    name: 'a request to pay times out, is cancelled, and is approved after all',
    async play({ world, newPerson, armed, drive }) {
      const person = await newPerson('LR')
      await armed()
      await person.open(undefined, { wallet: true })
      await world.providers.fault({ target: 'collection', mode: 'time_out_after', count: 1 })
      await person.payByPhone()
      await person.cancel()
      await drive(person)
    },
  },
  {
    name: 'a code is taken back, a second one is paid, and the payment is given back',
    async play({ world, newPerson, armed, drive }) {
      await openEveryCollector(world)
      const person = await newPerson('SL/afrimoney')
      await person.handset.set('auto')
      await armed()
      await person.open('0005', { wallet: true })
      await person.payByPhone()
      await person.stopPaying()
      await person.payByPhone()
      await person.dial()
      await drive(person)
    },
  },
  {
    name: 'a request to pay is lost, another one pays, and the first one arrives late',
    movers: ['worker'],
    async play(stage) {
      const { world, newPerson, time, armed, drive } = stage
      const person = await newPerson('LR')
      await armed()
      await person.open(undefined, { wallet: true })
      await world.providers.fault({ target: 'collection', mode: 'time_out_before', count: 1 })
      await person.payByPhone()
      await untilTransfer(stage, person, attempt('never_arrived'), async () => {
        await time.ageRequests()
        await time.hurry()
      })
      await person.payByPhone()
      await drive(person)
      await deliverLost(world, [...person.payments])
      await untilTransfer(stage, person, RETURNED, () => runJob(stage, 'return_extra_payments'))
    },
  },
  {
    name: 'a wallet does not take its refund, and the customer names another one',
    // Only a worker sends the code.
    movers: ['worker'],
    async play({ newPerson, armed, drive }) {
      const person = await newPerson('LR')
      const phone = newNumber('LR', NO_REFUND)
      await armed()
      await person.addPayerNumber(phone)
      await person.open('0005', { wallet: phone })
      await person.payByPhone()
      await drive(person)
      const params = { payment_id: person.intent?.id ?? '' }
      const body = { network: HOMES.LR.network, phone: person.phone }
      await person.call(calls.setRefundNumber, { params, body })
      await drive(person)
      await person.call(calls.removePayerNumber, { params: { phone } })
    },
  },
  {
    name: 'a payment from a wallet is compared with the carrier’s books',
    movers: ['worker'],
    async play({ world, newPerson, armed, operate, drive }) {
      const person = await newPerson('LR')
      await person.open(undefined, { wallet: true })
      await person.payByPhone()
      await drive(person)
      await armed()
      await operate('reconcile', '--settle-minutes', '0').catch((error: unknown) =>
        world.log.note(String(error)),
      )
    },
  },
  {
    name: 'a payment from a wallet is asked about again before a delayed pay-out',
    async play(stage) {
      const person = await payDelayed(stage)
      await stage.armed()
      await stage.drive(person)
    },
  },
  {
    name: 'a carrier reports another amount before the pay-out',
    async play(stage) {
      const person = await payDelayed(stage)
      await changePayment(stage, person, "update collections set wire = json_set(wire, '$.amount', '999999')")
      await stage.armed()
      await untilTransfer(stage, person, "hold_reason = 'payment_mismatch'", () => stage.drive(person))
    },
  },
  {
    name: 'a carrier takes a payment back before the pay-out, and staff close the transfer',
    // The worker carries out what was approved.
    movers: ['worker'],
    play: (stage) =>
      withMembers(stage, [['finance'], ['finance']], async (people) => {
        const person = await payDelayed(stage)
        await changePayment(
          stage,
          person,
          "update collections set status = 'failed', failure = 'REVERSED', refunded = amount",
        )
        await stage.armed()
        await untilTransfer(stage, person, "hold_reason = 'refunded_elsewhere'", () => stage.drive(person))
        const about = await aboutTransfer(stage, person)
        await together(stage, people, () => people[0].call(officeCalls.requestRefund, about))
        await stage.drive(person)
      }),
  },
  {
    name: 'a network says nothing for a day, and two people record its letter',
    movers: ['worker'],
    play: (stage) =>
      withMembers(stage, [['finance'], ['finance']], async (people) => {
        const { world, armed, drive } = stage
        const person = await stage.newPerson('LR')
        await person.handset.set('ignore')
        await person.open(undefined, { wallet: true })
        await person.payByPhone()
        await world.database.sql(
          `update transfers set state_changed_at = now() - interval '25 hours', next_step_at = now(),
            quote_expires_at = now() - interval '24 hours' where payment_intent_id = $1`,
          [person.intent?.id],
        )
        await untilTransfer(stage, person, "hold_reason = 'collection_unresolved'")
        const { params } = await aboutTransfer(stage, person)
        await armed()
        const body = { paid: null, evidence: 'PP-2026-118', reason }
        await together(stage, people, () => people[0].call(officeCalls.requestAnswer, { params, body }))
        await drive(person)
      }),
  },
]
