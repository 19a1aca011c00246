import { calls } from '@sesa/contract'
import { HOMES, newNumber } from '../world/homes.ts'
import { deliverLost, openEveryCollector } from '../world/wallets.ts'
import { runJob, untilTransfer, type Scenario } from './stage.ts'

const attempt = (state: string): string =>
  `exists (select from collection_attempts a where a.transfer_id = transfers.id and a.state = '${state}')`
const RETURNED = `exists (select from collection_attempts a join ledger_entries e on e.transfer_id = a.entry_id
  where a.transfer_id = transfers.id and e.kind = 'refund')`

/** The carrier refunds no payer whose number ends like this. */
const NO_REFUND = '5089'

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
]
