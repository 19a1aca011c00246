import { calls } from '@sesa/contract'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Home } from '../world/homes.ts'
import type { Person } from '../world/person.ts'
import { timeOf } from '../world/time.ts'
import type { ProductProcess, World } from '../world/world.ts'

/** The process whose engine moves transfers. */
export type Mover = Extract<ProductProcess, 'server' | 'worker'>

/** The tools and actions of a scenario. */
export interface Stage {
  readonly world: World
  readonly time: ReturnType<typeof timeOf>
  /** The process whose engine moves the transfers: the worker, or the server while the worker is frozen. */
  readonly mover: Mover
  /** Returns a new signed-in customer. If the server is the mover, this also freezes the worker. */
  newPerson(home?: Home): Promise<Person>
  /** Arms the stage: from here on crash points count, and a process may die at one. */
  armed(): Promise<void>
  /** Shuts a process down cleanly and starts it, already armed. */
  restart(name: Mover, more?: Readonly<Record<string, string>>): Promise<void>
  /** Runs a staff command (`npm run sesa`), and repeats it if it was interrupted. */
  operate(...command: readonly string[]): Promise<void>
  /**
   * Makes the mover work until every transfer has ended or is held, and skips all waits. The server works only when
   * `people` ask for their transfers.
   */
  drive(...people: readonly Person[]): Promise<void>
  /**
   * Kills the mover at a point and restarts it, for situations that only a crash creates. The dead mover's
   * leases stay valid until the stage is armed.
   */
  crashAt(point: string, act: () => Promise<void>): Promise<void>
  /** Changes the carriers' books in a way that their interfaces do not offer, while they are away. */
  changeBooks(change: (books: DatabaseSync) => void): Promise<void>
  /** Changes the carrier's books so that it paid after all, with or without a callback. */
  payAfterAll(person: Person, tells: 'tells' | 'says nothing'): Promise<void>
}

/** One path through the product. */
export interface Scenario {
  readonly name: string
  /** The movers it is played with; both by default. */
  readonly movers?: readonly Mover[]
  play(stage: Stage): Promise<void>
}

const DRIVE_MS = 90_000
/** A process that has not reached its point by then is killed at its current point. */
const CRASH_WITHIN_MS = 20_000
const LOOK_MS = 30

const UNFINISHED = `select 1 from transfers where next_step_at is not null or lease_token is not null
  or (state not in ('sent', 'refunded', 'cancelled') and hold_reason is null)`
/** Moves that only a worker tells. */
const UNTOLD = 'select 1 from outbox'

/** Waits until a person's newest transfer meets the condition. Times out, since a play may be cut short. */
export async function untilTransfer(
  { world }: Stage,
  person: Person,
  condition: string,
  meanwhile?: () => Promise<void>,
): Promise<void> {
  const met = `select 1 from transfers where payment_intent_id = $1 and ${condition}`
  const deadline = performance.now() + DRIVE_MS
  while ((await world.database.sql(met, [person.intent?.id])).length === 0) {
    if (performance.now() > deadline) throw new Error(`Never became true: ${condition}`)
    await sleep(LOOK_MS)
    await meanwhile?.()
  }
}

const RETURNED = `hold_reason = 'refund_returned' and (select count(*) from ledger_entries e
  where e.kind = 'refund_returned' and (e.transfer_id = transfers.id
    or e.transfer_id in (select o.id from staff_actions o where o.transfer_id = transfers.id)))`

/** Waits until `times` refunds have been returned, seconds after they succeeded, and our books show it. */
export const untilReturned = (stage: Stage, person: Person, times: number): Promise<void> =>
  untilTransfer(stage, person, `${RETURNED} = ${times}`, () => stage.drive(person))

/** Acts while the sandbox's clock is a minute ahead, so that the carrier completes pending pay-outs. */
export async function aMinuteLater({ sandbox }: World, act: () => Promise<void>): Promise<void> {
  await sandbox.instruct({ ahead: 61_000 })
  try {
    await act()
  } finally {
    await sandbox.instruct({ ahead: 0 })
  }
}

/** Queues a scheduled job, and waits until the worker has run it or is dead. */
export async function runJob({ world, time }: Stage, task: string): Promise<void> {
  await world.database.sql('select graphile_worker.add_job($1, max_attempts => 5)', [task])
  const left = 'select 1 from graphile_worker.jobs where task_identifier = $1 and attempts < max_attempts'
  while (world.worker.isAlive && (await world.database.sql(left, [task])).length > 0) {
    await time.hurry()
    await sleep(LOOK_MS)
  }
}

export interface Arming {
  armed(): Promise<void>
  operate(...command: readonly string[]): Promise<void>
  restart(name: Mover, more?: Readonly<Record<string, string>>): Promise<void>
}

/** Undoes a stage's effects on the processes. */
export function clear(world: World): void {
  world.worker.signal('SIGCONT')
}

/** Sets a stage in a world. `arming` defines what arming does in this run. */
export function stageIn(world: World, mover: Mover, arming: Arming): Stage {
  const time = timeOf(world.database)
  const child = world[mover]
  let isLeftBehind = false
  const changeBooks: Stage['changeBooks'] = async (change) => {
    await world.sandbox.stop('SIGTERM')
    const books = new DatabaseSync(world.sandboxFile)
    change(books)
    books.close()
    await world.sandbox.start()
  }
  return {
    world,
    time,
    mover,
    changeBooks,
    ...arming,
    async armed() {
      await arming.armed()
      // A dead process's work resumes only now, not before the crash is armed.
      if (isLeftBehind) await time.outliveLeases()
      isLeftBehind = false
    },
    async newPerson(home) {
      const person = await world.person(home)
      if (mover === 'server') world.worker.signal('SIGSTOP')
      return person
    },
    async drive(...people) {
      const deadline = performance.now() + DRIVE_MS
      while (performance.now() < deadline) {
        await time.hurry()
        await time.ageUnanswered()
        if (mover === 'server') await Promise.all(people.map((one) => one.follow(calls.complete)))
        const left = mover === 'worker' ? `${UNFINISHED} union all ${UNTOLD}` : UNFINISHED
        if ((await world.database.sql(left)).length === 0) return
        await sleep(LOOK_MS)
      }
    },
    async crashAt(point, act) {
      await child.instruct({ crashAt: point })
      const acting = act().catch(() => undefined)
      const deadline = setTimeout(() => child.signal('SIGKILL'), CRASH_WITHIN_MS)
      await child.ended()
      clearTimeout(deadline)
      await time.keepLeases()
      await child.start()
      await acting
      isLeftBehind = true
    },
    async payAfterAll(person, tells) {
      const [transfer] = await world.database.sql<{ reference: string }>(
        'select payout_reference as reference from transfers where payment_intent_id = $1',
        [person.intent?.id],
      )
      const correct = "update payouts set status = 'COMPLETED', failure = null where reference = ?"
      await changeBooks((books) => void books.prepare(correct).run(transfer?.reference ?? ''))
      if (tells === 'tells') await world.providers.resendCallback(transfer?.reference ?? '')
    },
  }
}
