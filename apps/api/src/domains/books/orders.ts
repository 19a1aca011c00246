import { isCollectionAccount, officeCalls, type NewTreasuryEntry } from '@sesa/contract/office'
import { formatMoney } from '@sesa/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/index.ts'
import { defineOrder, type Order } from '../../lib/order.ts'
import { amountOf, inWords, plainAbout } from '../../lib/order-words.ts'
import { entryOf, movementName, type TreasuryEntry } from './treasury/entry.ts'
import type { TreasuryModule } from './treasury/index.ts'

/** Returns the version of a movement. Its reference can be used once per account, so a second entry of it is outdated. */
async function movementVersion(db: Db | Tx, movement: string): Promise<string> {
  const [account = '', ...reference] = movement.split(' ')
  const { rows } = await sql<{ version: string }>`
    select count(*)::text as version from provider_movements
    where account = ${account} and (provider_id = ${reference.join(' ')}
      or folded_reference = fold_reference(${reference.join(' ')}))`.execute(db)
  return rows[0]?.version ?? '0'
}

/** Returns the amounts that an entry moves. */
function movedBy(entry: TreasuryEntry) {
  switch (entry.kind) {
    case 'top_up':
      return isCollectionAccount(entry.account)
        ? {
            amount: entry.arrived,
            way: `${entry.account} → the carrier’s pay-outs`,
            effect: `Book that ${formatMoney(entry.paid)} left ${entry.account} and ${formatMoney(entry.arrived)} arrives with the carrier’s pay-outs.`,
            moved: { 'Left the collections': entry.paid, 'Arrives with the pay-outs': entry.arrived },
          }
        : {
            amount: entry.arrived,
            way: `Our bank → ${entry.account}`,
            effect: `Book that ${formatMoney(entry.paid)} left our bank and ${formatMoney(entry.arrived)} arrives at ${entry.account}.`,
            moved: { 'Left our bank': entry.paid, 'Arrives in the wallet': entry.arrived },
          }
    case 'conversion':
      return {
        amount: entry.bought,
        way: `Our bank, ${entry.sold.currency} → our bank, ${entry.bought.currency}`,
        effect: `Book that our bank sold ${formatMoney(entry.sold)} for ${formatMoney(entry.bought)}.`,
        moved: { Sold: entry.sold, Bought: entry.bought },
      }
    case 'adjustment':
      return {
        amount: entry.amount,
        way: `${entry.account} → ${inWords(entry.as).toLowerCase()}`,
        effect: `Book ${formatMoney(entry.amount)} at ${entry.account} as ${inWords(entry.as).toLowerCase()}.`,
        moved: { [`Booked as ${inWords(entry.as).toLowerCase()}`]: entry.amount },
      }
  }
}

interface OrderDeps {
  readonly db: Db
  readonly treasury: Pick<TreasuryModule, 'check' | 'caution' | 'book'>
}

/** Returns the order that books a movement of our money. */
export const booksOrders = ({ db, treasury }: OrderDeps): Order[] => [
  defineOrder({
    call: officeCalls.requestTreasuryEntry,
    words: 'Book a treasury entry',
    reads: 'finance.read',
    entityOf: ({ body: { entry } }) => movementName(trimmed(entry)),
    payloadOf: ({ body: { entry } }) => trimmed(entry),
    async about({ entity, payload }) {
      const entry = entryOf(payload)
      const { amount, way, effect, moved } = movedBy(entry)
      const where = entry.kind === 'conversion' ? 'our bank' : entry.account
      return plainAbout({
        effect,
        label: `${inWords(entry.kind)}, ${where}, ${entry.reference}`,
        link: { page: 'floats', id: null },
        state:
          (await movementVersion(db, entity)) === '0' ? 'Not booked' : 'Already booked under this reference',
        amount: amountOf(amount),
        facts: [
          { label: 'From → to', value: way },
          { label: 'Account', value: where },
          ...Object.entries(moved).map(([label, one]) => ({ label, value: formatMoney(one) })),
          { label: 'Reference', value: entry.reference },
        ],
      })
    },
    check: ({ payload }) => treasury.check(entryOf(payload)),
    caution: ({ payload }) => treasury.caution(payload),
    versionOf: movementVersion,
    async carryOut({ entity, payload }, action) {
      await treasury.book(entryOf(payload), action)
      return `booked ${entity}`
    },
  }),
]

const trimmed = (entry: NewTreasuryEntry): NewTreasuryEntry => ({
  ...entry,
  reference: entry.reference.trim(),
})
