import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sendMoney } from './transfers.ts'
import type { Customer } from './customer.ts'

/** What PostgreSQL receives, counted in its log. */
export interface Statements {
  /** Per transfer, from its price to its last message, without the idle ones; `begin` and `commit` count. */
  readonly statements: number
  readonly commits: number
  /** Per second, while nobody uses the product. */
  readonly idleStatements: number
  readonly idleCommits: number
}

/** Time for the last messages of transfers, and for the log. */
const REST_MS = 4_000
/** The process and the first word of each statement in the log; the text may begin on the next line. */
const LOGGED = /\[(\d+)\] LOG: {2}(?:statement|execute [^:]+):\W*(\w+)/g

interface Count {
  readonly statements: number
  readonly commits: number
  readonly seconds: number
}

/** Counts the statements and commits of a log: a transaction is one commit, as is a statement outside of transactions. */
function countIn(log: string): Omit<Count, 'seconds'> {
  const open = new Set<string>()
  let [statements, commits] = [0, 0]
  for (const [, process = '', word = ''] of log.matchAll(LOGGED)) {
    statements++
    if (/^begin$/i.test(word)) open.add(process)
    else if (/^(?:commit|rollback)$/i.test(word)) open.delete(process)
    if (!open.has(process)) commits++
  }
  return { statements, commits }
}

/**
 * Counts the statements and commits of one transfer, and of a product that nobody uses, in PostgreSQL's own log.
 * Logging costs time, so nothing else is measured meanwhile.
 */
export async function countStatements(
  { ownerUrl, dataDir }: { readonly ownerUrl: string; readonly dataDir: string },
  customers: readonly Customer[],
  { transfers, idleSeconds }: { readonly transfers: number; readonly idleSeconds: number },
): Promise<Statements> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const log = path.join(dataDir, 'logs/postgres.log')
  const during = async (work: () => Promise<unknown>): Promise<Count> => {
    await sleep(REST_MS)
    const [{ length: before }, start] = [await readFile(log, 'utf8'), performance.now()]
    await work()
    await sleep(REST_MS)
    const lines = (await readFile(log, 'utf8')).slice(before)
    return { ...countIn(lines), seconds: (performance.now() - start) / 1_000 }
  }
  try {
    await client.query(`alter system set log_statement = 'all'`)
    await client.query('select pg_reload_conf()')
    const idle = await during(() => sleep(idleSeconds * 1_000))
    const sent = await during(() => sendMoney(customers, transfers))
    const each = (of: 'statements' | 'commits'): number =>
      (sent[of] - (idle[of] / idle.seconds) * sent.seconds) / transfers
    return {
      statements: each('statements'),
      commits: each('commits'),
      idleStatements: idle.statements / idle.seconds,
      idleCommits: idle.commits / idle.seconds,
    }
  } finally {
    await client.query('alter system reset log_statement')
    await client.query('select pg_reload_conf()')
    await client.end()
  }
}
