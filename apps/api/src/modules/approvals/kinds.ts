import { DIRECTIONS } from '@sesa/contract'
import type { ApprovalAction } from '@sesa/contract/office'
import { formatMoney, money } from '@sesa/money'
import { sql } from 'kysely'
import * as v from 'valibot'
import { inTransaction, type Tx } from '../../db/index.ts'
import { NO_CAUTION } from '../../lib/caution.ts'
import { ActionRefused, signatureOf } from '../../lib/staff-action.ts'
import { planClosing, requireSpan } from '../closings/index.ts'
import { closeCorridor, openCorridor } from '../corridors/index.ts'
import { readRules, storeRules } from '../monitoring/index.ts'
import {
  judgePrices,
  PriceListError,
  pricesInForce,
  readPriceList,
  setPrices,
  type PriceList,
} from '../prices/index.ts'
import { readProfile } from '../reports/index.ts'
import { isAdopted } from '../transfers/index.ts'
import { readEntry, requestOf } from '../treasury/index.ts'
import { createComplianceKinds } from './compliance-kinds.ts'
import type { Carriers, Kind } from './kind.ts'
import { createRailKinds } from './rail-kinds.ts'
import { createStaffKinds } from './staff-kinds.ts'
import { createTransferKinds } from './transfer-kinds.ts'
import { readThreshold } from './store.ts'

async function accountVersion(tx: Tx, userId: string): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select 'open' as version from users where id = ${userId} and closed_at is null`.execute(tx)
  return rows[0]?.version ?? null
}

async function corridorVersion(tx: Tx, corridor: string): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', enabled, reason) as version from corridors
    where sender || '/' || recipient = ${corridor}`.execute(tx)
  return rows[0]?.version ?? null
}

async function checkVersion(tx: Tx, check: string): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', state, updated_at) as version from identity_checks where id = ${check}::uuid`.execute(
    tx,
  )
  return rows[0]?.version ?? null
}

/** A movement's reference is taken once for its account, so a second entry of it is outdated. */
async function movementVersion(tx: Tx, movement: string): Promise<string> {
  const [account = '', ...reference] = movement.split(' ')
  const { rows } = await sql<{ version: string }>`
    select count(*)::text as version from provider_movements
    where account = ${account} and (provider_id = ${reference.join(' ')}
      or folded_reference = fold_reference(${reference.join(' ')}))`.execute(tx)
  return rows[0]?.version ?? '0'
}

type Versioned = 'price_lists' | 'monitoring_rules' | 'release_thresholds' | 'report_profiles'

async function newest(tx: Tx, table: Versioned): Promise<string> {
  const column = table === 'price_lists' || table === 'monitoring_rules' ? sql`version` : sql`id`
  const { rows } = await sql<{ version: string }>`
    select coalesce(max(${column}), 0)::text as version from ${sql.table(table)}`.execute(tx)
  return rows[0]?.version ?? '0'
}

function directionOf(corridor: string) {
  const found = DIRECTIONS.find(({ from, to }) => `${from}/${to}` === corridor)
  if (found === undefined) throw new ActionRefused(`${corridor} is not a corridor.`)
  return { sender: found.from, recipient: found.to }
}

const pricesPayload = v.object({ list: v.unknown() })
const thresholdPayload = v.object({ amount: v.pipe(v.string(), v.regex(/^\d{1,14}$/)) })
const timestamp = v.pipe(v.string(), v.isoTimestamp())
const closePayload = v.object({ words: v.pipe(v.string(), v.minLength(10)) })
const spanPayload = v.object({ from: timestamp, until: timestamp })
const adoptPayload = v.object({ since: v.pipe(v.string(), v.isoTimestamp()), waitMinutes: v.number() })

/** A release threshold above this takes two typed confirmations. */
const MOST_ALONE = money(1_000_000n, 'USD')

/** The entity of a request to change the release threshold. */
export const RELEASE_THRESHOLD = 'release threshold'
export const PRICES = 'prices'
export const MONITORING_RULES = 'monitoring rules'

const reviewPayload = v.object({ verdict: v.picklist(['verify', 'refuse']) })
const tierPayload = v.object({
  tier: v.picklist([1, 2, 3]),
  until: v.nullable(v.pipe(v.string(), v.isoDate())),
})
const rulesPayload = v.object({ rules: v.unknown(), mode: v.picklist(['in_force', 'shadow']) })
const profilePayload = v.object({ validFrom: v.pipe(v.string(), v.isoDate()), profile: v.unknown() })
export const reportCountry = v.picklist(['US', 'GH', 'LR', 'SL'])

const unusable = (problems: readonly string[]): ActionRefused => new ActionRefused(problems.join(' '))

/** Returns the time of a closing that begins and ends by the clock; null for one that begins at once. */
function spanOf(payload: unknown): { from: Date; until: Date } | null {
  const read = v.safeParse(spanPayload, payload)
  return read.success ? { from: new Date(read.output.from), until: new Date(read.output.until) } : null
}

function rulesOf(payload: unknown) {
  const read = readRules({ rules: v.parse(rulesPayload, payload).rules })
  if (!read.ok) throw unusable(read.problems)
  return read.rules
}

function profileOf(payload: unknown) {
  const read = readProfile(v.parse(profilePayload, payload).profile)
  if (!read.ok) throw unusable(read.problems)
  return read.profile
}

function pricesOf(payload: unknown): PriceList {
  try {
    return readPriceList(v.parse(pricesPayload, payload).list)
  } catch (error) {
    if (error instanceof PriceListError) throw new ActionRefused(error.message)
    throw error
  }
}

/** Creates every kind of request, by its action. */
export function createKinds({
  db,
  transfers,
  closeAccount,
  identity,
  reports,
  treasury,
  staffMail,
  railNames,
}: Carriers): Readonly<Record<ApprovalAction, Kind>> {
  return {
    ...createTransferKinds({ transfers }),
    set_prices: {
      permission: 'prices.change',
      check: (payload) => void pricesOf(payload),
      caution: async (payload) => judgePrices(pricesOf(payload), await pricesInForce(db)),
      versionOf: (tx) => newest(tx, 'price_lists'),
      async carryOut(_entity, payload, action) {
        const version = await setPrices(db, v.parse(pricesPayload, payload).list, action)
        return `price list ${version} is in force`
      },
    },
    set_release_threshold: {
      permission: 'limits.change',
      async caution(payload) {
        const amount = money(BigInt(v.parse(thresholdPayload, payload).amount), 'USD')
        if (amount.amount <= MOST_ALONE.amount) return NO_CAUTION
        const said = `One person alone would release transfers of up to ${formatMoney(amount)}, more than ${formatMoney(MOST_ALONE)}.`
        return { warnings: [said], confirm: formatMoney(amount) }
      },
      versionOf: (tx) => newest(tx, 'release_thresholds'),
      async carryOut(_entity, payload, action) {
        const amount = BigInt(v.parse(thresholdPayload, payload).amount)
        await inTransaction(db, 'approvals.set_release_threshold', async (tx) => {
          const before = { amount: String((await readThreshold(tx)).amount) }
          const change = { before, after: { amount: String(amount) } }
          const { id } = await tx
            .insertInto('operator_actions')
            .values({ action: 'set_release_threshold', ...signatureOf(action, change) })
            .returning('id')
            .executeTakeFirstOrThrow()
          await tx.insertInto('release_thresholds').values({ amount, action_id: id }).execute()
        })
        return 'the threshold is in force'
      },
    },
    open_corridor: {
      permission: 'corridors.change',
      check: (_payload, corridor) => void directionOf(corridor),
      versionOf: corridorVersion,
      async carryOut(corridor, _payload, action) {
        await openCorridor(db, directionOf(corridor), action)
        return 'open'
      },
    },
    close_corridor: {
      permission: 'corridors.change',
      check: async (payload, corridor) => {
        directionOf(corridor)
        if (!v.is(closePayload, payload)) throw new ActionRefused('Give the message for customers.')
        const span = spanOf(payload)
        if (span !== null) await requireSpan(db, span)
      },
      versionOf: corridorVersion,
      async carryOut(corridor, payload, action) {
        const span = spanOf(payload)
        if (span !== null) {
          const { words } = v.parse(closePayload, payload)
          await planClosing(db, directionOf(corridor), { ...span, words }, action)
          return `closed from ${span.from.toISOString()} until ${span.until.toISOString()}`
        }
        await closeCorridor(db, directionOf(corridor), v.parse(closePayload, payload).words, action)
        return 'closed'
      },
    },
    adopt: {
      permission: 'adoption.request',
      inParts: true,
      versionOf: async () => 'the providers’ records',
      async carryOut(_entity, payload, action) {
        const { since, waitMinutes } = v.parse(adoptPayload, payload)
        const plan = await transfers.adoption.plan({ since: new Date(since), quietMinutes: waitMinutes })
        let adopted = 0
        for (const lost of plan.lost)
          if (isAdopted(lost.decision) && (await transfers.adoption.apply(lost, action))) adopted += 1
        return `${adopted} of ${plan.lost.length} lost transfers made again`
      },
    },
    review_identity: {
      permission: 'identity.review',
      versionOf: checkVersion,
      async carryOut(check, payload, action) {
        const { verdict } = v.parse(reviewPayload, payload)
        await identity.review(check, verdict, action)
        return verdict === 'verify' ? 'verified' : 'refused'
      },
    },
    set_tier: {
      permission: 'identity.review',
      versionOf: accountVersion,
      async carryOut(userId, payload, action) {
        const set = v.parse(tierPayload, payload)
        await identity.setTier(userId, set, action)
        return `tier ${set.tier}`
      },
    },
    set_monitoring_rules: {
      permission: 'monitoring.change',
      check: (payload) => void rulesOf(payload),
      versionOf: (tx) => newest(tx, 'monitoring_rules'),
      async carryOut(_entity, payload, action) {
        const { mode } = v.parse(rulesPayload, payload)
        const version = await storeRules(db, rulesOf(payload), mode, action)
        return `version ${version} is ${mode === 'shadow' ? 'in shadow mode' : 'in force'}`
      },
    },
    set_report_profile: {
      permission: 'reports.change',
      check: (payload, country) => {
        if (!v.is(reportCountry, country)) throw new ActionRefused(`${country} has no profile.`)
        profileOf(payload)
      },
      versionOf: (tx) => newest(tx, 'report_profiles'),
      async carryOut(country, payload, action) {
        const { validFrom } = v.parse(profilePayload, payload)
        const given = { country: v.parse(reportCountry, country), validFrom, profile: profileOf(payload) }
        await reports.setProfile(given, action)
        return `the profile applies from ${validFrom}`
      },
    },
    book_treasury_entry: {
      permission: 'treasury.manage',
      check: (payload) => treasury.check(readEntry(payload)),
      caution: (payload) => treasury.caution(readEntry(payload)),
      versionOf: movementVersion,
      async carryOut(_entity, payload, action) {
        const entry = readEntry(payload)
        await treasury.book(entry, action)
        return `booked ${requestOf(entry).entity}`
      },
    },
    ...createComplianceKinds(db),
    ...createRailKinds(db, railNames),
    ...createStaffKinds({ db, staffMail }),
    erase_account: {
      permission: 'erasure.request',
      versionOf: accountVersion,
      async carryOut(userId, _payload, action) {
        await closeAccount(userId, action)
        return 'erased'
      },
    },
  }
}
