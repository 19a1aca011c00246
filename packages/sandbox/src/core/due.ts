import type { DatabaseSync } from 'node:sqlite'
import { integer, text } from './rows.ts'
import type { Row } from './rows.ts'
import type { World } from './world.ts'

const POLL_MS = 100
const RETRY_MS = 1_000
const AT_ONCE = 64

export interface DueWork extends Pick<World, 'schedule' | 'onDue'> {
  start(): void
  /** Starts no new work and waits for running work. */
  stop(): Promise<void>
}

/**
 * Opens work with a due time, stored in the books rather than in timers, so that it runs even if this process is killed
 * before then. `started` marks asynchronous work in progress; opening the books again clears it.
 */
export function openDueWork(db: DatabaseSync, now: () => number, atomically: World['atomically']): DueWork {
  const { put, waiting, begin, end, postpone } = openTable(db)
  const handlers = new Map<string, Parameters<World['onDue']>[1]>()
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let woken = false
  let open = true

  function wake() {
    if (woken || timer === undefined) return
    woken = true
    setImmediate(() => {
      woken = false
      pump()
    })
  }

  function pump() {
    if (!open || running.size >= AT_ONCE) return
    const rows = waiting.all(now(), AT_ONCE - running.size)
    for (const row of rows) perform(row)
    if (rows.length > 0) wake()
  }

  function perform(row: Row) {
    const seq = integer(row, 'seq')
    try {
      const underway = atomically(() => {
        const kind = text(row, 'kind')
        const handler = handlers.get(kind)
        if (handler === undefined) throw new Error(`nothing handles due work of kind ${kind}`)
        const result = handler(text(row, 'key'), JSON.parse(text(row, 'payload')))
        if (result === undefined) end.run(seq)
        else begin.run(seq)
        return result
      })
      if (underway !== undefined) follow(seq, underway)
    } catch (error) {
      fail(seq, error)
    }
  }

  function follow(seq: number, underway: Promise<void>) {
    const done = underway
      .then(
        () => void end.run(seq),
        (error: unknown) => fail(seq, error),
      )
      .finally(() => {
        running.delete(done)
        wake()
      })
    running.add(done)
  }

  function fail(seq: number, error: unknown) {
    console.error('sandbox: due work failed and is tried again:', error)
    postpone.run(now() + RETRY_MS, seq)
  }

  return {
    schedule(kind, key, dueAt, payload) {
      put.run(kind, key, dueAt, JSON.stringify(payload))
      if (dueAt <= now()) wake()
    },
    onDue(kind, handler) {
      handlers.set(kind, handler)
    },
    start() {
      timer = setInterval(pump, POLL_MS)
    },
    async stop() {
      open = false
      clearInterval(timer)
      await Promise.all(running)
    },
  }
}

function openTable(db: DatabaseSync) {
  db.exec(`create table if not exists due (
    seq integer primary key autoincrement, kind text not null, key text not null, due_at integer not null,
    payload text not null, started integer not null default 0, unique (kind, key)
  );
  create index if not exists due_waiting on due (due_at, seq) where started = 0;
  update due set started = 0`)
  // A new row rather than an update: work may schedule its own next round, which the end of this round must
  // not delete.
  const put = db.prepare('insert or replace into due (kind, key, due_at, payload) values (?, ?, ?, ?)')
  const waiting = db.prepare(
    'select seq, kind, key, payload from due where started = 0 and due_at <= ? order by due_at, seq limit ?',
  )
  const begin = db.prepare('update due set started = 1 where seq = ?')
  const end = db.prepare('delete from due where seq = ?')
  const postpone = db.prepare('update due set started = 0, due_at = ? where seq = ?')
  return { put, waiting, begin, end, postpone }
}
