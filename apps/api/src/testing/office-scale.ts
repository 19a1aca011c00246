/**
 * Run by bench/: times the office's searches and pages over many transfers in 24 months and a customer for every ten of them.
 * Prints one line of JSON. Argument: the number of transfers.
 */
import { sql } from 'kysely'
import { listEntries } from '../domains/record/index.ts'
import { pageOfCustomers, pageOfTransfers, type TransferSort } from '../domains/office/pages/search/lists.ts'
import { findAnything } from '../domains/office/pages/search/search.ts'
import { understand } from '../domains/office/pages/search/understand.ts'
import { findCustomer, findTransfers, threadsOf } from '../domains/office/pages/store.ts'
import { readTransferPage } from '../domains/office/pages/transfer-page.ts'
import { holdsQueue } from '../domains/transfers/index.ts'
import { onBenchDatabase } from './bench-database.ts'
import { fillOffice } from './office-history.ts'
import { storeUser } from './stored-transfer.ts'

const SAMPLES = 200
const SETTINGS = { shared_buffers: '2GB', max_wal_size: '8GB', checkpoint_timeout: '15min' }

const transfers = Number.parseInt(process.argv[2] ?? '', 10)

/** Times a kind of work with different values in each run. */
async function timed(work: (run: number) => Promise<unknown>) {
  const durations: number[] = []
  for (let run = 0; run < SAMPLES; run++) {
    const start = performance.now()
    await work(run)
    durations.push(performance.now() - start)
  }
  durations.sort((one, other) => one - other)
  const at = (share: number): number => durations[Math.ceil(SAMPLES * share) - 1] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), slowest: at(1) }
}

await onBenchDatabase(async ({ db, owner, ownerUrl }) => {
  const own = await storeUser(owner)
  const { customers } = await fillOffice(ownerUrl, { transfers, own })

  const asker = { id: own, name: 'Bench', roles: ['compliance'] as const, seesCases: false }
  const piecesOf = (text: string) => understand(text, new Date(), () => true).pieces
  const search = (text: string) => findAnything(db, piecesOf(text), { ...asker, seesPeople: true })
  const list = (text: string, sort: TransferSort = '-created') =>
    pageOfTransfers(db, piecesOf(text), asker, { sort, cursor: undefined, limit: 100 })
  const reference = (run: number): string =>
    `S-${(1 + ((run * 7919) % transfers)).toString(16).toUpperCase().padStart(8, '0')}`
  const some = (run: number): number => 1 + ((run * 7919) % customers)
  const member = {
    id: own,
    name: 'Bench',
    email: 'bench@example.com',
    roles: ['compliance'] as const,
    sessionId: own,
    signedInAt: new Date(),
    endsAt: new Date(),
    idleEndsAt: new Date(),
  }
  const works: Record<string, (run: number) => Promise<unknown>> = {
    'search for a number': (run) => search(`+23177${String(some(run)).padStart(7, '0')}`),
    'search for a wallet': (run) => search(`+23324400${String(run % 40).padStart(4, '0')}`),
    'search for a name': (run) => search(`Ama ${run % 1000} Mensah`),
    'search for an address': (run) => search(`ama${some(run)}@example.com`),
    'search for a reference': (run) => search(reference(run)),
    'search for a payment': (run) => search(`pi_old_${1 + ((run * 7919) % transfers)}`),
    'search for an amount': (run) => search(run % 2 === 0 ? '98.00' : `${run}.37`),
    'search for a name and holds': (run) => search(`kofi ${run % 200} is:held`),
    'the transfers': () => list(''),
    'the transfers, largest first': () => list('', '-sent'),
    'transfers on hold': () => list('is:held'),
    'unfinished transfers': () => list('is:open'),
    'transfers in a corridor without any': () => list('corridor:sl-lr'),
    'transfers in a currency without any': () => list('currency:sle'),
    'transfers of a network in a month': () => list('network:mtn last month'),
    'transfers of a name': (run) => list(`kofi ${run % 200} sender`),
    'transfers of a name that all have': () => list('sender'),
    'transfers of a name without any': (run) => list(`ama mensah ${run % 7}`),
    'transfers of a name, largest first': (run) => list(`kofi ${run % 200}`, '-sent'),
    'transfers by amount in a month': (run) => list(`${run}.37 last month`),
    'the customers': () => pageOfCustomers(db, [], { sort: '-created', cursor: undefined, limit: 100 }),
    'customers of a name that most have': () =>
      pageOfCustomers(db, piecesOf('mensah'), { sort: '-created', cursor: undefined, limit: 100 }),
    'a customer’s page': async () => {
      await findCustomer(db, own)
      await Promise.all([findTransfers(db, sql<boolean>`t.user_id = ${own}`), threadsOf(db, own)])
    },
    'a transfer’s page': (run) =>
      readTransferPage(db, reference(run), { member, approvals: [], releaseTakesTwo: false }),
    'the queue of holds': () => holdsQueue(db).read({ id: own, name: 'Bench', roles: ['support'] }, 1_001),
    'a page of the audit log': () =>
      listEntries(
        db,
        { member: undefined, subject: undefined, action: undefined, before: undefined, limit: 50 },
        { seesCases: false },
      ),
  }
  const found: Record<string, unknown> = {}
  for (const [name, work] of Object.entries(works)) found[name] = await timed(work)
  console.log(JSON.stringify({ transfers, customers, works: found }))
}, SETTINGS)
