import { createHash } from 'node:crypto'
import type { World } from '../core/world.ts'
import { integer, text } from '../core/rows.ts'
import { INVENTED_LIST, type Entry } from './list.ts'

/** The one dataset of the sandbox. */
export const DATASET = 'default'

export interface ListState {
  /** In OpenSanctions' format: a time and three letters. */
  readonly version: string
  readonly updatedAt: number
  /** True if the index is older than the data. */
  readonly isStale: boolean
}

export interface ListStore {
  entries(): readonly Entry[]
  state(): ListState
  /** Adds or replaces an entry, and publishes a new version. */
  put(entry: Entry): ListState
  /** Removes an entry, and publishes a new version; false when there is none. */
  remove(id: string): boolean
  /** Marks the index as stale, or as current. */
  setStale(isStale: boolean): void
}

const stamp = (ms: number): string => new Date(ms).toISOString().replaceAll(/\D/g, '').slice(0, 14)
const tagOf = (count: number): string => {
  const letter = (place: number): string => String.fromCharCode(97 + (Math.floor(count / place) % 26))
  return `${letter(676)}${letter(26)}${letter(1)}`
}

/** Opens the list: the invented one, with the entries added or removed since. */
export function openList({ db, now }: Pick<World, 'db' | 'now'>): ListStore {
  db.exec(`create table if not exists yente_changes (id text primary key, entry text);
    create table if not exists yente_state (only_row integer primary key check (only_row = 1),
      changes integer not null, updated_at integer not null, stale integer not null)`)
  db.prepare('insert or ignore into yente_state values (1, 0, ?, 0)').run(now())
  const change = db.prepare(
    'insert into yente_changes values (?, ?) on conflict (id) do update set entry = excluded.entry',
  )
  const publish = db.prepare('update yente_state set changes = changes + 1, updated_at = ?')
  const read = db.prepare('select changes, updated_at, stale from yente_state')
  const changes = db.prepare('select id, entry from yente_changes order by id')

  const state = (): ListState => {
    const row = read.get() ?? {}
    const updatedAt = integer(row, 'updated_at')
    return {
      version: `${stamp(updatedAt)}-${tagOf(integer(row, 'changes'))}`,
      updatedAt,
      isStale: integer(row, 'stale') === 1,
    }
  }
  const entries = (): Entry[] => {
    const changed = new Map(
      changes.all().map((row) => [text(row, 'id'), row['entry'] === null ? null : text(row, 'entry')]),
    )
    const added = [...changed.values()].flatMap((entry) => (entry === null ? [] : [parse(entry)]))
    return [...INVENTED_LIST.filter(({ id }) => !changed.has(id)), ...added]
  }
  return {
    entries,
    state,
    put(entry) {
      change.run(entry.id, JSON.stringify(entry))
      publish.run(now())
      return state()
    },
    remove(id) {
      if (!entries().some((entry) => entry.id === id)) return false
      change.run(id, null)
      publish.run(now())
      return true
    },
    setStale(isStale) {
      db.prepare('update yente_state set stale = ?').run(isStale ? 1 : 0)
    },
  }
}

const parse = (entry: string): Entry => JSON.parse(entry) as Entry

/** Returns the ETag of the catalog: it changes exactly when a version does. */
export const etagOf = ({ version }: ListState): string =>
  `"${createHash('sha256').update(version).digest('hex').slice(0, 32)}"`
