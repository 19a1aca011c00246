import { DIRECTIONS } from '@sesa/contract'
import { officeCalls, type ApprovalAbout } from '@sesa/contract/office'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/index.ts'
import { defineOrder, type Order } from '../../lib/order.ts'
import { countryOf, plainAbout } from '../../lib/order-words.ts'
import { actionRefused } from '../../lib/refused.ts'
import { definePolicyOrder, requireNotPast } from '../record/index.ts'
import { planClosing, requireSpan } from './closings/store.ts'
import { closeCorridor, openCorridor } from './corridors/operations.ts'
import { judgePrices } from './prices/bounds.ts'
import { readPriceList } from './prices/price-list.ts'
import { PRICES, PRICES_KEY, pricesInForce } from './prices/store.ts'
import { changesOfWays, shippedWays, WAYS_TO_PAY, WAYS_TO_PAY_KEY } from './ways/index.ts'

interface OrderDeps {
  readonly db: Db
  /** True in the sandbox, where every way to pay is open until staff close it. */
  readonly allOpen: boolean
}

const waysOrder = ({ db, allOpen }: OrderDeps): Order =>
  definePolicyOrder({
    ...{ db, policy: WAYS_TO_PAY, call: officeCalls.requestWaysToPay },
    words: 'Change ways to pay',
    reads: 'corridors.read',
    entityOf: () => WAYS_TO_PAY_KEY,
    shipped: () => ({ ways: shippedWays(allOpen) }),
    async about({ payload: { ways, validFrom } }, inForce) {
      const { effect, changes } = changesOfWays(inForce?.value ?? shippedWays(allOpen), ways)
      return plainAbout({
        label: 'Ways to pay',
        effect: `${effect}, ${validFrom === undefined ? 'at once' : `from ${validFrom}`}.`,
        facts: [{ label: 'Effective date', value: validFrom ?? 'On approval' }],
        link: { page: 'corridors', id: null },
        state:
          inForce === undefined
            ? 'The built-in ways to pay are in force'
            : `Version ${inForce.version} is in force`,
        changes,
      })
    },
    check: ({ payload }) => requireNotPast(db, payload),
    done: (version, { validFrom }) =>
      `version ${version} is in force${validFrom ? ` from ${validFrom}` : ''}`,
  })

const pricesOrder = (db: Db): Order =>
  definePolicyOrder({
    ...{ db, policy: PRICES, call: officeCalls.requestPrices },
    words: 'Change prices',
    reads: 'prices.read',
    entityOf: () => PRICES_KEY,
    about: async ({ payload: { validFrom } }, inForce) =>
      plainAbout({
        label: 'Price list',
        effect: `Replace the price list for all new quotes, ${validFrom === undefined ? 'at once' : `from ${validFrom}`}.`,
        facts: [{ label: 'Effective date', value: validFrom ?? 'On approval' }],
        link: { page: 'prices', id: null },
        state:
          inForce === undefined
            ? 'The built-in prices are in force'
            : `Version ${inForce.version} is in force`,
      }),
    caution: async ({ payload }) => judgePrices(readPriceList(payload.list), await pricesInForce(db)),
    check: ({ payload }) => requireNotPast(db, payload),
    done: (version, { validFrom }) =>
      `price list ${version} is in force${validFrom ? ` from ${validFrom}` : ''}`,
  })

function directionOf(corridor: string) {
  const found = DIRECTIONS.find(({ from, to }) => `${from}/${to}` === corridor)
  if (found === undefined) throw actionRefused(`${corridor} is not a corridor.`)
  return { sender: found.from, recipient: found.to }
}

async function aboutCorridor(
  db: Db,
  corridor: string,
  after: 'Open' | 'Closed',
  facts: ApprovalAbout['facts'] = [],
): Promise<ApprovalAbout> {
  const [from, until] = ['From', 'Until'].map((label) => facts.find((one) => one.label === label)?.value)
  const span = from === undefined || until === undefined ? '' : ` from ${from} until ${until}`
  const { sender, recipient } = directionOf(corridor)
  const row = await db
    .selectFrom('corridors')
    .select(['enabled', 'reason'])
    .where('sender', '=', sender)
    .where('recipient', '=', recipient)
    .executeTakeFirst()
  const now = row?.enabled === true ? 'Open' : 'Closed'
  return plainAbout({
    label: `${countryOf(sender)} to ${countryOf(recipient)}`,
    effect:
      after === 'Open'
        ? `Open ${countryOf(sender)} to ${countryOf(recipient)} for new transfers.`
        : `Close ${countryOf(sender)} to ${countryOf(recipient)} for new transfers${span}.`,
    link: { page: 'corridors', id: null },
    state: row?.reason ? `${now}: ${row.reason}` : now,
    facts,
    changes: [{ label: 'Corridor', from: now, to: after }],
  })
}

async function corridorVersion(tx: Tx, corridor: string): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', enabled, reason, (select max(id) from planned_closings p
      where p.sender = c.sender and p.recipient = c.recipient)) as version from corridors c
    where sender || '/' || recipient = ${corridor}`.execute(tx)
  return rows[0]?.version ?? null
}

interface Closing {
  readonly words: string
  /** Set for a closing that begins and ends by the clock. */
  readonly from?: string
  readonly until?: string
}

/** Returns the time of a closing that begins and ends by the clock; null for an immediate one. */
const spanOf = ({ from, until }: Closing) =>
  from === undefined || until === undefined ? null : { from: new Date(from), until: new Date(until) }

const ofCorridor = {
  reads: 'corridors.read',
  entityOf: ({ params }: { readonly params: { readonly sender: string; readonly recipient: string } }) =>
    `${params.sender}/${params.recipient}`,
  versionOf: corridorVersion,
} as const

/** Returns the orders that change prices and ways to pay, and open and close corridors. */
export const pricingOrders = ({ db, allOpen }: OrderDeps): Order[] => [
  pricesOrder(db),
  waysOrder({ db, allOpen }),
  defineOrder({
    ...ofCorridor,
    call: officeCalls.requestOpenCorridor,
    words: 'Open a corridor',
    about: ({ entity }) => aboutCorridor(db, entity, 'Open'),
    check: ({ entity }) => void directionOf(entity),
    async carryOut({ entity }, action) {
      await openCorridor(db, directionOf(entity), action)
      return 'open'
    },
  }),
  defineOrder({
    ...ofCorridor,
    call: officeCalls.requestCloseCorridor,
    words: 'Close a corridor',
    payloadOf: ({ body: { words, span } }): Closing => ({ words, ...span }),
    about: ({ entity, payload }) =>
      aboutCorridor(db, entity, 'Closed', [
        { label: 'Message to customers', value: payload.words },
        ...(payload.from === undefined ? [] : [{ label: 'From', value: payload.from }]),
        ...(payload.until === undefined ? [] : [{ label: 'Until', value: payload.until }]),
      ]),
    async check({ entity, payload }) {
      directionOf(entity)
      const span = spanOf(payload)
      if (span !== null) await requireSpan(db, span)
    },
    async carryOut({ entity, payload }, action) {
      const { words } = payload
      const span = spanOf(payload)
      if (span === null) {
        await closeCorridor(db, directionOf(entity), words, action)
        return 'closed'
      }
      await planClosing(db, directionOf(entity), { ...span, words }, action)
      return `closed from ${span.from.toISOString()} until ${span.until.toISOString()}`
    },
  }),
]
