import type { ApprovalAction } from '@sesa/contract/office'
import { formatMoney, money } from '@sesa/money'
import * as v from 'valibot'
import { inTransaction } from '../../../db/index.ts'
import { NO_CAUTION } from '../../../lib/caution.ts'
import { ActionRefused, signatureOf } from '../../../lib/staff-action.ts'
import { readRules, rulesInForce, storeRules, readProfile } from '../../compliance/index.ts'
import {
  findPriceVersion,
  judgePrices,
  PriceListError,
  pricesInForce,
  readPriceList,
  setPrices,
  type PriceList,
} from '../../pricing/index.ts'
import { isAdopted } from '../../transfers/index.ts'
import { readEntry, requestOf, type TreasuryEntry } from '../../books/index.ts'
import { amountOf, countryOf, inWords, plainAbout, type About } from './about.ts'
import { createComplianceKinds } from './compliance-kinds.ts'
import type { Carriers, Kind } from './kind.ts'
import { createCorridorKinds } from './corridor-kinds.ts'
import { createCustomerKinds } from './customer-kinds.ts'
import { createRailKinds } from './rail-kinds.ts'
import { createStaffKinds } from './staff-kinds.ts'
import { readThreshold } from './store.ts'
import { createTransferKinds } from './transfer-kinds.ts'
import { movementVersion, newest } from './versions.ts'

const pricesPayload = v.object({ list: v.unknown() })
const thresholdPayload = v.object({ amount: v.pipe(v.string(), v.regex(/^\d{1,14}$/)) })
const adoptPayload = v.object({ since: v.pipe(v.string(), v.isoTimestamp()), waitMinutes: v.number() })

/** A release threshold above this takes two typed confirmations. */
const MOST_ALONE = money(1_000_000n, 'USD')

/** The entity of a request to change the release threshold. */
export const RELEASE_THRESHOLD = 'release threshold'
export const PRICES = 'prices'
export const MONITORING_RULES = 'monitoring rules'

const rulesPayload = v.object({ rules: v.unknown(), mode: v.picklist(['in_force', 'shadow']) })
const profilePayload = v.object({ validFrom: v.pipe(v.string(), v.isoDate()), profile: v.unknown() })
export const reportCountry = v.picklist(['US', 'GH', 'LR', 'SL'])

const unusable = (problems: readonly string[]): ActionRefused => new ActionRefused(problems.join(' '))

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

/** Returns what an entry moves: `booked` is how many movements have its reference. */
function aboutEntry(entry: TreasuryEntry, booked: string): About {
  const { kind, reference } = entry
  const moved =
    kind === 'top_up'
      ? { 'Left our bank': entry.paid, 'Arrives at the wallet': entry.arrived }
      : kind === 'conversion'
        ? { Sold: entry.sold, Bought: entry.bought }
        : { [`Booked as ${inWords(entry.as).toLowerCase()}`]: entry.amount }
  const where = kind === 'conversion' ? 'our bank' : entry.account
  return plainAbout({
    label: `${inWords(kind)}, ${where}, ${reference}`,
    link: { page: 'treasury', id: null },
    state: booked === '0' ? 'Not booked' : 'A movement with this reference is booked',
    amount: amountOf(kind === 'top_up' ? entry.arrived : kind === 'conversion' ? entry.bought : entry.amount),
    facts: [
      { label: 'Account', value: where },
      ...Object.entries(moved).map(([label, one]) => ({ label, value: formatMoney(one) })),
      { label: 'Reference', value: reference },
    ],
  })
}

/** Creates every kind of request, by its action. */
export function createKinds({
  db,
  transfers,
  closeAccount,
  names,
  identity,
  reports,
  treasury,
  staffMail,
  railNames,
}: Carriers): Readonly<Record<ApprovalAction, Kind>> {
  return {
    ...createTransferKinds({ transfers }),
    ...createCustomerKinds({ db, names, identity, closeAccount }),
    set_prices: {
      permission: 'prices.change',
      reads: 'prices.read',
      async about() {
        const inForce = await findPriceVersion(db)
        return plainAbout({
          label: 'Price list',
          link: { page: 'prices', id: null },
          state:
            inForce === undefined
              ? 'The shipped prices are in force'
              : `Version ${inForce.version} is in force`,
        })
      },
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
      reads: 'approvals.read',
      async about(_db, { payload }) {
        const before = await readThreshold(db)
        const asked = v.safeParse(thresholdPayload, payload)
        const after = asked.success ? money(BigInt(asked.output.amount), 'USD') : null
        const from = formatMoney(money(before.amount, 'USD'))
        return plainAbout({
          label: 'Amount from which a release takes two people',
          link: { page: 'changes', id: null },
          state: `${from} since ${before.since.toISOString()}`,
          amount: after && amountOf(after),
          changes: after ? [{ label: 'Threshold', from, to: formatMoney(after) }] : [],
        })
      },
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
            .insertInto('staff_actions')
            .values({ action: 'set_release_threshold', ...signatureOf(action, change) })
            .returning('id')
            .executeTakeFirstOrThrow()
          await tx.insertInto('release_thresholds').values({ amount, action_id: id }).execute()
        })
        return 'the threshold is in force'
      },
    },
    adopt: {
      permission: 'adoption.request',
      reads: 'adoption.request',
      async about(_db, { payload }) {
        const read = v.safeParse(adoptPayload, payload)
        return plainAbout({
          label: 'Transfers that a restore lost',
          link: { page: 'changes', id: null },
          state: 'Made again from the providers’ records',
          facts: read.success
            ? [
                { label: 'Lost since', value: read.output.since },
                { label: 'Waited for providers', value: `${read.output.waitMinutes} minutes` },
              ]
            : [],
        })
      },
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
    set_monitoring_rules: {
      permission: 'monitoring.change',
      reads: 'monitoring.change',
      async about(_db, { payload }) {
        const read = v.safeParse(rulesPayload, payload)
        const { inForce } = await rulesInForce(db)
        return plainAbout({
          label: 'Rules of monitoring',
          link: { page: 'monitoring_rules', id: null },
          state: `Version ${inForce.version} is in force`,
          facts: read.success ? [{ label: 'They would be', value: inWords(read.output.mode) }] : [],
        })
      },
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
      reads: 'reports.file',
      async about(_db, { entity, payload }) {
        const read = v.safeParse(profilePayload, payload)
        return plainAbout({
          label: `What the authority of ${countryOf(entity)} asks for`,
          link: { page: 'report_profiles', id: null },
          state: `Profile ${await newest(db, 'report_profiles')} was stored last`,
          facts: read.success ? [{ label: 'Applies from', value: read.output.validFrom }] : [],
        })
      },
      check: async (payload, country) => {
        if (!v.is(reportCountry, country)) throw new ActionRefused(`${country} has no profile.`)
        await reports.requireSchema(profileOf(payload))
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
      reads: 'finance.read',
      about: async (_db, { entity, payload }) =>
        aboutEntry(readEntry(payload), await movementVersion(db, entity)),
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
    ...createCorridorKinds(db),
    ...createRailKinds(db, railNames),
    ...createStaffKinds({ db, staffMail }),
  }
}
