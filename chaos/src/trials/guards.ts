import { quiesceAndVerify, type Trial } from './trial.ts'

/** Writes that the database itself refuses, whatever the code does, and the error of each. */
const REFUSED: readonly { readonly rule: string; readonly statement: string; readonly code: string }[] = [
  {
    rule: 'D1: one entry of a kind per transfer',
    statement:
      'insert into ledger_entries (transfer_id, kind) select transfer_id, kind from ledger_entries limit 1',
    code: '23505',
  },
  {
    rule: 'I9: one row per provider event',
    statement: `insert into provider_events (provider, event_id, type, subject)
      select provider, event_id, type, subject from provider_events limit 1`,
    code: '23505',
  },
  {
    rule: 'D2: one transfer per payment',
    statement: `update transfers set payment_intent_id = (select payment_intent_id from transfers other
      where other.id <> transfers.id and other.payment_intent_id is not null limit 1)`,
    code: '23505',
  },
  {
    rule: 'I7: the ledger is not changed',
    statement: 'update ledger_postings set amount = amount',
    code: '42501',
  },
  { rule: 'I7: the ledger is not emptied', statement: 'delete from ledger_entries', code: '42501' },
  { rule: 'I7: the history is not changed', statement: 'delete from transfer_events', code: '42501' },
  {
    rule: 'I10: a price is not changed',
    statement: 'update transfers set receive_amount = 1',
    code: '42501',
  },
]

/** The last guard: the database's constraints and rights, tested as the application and rolled back. */
export const guards: readonly Trial[] = [
  {
    name: 'guards',
    what: 'the database itself refuses duplicates and changes (canary of the unique indexes)',
    async run(world) {
      const found: string[] = []
      for (let round = 0; round < 2; round++) {
        const person = await world.person()
        await person.open()
        await person.pay()
      }
      const quiet = await quiesceAndVerify(world, [])
      for (const { rule, statement, code } of REFUSED) {
        const answer = await world.database.attempt(`set local role sesa_app; ${statement}`)
        if (answer !== code) found.push(`${rule} broken: the database answered ${answer}`)
      }
      return {
        figures: [...quiet.figures, `${REFUSED.length} writes tried directly on the database`],
        problems: [...quiet.problems, ...found],
      }
    },
  },
]
