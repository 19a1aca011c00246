import { calls } from '@sesa/contract'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DECLINED, DISPUTED, REFUND_FAILS_LATER } from '../world/cards.ts'
import type { Person } from '../world/person.ts'
import { untilReturned, untilTransfer, type Scenario, type Stage } from './stage.ts'

/** The card form's parameters when the customer ticks the checkbox. */
const CONSENT = { setup_future_usage: 'on_session', 'payment_method_data[allow_redisplay]': 'always' }

/** The sandbox opens the dispute a second after the charge. */
const DISPUTE_MS = 1_300

async function opened({ newPerson }: Stage, ending?: string): Promise<Person> {
  const person = await newPerson()
  await person.open(ending)
  return person
}

/** Opening, paying, closing and refunding card payments. */
export const payments: readonly Scenario[] = [
  {
    name: 'a transfer is opened and paid',
    async play({ newPerson, armed, drive }) {
      const person = await newPerson('US')
      await armed()
      await person.open()
      await person.pay()
      await drive(person)
    },
  },
  {
    name: 'a card is declined and another one is charged',
    async play(stage) {
      const { world, newPerson, time, mover, armed, drive } = stage
      const person = await newPerson()
      await armed()
      await person.open()
      // Without the webhook, which also counts the decline, the mover finds it.
      await world.providers.fault({ target: 'webhook', mode: 'drop', count: 1 })
      await person.pay(DECLINED)
      const counted = 'exists (select from card_declines d where d.transfer_id = transfers.id)'
      await untilTransfer(stage, person, counted, async () => {
        await time.hurry()
        if (mover === 'server') await person.follow(calls.complete)
      })
      await person.pay()
      await drive(person)
    },
  },
  {
    name: 'a bank does not pay a debit, and pays the next one',
    async play(stage) {
      const { world, newPerson, time, mover, armed, drive } = stage
      const person = await newPerson('US')
      await armed()
      for (const outcome of ['fail', 'succeed'] as const) {
        await person.open(undefined, { debit: true })
        await person.authorizeDebit()
        await untilTransfer(stage, person, 'debit_started_at is not null', async () => {
          await time.hurry()
          if (mover === 'server') await person.follow(calls.complete)
        })
        await world.providers.answerDebit(person.intent?.id ?? '', outcome)
        await drive(person)
      }
    },
  },
  {
    name: 'a customer saves a card, removes it and closes the account',
    movers: ['worker'],
    async play({ world, newPerson, armed, drive }) {
      const person = await newPerson()
      await armed()
      await person.open(undefined, { saves: true })
      await person.pay(undefined, undefined, CONSENT)
      await drive(person)
      const { cards } = await person.ask(calls.listCards)
      for (const { id } of cards) await person.call(calls.removeCard, { params: { id } })
      // The profile is erased with the account.
      world.log.acknowledged.names.delete(person.phone)
      await person.call(calls.deleteUser)
    },
  },
  {
    name: 'a card is kept without consent after another one was declined',
    movers: ['worker'],
    async play({ newPerson, armed, drive }) {
      const person = await newPerson()
      await armed()
      await person.open(undefined, { saves: true })
      await person.pay(DECLINED, undefined, CONSENT)
      await person.pay()
      await drive(person)
    },
  },
  {
    name: 'a payment is checked before the customer pays',
    async play(stage) {
      const { newPerson, time, mover, armed, drive } = stage
      const person = await newPerson()
      await armed()
      await person.open()
      await untilTransfer(stage, person, 'attempts > 0 and lease_token is null', async () => {
        await time.hurry()
        if (mover === 'server') await person.follow(calls.complete)
      })
      await person.pay()
      await drive(person)
    },
  },
  {
    name: 'the request to open a payment times out and is sent again',
    async play({ world, newPerson, armed, drive }) {
      const person = await newPerson()
      await armed()
      await world.providers.fault({ target: 'card', mode: 'time_out_before', count: 1 })
      await person.open()
      await person.pay()
      await drive(person)
    },
  },
  {
    name: 'the answer to an opened payment is lost, and the customer does not return',
    async play({ world, newPerson, time, mover, armed, drive }) {
      const person = await newPerson()
      await person.open()
      await person.pay()
      await drive(person)
      await armed()
      await world.providers.fault({ target: 'card', mode: 'time_out_after', count: 1 })
      await person.open(undefined, { patience: 'none' })
      await time.expireQuotes()
      // Before it opens another payment, the server checks the one that blocks it.
      if (mover === 'server') await person.open()
      await time.expireQuotes()
      await drive(person)
    },
  },
  {
    name: 'a payment was never opened, and the customer does not return',
    async play({ world, newPerson, time, mover, armed, drive }) {
      const person = await newPerson()
      await armed()
      await world.providers.fault({ target: 'card', mode: 'time_out_before', count: 1 })
      await person.open(undefined, { patience: 'none' })
      await time.expireQuotes()
      if (mover === 'server') await person.open()
      await time.expireQuotes()
      await drive(person)
    },
  },
  {
    name: 'a payment was never opened, its price runs out, and the card provider repeats its 500',
    movers: ['server'],
    async play({ world, newPerson, time, armed, drive }) {
      const person = await newPerson()
      const opening = { key: randomUUID(), patience: 'none' } as const
      await armed()
      await world.providers.fault({ target: 'card', mode: 'error_500', count: 1 })
      await person.open(undefined, opening)
      await time.expireQuotes()
      await world.providers.fault({ target: 'card', mode: 'error_500', count: 1 })
      await person.open(undefined, opening)
      await person.open()
      await time.expireQuotes()
      await drive(person)
    },
  },
  {
    name: 'an unpaid price runs out',
    async play(stage) {
      const person = await opened(stage)
      await stage.armed()
      await stage.time.hurry()
      await person.follow(calls.complete)
      await sleep(200)
      await stage.time.expireQuotes(person.intent?.id)
      await stage.drive(person)
    },
  },
  {
    name: 'a new transfer replaces an unpaid one',
    async play(stage) {
      const person = await opened(stage)
      await stage.armed()
      await person.open()
      await person.pay()
      await stage.drive(person)
    },
  },
  {
    name: 'the card is charged long after the price has run out',
    async play(stage) {
      const person = await opened(stage)
      await stage.world.providers.fault({ target: 'webhook', mode: 'drop', count: 2 })
      await stage.world.database.sql(
        "update transfers set next_step_at = now() + interval '1 hour' where payment_intent_id = $1",
        [person.intent?.id],
      )
      await person.pay()
      await stage.time.expireQuotes(person.intent?.id, 12)
      await stage.armed()
      await stage.drive(person)
    },
  },
  {
    name: 'another amount is charged than was quoted',
    async play(stage) {
      const person = await opened(stage)
      await stage.world.providers.merchant(`/payment_intents/${person.intent?.id}`, { amount: '120000' })
      await stage.armed()
      await person.pay()
      await stage.drive(person)
    },
  },
  {
    name: 'the card provider refuses the refund',
    async play(stage) {
      const { world } = stage
      const person = await opened(stage, '0005')
      // The dispute's webhooks are dropped, so the refusal is its only sign.
      await world.providers.fault({ target: 'webhook', mode: 'drop', count: 20 })
      await stage.crashAt('cards.list_refunds:before', async () => {
        await person.pay(DISPUTED)
        if (stage.mover === 'server') await person.follow(calls.complete)
      })
      await sleep(DISPUTE_MS)
      await stage.armed()
      await stage.drive(person)
    },
  },
  {
    name: 'a card holder disputes the charge',
    async play(stage) {
      const person = await opened(stage)
      await person.pay(DISPUTED)
      await stage.drive(person)
      await stage.armed()
      await sleep(DISPUTE_MS)
      await stage.drive(person)
    },
  },
  {
    name: 'a refund is returned',
    movers: ['worker'],
    async play(stage) {
      const person = await opened(stage, '0005')
      await person.pay(REFUND_FAILS_LATER)
      await stage.drive(person)
      await stage.armed()
      await untilReturned(stage, person, 1)
    },
  },
  {
    name: 'an internal error stops a step',
    async play(stage) {
      const { sql } = stage.world.database
      const person = await opened(stage)
      await sql(`create or replace function chaos_refuses() returns trigger language plpgsql
        as $$ begin raise exception 'planted'; end $$`)
      await sql(
        'create trigger chaos_refuses before insert on ledger_entries for each row execute function chaos_refuses()',
      )
      await stage.armed()
      await person.pay()
      if (stage.mover === 'server') await person.follow(calls.complete)
      await sleep(500)
      await sql('drop trigger chaos_refuses on ledger_entries')
      await stage.drive(person)
    },
  },
  {
    name: 'the customer cancels before paying',
    async play(stage) {
      const person = await opened(stage)
      await stage.armed()
      await person.cancel()
      await stage.drive(person)
    },
  },
  {
    name: 'the customer cancels before the pay-out begins',
    async play(stage) {
      const person = await opened(stage)
      await stage.armed()
      await person.pay()
      await person.cancel()
      await stage.drive(person)
    },
  },
]
