import { COUNTRIES } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { REFUSED_REPORT, type SmsReport, type SmsReports } from './ports.ts'

const RANK: Readonly<Record<SmsReport['state'], number>> = { unknown: 0, failed: 1, delivered: 2 }

/**
 * Returns true if a report replaces the last one. Vendors repeat reports and send them out of order: a message that has
 * reached the phone stays delivered, and an earlier stage never replaces a final one.
 */
export function replaces(last: SmsReport['state'], next: SmsReport['state']): boolean {
  return RANK[next] > RANK[last]
}

/** Stores a report unless a later one is stored. */
async function takeReport(tx: Tx, { providerId, state, detail }: SmsReport): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${providerId}))`.execute(tx)
  const last = await tx
    .selectFrom('sms_reports')
    .select('state')
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  if (last !== undefined && !replaces(last.state, state)) return
  await tx
    .insertInto('sms_reports')
    .values({ provider_id: providerId, state, detail })
    .onConflict((conflict) =>
      conflict.column('provider_id').doUpdateSet({ state, detail, reported_at: sql<Date>`now()` }),
    )
    .execute()
}

/** Returns the SQL array of the vendors whose last message of the last day to this number was reported as failed. */
export const failedVendors = (recipient: RawBuilder<string>) => sql<string[]>`array(
  select vendor from (
    select distinct on (split_part(m.provider_id, ':', 1)) split_part(m.provider_id, ':', 1) as vendor, r.state
    from messages m join sms_reports r on r.provider_id = m.provider_id
    where m.recipient = ${recipient} and m.channel = 'sms' and m.created_at > now() - interval '1 day'
    order by split_part(m.provider_id, ':', 1), m.created_at desc) last
  where state = 'failed')`

/** Counts text messages that a vendor reported as failed in the last hour, by the country of the number. */
export async function countUndelivered(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ recipient: string }>`
    select m.recipient from sms_reports r join messages m on m.provider_id = r.provider_id
    where r.state = 'failed' and r.reported_at > now() - interval '1 hour'`.execute(db)
  const counts = new Map(COUNTRIES.map(({ code }) => [code as string, 0]))
  for (const { recipient } of rows) {
    const country = COUNTRIES.find(({ dialCode }) => recipient.startsWith(dialCode))?.code ?? 'other'
    counts.set(country, (counts.get(country) ?? 0) + 1)
  }
  return counts
}

/** Registers the webhooks for the vendors' reports. */
export function registerReports(app: FastifyInstance, db: Db, vendors: readonly SmsReports[]): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, parsed) => parsed(null, new URLSearchParams(String(body))),
    )
    for (const vendor of vendors) {
      scope.post<{ Body: URLSearchParams | undefined; Params: { token?: string } }>(
        `/webhooks/${vendor.path}`,
        async ({ body, headers, params: { token } }) => {
          const form = [...(body ?? new URLSearchParams())]
          const report = vendor.read({ form, headers, token })
          if (report === REFUSED_REPORT) throw refusalOf(vendor)
          if (report !== null) await inTransaction(db, 'messages.take_report', (tx) => takeReport(tx, report))
          return { received: true }
        },
      )
    }
    done()
  })
}

/** Returns the refusal of a report. Without the secret, the secret URL does not seem to exist. */
function refusalOf({ signatureHeader }: SmsReports): Refused {
  return signatureHeader === undefined
    ? new Refused('not_found')
    : new Refused('invalid_field', { field: signatureHeader, message: 'The signature does not match.' })
}
