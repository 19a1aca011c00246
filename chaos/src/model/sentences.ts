import { calls, type AnswerOf } from '@sesa/contract'
import type { Person } from '../world/person.ts'
import type { Books } from '../world/providers.ts'
import type { World } from '../world/world.ts'

/** Sentences that customers read about their money. */
export interface Sentences {
  read: number
  readonly untrue: string[]
}

type Detail = AnswerOf<typeof calls.getTransfer>['transfer']

interface Attempt {
  readonly id: string
  readonly number: number
  readonly state: string
}

/** What the carriers know about a transfer's payments and pay-out. */
interface Facts {
  readonly attempts: readonly Attempt[]
  readonly recipient: string
  readonly books: Books
}

const ofAttempt = ({ books }: Facts, id: string | undefined) =>
  books.collections.find(({ reference }) => reference === id)

/** A request may still reach a carrier that did not know it; the product asks again within a minute. */
const GIVEN_UP = new Set(['never_arrived'])

const taken = (facts: Facts): boolean =>
  facts.attempts.some(({ id }) => ofAttempt(facts, id)?.status === 'completed')
const isKnown = (facts: Facts): boolean =>
  facts.attempts.some(({ id, state }) => !GIVEN_UP.has(state) && ofAttempt(facts, id)?.status === 'completed')
const returned = (facts: Facts): boolean =>
  facts.attempts.some(({ id }) => {
    const one = ofAttempt(facts, id)
    return one?.status === 'completed' && one.refunded === one.amount
  })
const delivered = ({ books, recipient }: Facts): boolean =>
  books.payouts.some(({ reference, status }) => reference === recipient && status === 'completed')

/**
 * The condition under which each sentence is true. No carrier takes money back by itself in these runs, so a sentence that money moved
 * is compared with the books after the answer, and a sentence that it did not move with the books before it.
 */
const CLAIMS: readonly (readonly [RegExp, 'before' | 'after', (facts: Facts) => boolean])[] = [
  [/not charged|Nothing was charged/, 'before', (facts) => !isKnown(facts)],
  [/was charged(?! anyway)|charged anyway/, 'after', taken],
  [/Refunded |so we refunded/, 'after', returned],
  [/Delivered to |has arrived|then delivered/, 'after', delivered],
]

function untrueIn({ timeline, notice, pay, status }: Detail, before: Facts, after: Facts): string[] {
  const done = timeline.flatMap(({ at, text }) => (at === null ? [] : [text]))
  const said = [...done, ...(notice === null ? [] : [notice])]
  const untrue = said.filter((text) =>
    CLAIMS.some(([words, when, isTrue]) => words.test(text) && !isTrue(when === 'before' ? before : after)),
  )
  for (const { number, status: of, text } of pay.attempts) {
    const own = (facts: Facts) => facts.attempts.find((one) => one.number === number)
    const isTaken = (facts: Facts) => ofAttempt(facts, own(facts)?.id)?.status === 'completed'
    const isWrong =
      of === 'paid' || of === 'returned'
        ? !isTaken(after)
        : (of === 'failed' || of === 'stopped') && !GIVEN_UP.has(own(before)?.state ?? '') && isTaken(before)
    if (isWrong) untrue.push(`attempt ${number}, ${of}: ${text}`)
  }
  if (status === 'sent' && !delivered(after)) untrue.push('status sent')
  if (status === 'refunded' && !returned(after)) untrue.push('status refunded')
  return untrue
}

const ATTEMPTS = `select a.id, a.number, a.state from collection_attempts a join transfers t on t.id = a.transfer_id
  where t.payment_intent_id = $1 order by a.number`
const RECIPIENT = 'select payout_reference from transfers where payment_intent_id = $1'

/** Reads a transfer's page as its sender, and checks what it says against the carriers' books before and after. */
export async function readSentences(
  world: World,
  person: Person,
  id: string,
  sentences: Sentences,
  known?: Books,
): Promise<void> {
  const { sql } = world.database
  const look = async (): Promise<Pick<Facts, 'attempts' | 'books'> | undefined> => {
    const attempts = await sql<Attempt & Record<string, unknown>>(ATTEMPTS, [id]).catch(() => undefined)
    const books = known ?? (await world.providers.books().catch(() => undefined))
    return attempts && books && { attempts, books }
  }
  const before = await look()
  const { body } = await person.quiet(calls.getTransfer, { params: { payment_id: id } })
  const after = await look()
  const [own] = await sql<{ payout_reference: string }>(RECIPIENT, [id]).catch(() => [])
  // The fault of the moment, or a process that is dead.
  if (!body || !before || !after || !own) return
  const { transfer } = body
  sentences.read +=
    transfer.timeline.length + transfer.pay.attempts.length + (transfer.notice === null ? 0 : 1)
  const recipient = own.payout_reference
  const untrue = untrueIn(transfer, { ...before, recipient }, { ...after, recipient })
  sentences.untrue.push(...untrue.map((text) => `untrue for ${id}: ${text}`))
}
