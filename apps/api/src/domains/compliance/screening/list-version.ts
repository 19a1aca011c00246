import { sql } from 'kysely'
import { inOneStatement, type Db } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import type { ListVersion } from './ports.ts'
import type { ScreenDeps } from './screen.ts'

/** The ETag changes only with a version: other catalog data, for example a stale index, is read at least this often. */
const WHOLE = sql`interval '30 minutes'`

interface Stored {
  readonly version: string
  readonly etag: string | null
  readonly needsWhole: boolean
}

async function stored(db: Db, dataset: string): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    select version, etag, described_at < now() - ${WHOLE} as "needsWhole" from screening_list
    where dataset = ${dataset}`.execute(db)
  return rows[0]
}

async function take(db: Db, dataset: string, described: ListVersion | null): Promise<void> {
  if (described === null) {
    await sql`update screening_list set answered_at = clock_timestamp()`.execute(db)
    return
  }
  const { version, etag, updatedAt, isStale } = described
  await sql`
    insert into screening_list as l (dataset, version, etag, updated_at, is_stale)
    values (${dataset}, ${version}, ${etag}, ${updatedAt}, ${isStale})
    on conflict (only_row) do update set dataset = excluded.dataset, version = excluded.version,
      etag = excluded.etag, updated_at = excluded.updated_at, is_stale = excluded.is_stale,
      answered_at = clock_timestamp(), described_at = clock_timestamp(),
      changed_at = case when l.version = excluded.version and l.dataset = excluded.dataset
        then l.changed_at else clock_timestamp() end`.execute(db)
}

/** Reads and stores the catalog. Returns the current version; undefined while the list is unavailable. */
export async function pollVersion({ db, list }: ScreenDeps): Promise<string | undefined> {
  const before = await stored(db, list.dataset)
  const etag = before === undefined || before.needsWhole ? null : before.etag
  const answer = await callProvider('screening.read_catalog', () => list.readVersion(etag))
  if (!answer.ok || (answer.value === null && before === undefined)) return undefined
  await inOneStatement(db, 'screening.take_version', () => take(db, list.dataset, answer.value))
  return answer.value?.version ?? before?.version
}

/** Reads the list's gauges: Unix seconds, and 1 for a stale index. Empty before its first answer. */
export async function readListGauges(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ answered: number; updated: number | null; stale: number }>`
    select extract(epoch from answered_at)::float8 as answered, extract(epoch from updated_at)::float8 as updated,
      is_stale::int as stale from screening_list`.execute(db)
  const [row] = rows
  if (row === undefined) return new Map()
  return new Map([
    ['answered', row.answered],
    ...(row.updated === null ? [] : ([['updated', row.updated]] as const)),
    ['stale', row.stale],
  ])
}

/** Counts the subjects that are still screened, by state. */
export async function countSubjects(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from screening_subjects
    where not is_retired and state <> 'clear' group by state`.execute(db)
  return new Map(rows.map(({ state, count }) => [state, count]))
}
