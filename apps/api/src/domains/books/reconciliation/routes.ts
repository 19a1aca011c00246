import { officeCalls, type ReconciliationBreak } from '@sesa/contract/office'
import { toMinorNumber, type Money } from '@sesa/money'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/index.ts'
import { officeRoute } from '../../../http/office/route.ts'
import { readLimit } from '../../../http/paging.ts'
import { actionRefused, Refused } from '../../../lib/refused.ts'
import { countOpenBreaks } from './breaks.ts'
import { readLastChecks } from './finished.ts'
import { listBreaks, type ListedBreak } from './list-breaks.ts'
import { likelyPartner, readCandidates, sidesOf } from './partner.ts'
import { explainBreak } from './run.ts'

const amountOf = (amount: Money | null) =>
  amount && { amount: toMinorNumber(amount), currency: amount.currency }

function present(row: ListedBreak): ReconciliationBreak {
  const { ours, theirs, difference } = sidesOf(row)
  return {
    id: String(row.id),
    ...{ state: row.state, kind: row.kind, provider: row.provider, subject: row.subject },
    ...{ transfer: row.transfer, ours: row.ours, theirs: row.theirs, owner: row.owner },
    movedAt: row.movedAt.toISOString(),
    firstSeen: row.firstSeen.toISOString(),
    lastSeen: row.lastSeen.toISOString(),
    explained:
      row.explainedBy === null || row.explainedAt === null
        ? null
        : { by: row.explainedBy, at: row.explainedAt.toISOString(), reason: row.explanation ?? '' },
    amounts: { ours: amountOf(ours), theirs: amountOf(theirs), difference: amountOf(difference) },
  }
}

/** Returns what may explain a break. */
async function findPartner(db: Db, row: ListedBreak) {
  const { kind, transfer, movedAt: at } = row
  const { difference } = sidesOf(row)
  const candidates = await readCandidates(db, { difference, at })
  const found = likelyPartner({ id: String(row.id), kind, difference, at, transfer }, candidates)
  return found && { kind: found.kind, id: found.id, word: found.word, at: found.at.toISOString() }
}

/** Serves reconciliation to the office. `cardAccount`: the name of our account with the card provider. */
export function registerReconciliation(
  app: FastifyInstance,
  { db, cardAccount }: { readonly db: Db; readonly cardAccount: string },
): void {
  officeRoute(app, officeCalls.showReconciliation, async () => {
    const counts = await countOpenBreaks(db)
    return {
      open: [...counts.values()].reduce((sum, count) => sum + count, 0),
      ...(await readLastChecks(db)),
    }
  })
  officeRoute(app, officeCalls.listBreaks, async ({ query }) => {
    const limit = readLimit(query.limit)
    const before = query.cursor === undefined ? undefined : BigInt(query.cursor)
    const rows = await listBreaks(db, { state: query.state, before, limit, cardAccount })
    const last = rows.length === limit ? rows.at(-1) : undefined
    return { breaks: rows.map(present), next: last === undefined ? null : String(last.id) }
  })
  async function find(id: bigint): Promise<ListedBreak> {
    const [found] = await listBreaks(db, { id, limit: 1, cardAccount })
    if (found === undefined) throw new Refused('not_found')
    return found
  }
  officeRoute(app, officeCalls.showBreak, async ({ params }) => {
    const row = await find(BigInt(params.id))
    return { ...present(row), partner: await findPartner(db, row) }
  })
  officeRoute(app, officeCalls.explainBreak, async ({ params, body: { reason }, member }) => {
    const id = BigInt(params.id)
    await find(id)
    if (!(await explainBreak(db, id, { staff: member.name, reason })))
      throw actionRefused('This break isn’t open any more.')
    return present(await find(id))
  })
}
