/**
 * Run by bench/: makes the office's calls over many transfers in 24 months and a customer for every ten of them. Prints one
 * line of JSON. Argument: the number of transfers.
 */
import { sql } from 'kysely'
import { onBenchDatabase } from './bench-database.ts'
import { fillOffice } from './office-history.ts'
import { timeOffice, type OfficeTimes } from './office-product.ts'

const SETTINGS = { shared_buffers: '2GB', max_wal_size: '8GB', checkpoint_timeout: '15min' }

const transfers = Number.parseInt(process.argv[2] ?? '', 10)

await onBenchDatabase(async ({ owner, ownerUrl, officeUrl }) => {
  const { customers } = await fillOffice(ownerUrl, transfers)
  await sql`checkpoint`.execute(owner)
  const calls: Record<string, OfficeTimes> = {}
  await timeOffice(officeUrl, { transfers, customers }, (name, times) => {
    calls[name] = times
  })
  console.log(JSON.stringify({ transfers, customers, calls }))
}, SETTINGS)
