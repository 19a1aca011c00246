import { calls } from '@sesa/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../world/http.ts'
import type { Person } from '../world/person.ts'

/** Customers who write without pause, and the answers they got. */
export interface Load {
  /** Writes that were acknowledged, and those that were not. */
  acknowledged: number
  refused: number
  /** Answers that are neither an acknowledgement nor "not now". */
  readonly strange: string[]
  /** When the newest acknowledgement came, by the process's clock (ms). */
  newest: number
  /** The number in each person's newest acknowledged write. */
  readonly latest: Map<Person, number>
  stop(): Promise<void>
}

const isNotNow = ({ status, retryAfter }: Answer): boolean =>
  status === 0 || (status === 503 && typeof retryAfter === 'string')

/** A refused customer tries again after this long. */
const AGAIN_MS = 100

/** Lets each person write ascending numbers until stopped. */
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

/** Lets each person open transfers and pay for them until stopped. */
export function startSending(people: readonly Person[]) {
  let stopped = false
  const sending = people.map(async (person) => {
    while (!stopped) {
      const { status } = await person.open(undefined, { patience: 'none' })
      if (status !== 200) {
        await sleep(AGAIN_MS)
        continue
      }
      await person.pay()
      await person.follow(calls.sendMoney)
    }
  })
  return {
    async stop(): Promise<void> {
      stopped = true
      await Promise.all(sending)
    },
  }
}
