import { calls } from '@sesa/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../world/http.ts'
import type { Person } from '../world/person.ts'
import type { World } from '../world/world.ts'

/** Customers who write continuously, and the answers they got. */
export interface Load {
  /** Writes that were acknowledged, and those that were not. */
  acknowledged: number
  refused: number
  /** Answers that are neither an acknowledgement nor "not now". */
  readonly strange: string[]
  /** Time of the newest acknowledgement, by the process's clock (ms). */
  newest: number
  /** The number in each person's newest acknowledged write. */
  readonly latest: Map<Person, number>
  stop(): Promise<void>
}

const isNotNow = ({ status, retryAfter }: Answer): boolean =>
  status === 0 || (status === 503 && typeof retryAfter === 'string')

/** A refused customer retries after this long. */
const AGAIN_MS = 100

/** Makes each person write ascending numbers until stopped. */
export function startLoad(people: readonly Person[]): Load {
  let stopped = false
  const load: Load = {
    acknowledged: 0,
    refused: 0,
    strange: [],
    newest: 0,
    latest: new Map(),
    stop: async () => {
      stopped = true
      await Promise.all(writing)
    },
  }
  const writing = people.map(async (person) => {
    for (let count = 1; !stopped; count++) {
      const answer = await person.quiet(calls.putDraft, { body: { sendAmount: String(count) } })
      if (answer.status === 200) {
        load.latest.set(person, count)
        load.acknowledged++
        load.newest = performance.now()
      } else {
        load.refused++
        if (!isNotNow(answer)) load.strange.push(`${answer.status} ${answer.error?.code ?? ''}`)
        await sleep(AGAIN_MS)
      }
    }
  })
  return load
}

/** Returns the number stored for a person. Retries until there is an answer. */
export async function readStoredNumber(person: Person): Promise<number> {
  const { draft } = await person.ask(calls.getDraft)
  return Number.parseInt(draft?.sendAmount ?? '0', 10)
}

/** Customers who send money continuously, and the content of their histories afterwards. */
export interface Sending {
  /** How often a customer opened the history after a transfer had ended. */
  looks: number
  /** Transfers missing from a history, or older than the customer had already seen. */
  readonly unseen: string[]
  stop(): Promise<void>
}

/** Makes each person open transfers, pay for them and look them up in the history until stopped. */
export function startSending(people: readonly Person[]): Sending {
  let stopped = false
  const found: Sending = {
    looks: 0,
    unseen: [],
    async stop() {
      stopped = true
      await Promise.all(sending)
    },
  }
  const look = async (person: Person, status: string): Promise<void> => {
    const { body } = await person.quiet(calls.listTransfers)
    if (body === undefined) return
    found.looks++
    const shown = body.transfers.find(({ payment_id }) => payment_id === person.intent?.id)
    if (shown?.status !== status)
      found.unseen.push(`${person.intent?.id}: ${status}, then ${shown?.status ?? 'not in the history'}`)
  }
  const sending = people.map(async (person) => {
    while (!stopped) {
      const { status } = await person.open(undefined, { patience: 'none' })
      if (status !== 200) {
        await sleep(AGAIN_MS)
        continue
      }
      await person.pay()
      const ended = await person.follow(calls.sendMoney)
      // A cancelled one was never paid: it is in no history.
      if (ended !== undefined && ended !== 'cancelled') await look(person, ended)
    }
  })
  return found
}

/** Measures the longest time without an acknowledgement, in milliseconds. */
export function watchGaps(newest: () => number): { longest(): number; stop(): number } {
  let longest = 0
  const look = (): void => {
    if (newest() > 0) longest = Math.max(longest, performance.now() - newest())
  }
  const timer = setInterval(look, 20)
  return {
    longest: () => longest,
    stop() {
      clearInterval(timer)
      return longest
    },
  }
}

/** Returns how many reads each place has answered, in all running servers. */
export async function readPlaces({ operations }: World): Promise<string> {
  const counts = new Map<string, number>()
  for (const { job, port } of operations) {
    if (job !== 'sesa-server') continue
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    for (const [, place = '', count] of text.matchAll(/^sesa_reads_total{place="(\w+)"} (\d+)/gm))
      counts.set(place, (counts.get(place) ?? 0) + Number(count))
  }
  return [...counts].map(([place, count]) => `${place} ${count}`).join(', ') || 'none'
}
