import { formatMoney, money } from '@sesa/money'
import { officeCalls } from '@sesa/contract/office'
import { readFile } from 'node:fs/promises'
import { appendRead } from '../domains/record/index.ts'
import { isAdopted, type Lost, type Unexplained } from '../domains/transfers/index.ts'
import { callOffice } from './call.ts'
import {
  APPROVED_BY,
  approvedActionOf,
  CliError,
  numberOption,
  staffActionOf,
  table,
  timeOption,
  type Command,
  type Given,
  type Outcome,
  type Say,
  type Tools,
} from './command.ts'

const DAYS = 3
const DAY_MS = 24 * 60 * 60 * 1_000
/** This long after a request, "not found" proves that it never arrived (docs/providers.md). */
const WAIT_MINUTES = 15

const MEANINGS: Readonly<Record<string, string>> = {
  open: 'recover as unpaid: the engine closes it or finds the charge',
  sent: 'recover as sent: the carrier paid',
  paying_out: 'recover as paying out: the carrier has the request',
  payout_failed: 'recover as failed: refunded once the carrier confirms the failure',
  refunding: 'recover as refunding: no carrier paid it, and the charge is or will be refunded',
  hold: 'recover on hold: charged, and no carrier has a pay-out',
  carrier_silent: 'wait: a carrier isn’t answering',
  too_early: 'wait: no carrier has a pay-out, but a request may still be in transit',
  record_missing: 'manual: our secrets can’t open the payment’s record',
  account_missing: 'manual: the customer has no account here and has to sign up with the same number',
  charge_differs: 'manual: the charge doesn’t match its record',
  paid_out_twice: 'manual: two carriers have the pay-out',
  paid_out_unpaid: 'manual: paid out, but the card wasn’t charged',
}

const nameOf = ({ decision }: Lost): string => ('why' in decision ? decision.why : decision.next)

const describe = (lost: Lost) => ({
  payment: lost.paymentId,
  transfer: lost.transferId,
  reference: lost.transfer?.reference ?? null,
  charge:
    lost.transfer === null
      ? null
      : formatMoney(money(lost.transfer.charge_amount, lost.transfer.charge_currency)),
  customerPhone: lost.phone,
  payoutReference: lost.transfer?.payout_reference ?? null,
  payout: lost.payout,
  decision: nameOf(lost),
})

const REFERENCE = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi

/** Returns every reference in a carrier's statement, whatever its columns are. @throws CliError when there is none. */
async function referencesIn({ options }: Given): Promise<readonly string[]> {
  const file = options['statement']
  if (file === undefined) return []
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CliError(`Can’t read --statement ${file} (${error instanceof Error ? error.message : ''}).`)
  })
  const found = new Set(text.match(REFERENCE)?.map((one) => one.toLowerCase()))
  if (found.size === 0) throw new CliError(`--statement ${file} has no references.`)
  return [...found]
}

/** Says what a reference is that nothing here explains. */
function textOf(reference: string, payment: Unexplained['payment']): string {
  if (payment === null) return `unexplained pay-out: ${reference}`
  const amount = payment.amount === null ? 'amount unknown' : formatMoney(payment.amount)
  return `lost payment by mobile money: ${reference}, ${payment.collector}, ${amount}`
}

/** Asks a second person to approve that the lost transfers are made again; the worker then does it. */
async function request(
  tools: Tools,
  given: Given,
  { since, quietMinutes }: { readonly since: Date; readonly quietMinutes: number },
  say: Say,
): Promise<Outcome> {
  const { reason } = staffActionOf(given)
  const body = { since: since.toISOString(), waitMinutes: quietMinutes, reason }
  const { id, expiresAt } = (await callOffice(tools, officeCalls.requestAdoption, { body })).approval
  say(`Requested: ${id}. Another member decides in the office by ${expiresAt}.`)
  return { code: 0, json: { approval: id, expiresAt } }
}

export const adoptCommand: Command = {
  words: ['adopt'],
  isSigned: true,
  permission: ({ options }) => (options['apply'] === undefined ? undefined : 'adoption.request'),
  options: [
    ['--since <time>', `start time of the payments, like 2026-11-25T18:00:00Z (default: ${DAYS} days ago)`],
    [
      '--statement <file>',
      'a carrier statement for the period, to list lost payments by mobile money and unexplained pay-outs',
    ],
    [
      '--wait-minutes <n>',
      `minutes the database must have run before "not found" counts (default ${WAIT_MINUTES})`,
    ],
    ['--apply', 'recover the lost transfers; without it, only list them'],
    APPROVED_BY,
  ],
  does: 'recover transfers lost in a restore from the providers’ records; exits with 1 while any is left',
  example: "--since 2026-11-25T18:00:00Z --apply --approved-by 'Kofi Mensah'",
  async run(tools, given, say) {
    const isApplied = given.options['apply'] !== undefined
    const since = timeOption(given, 'since') ?? new Date(Date.now() - DAYS * DAY_MS)
    const quietMinutes = numberOption(given, 'waitMinutes') ?? WAIT_MINUTES
    if (given.member !== undefined) return request(tools, given, { since, quietMinutes }, say)
    const action = isApplied ? approvedActionOf(given) : null
    const references = await referencesIn(given)
    const { adoption } = (await tools.product()).transferActions
    const plan = await adoption.plan({ since, quietMinutes })
    if (plan.lost.some(({ phone }) => phone !== null))
      await appendRead(tools.db, { member: null, action: 'adoption.listed' })
    say(`${plan.listed} payments since ${since.toISOString()}, ${plan.lost.length} without a transfer`)
    const rows = plan.lost.map((lost) => {
      const { reference, charge, payment, payout, customerPhone } = describe(lost)
      const what = [MEANINGS[nameOf(lost)], customerPhone].filter((part) => part !== null)
      return [reference ?? '?', charge ?? '?', payment, payout, what.join(': ')]
    })
    if (rows.length > 0)
      table([['transfer', 'charged', 'payment', 'pay-out', 'action'], ...rows]).forEach(say)
    const adopted: string[] = []
    for (const lost of action === null ? [] : plan.lost) {
      if (!isAdopted(lost.decision) || action === null) continue
      if (await adoption.apply(lost, action)) adopted.push(lost.transfer?.reference ?? lost.transferId)
    }
    if (isApplied) say(`${adopted.length} recovered`)
    const unexplained = await adoption.unexplained(references, plan)
    if (references.length > 0)
      say(`${references.length} references in the statement, ${unexplained.length} unexplained`)
    for (const { reference, payment } of unexplained) say(textOf(reference, payment))
    const left = plan.lost.filter(({ decision }) => !isApplied || !isAdopted(decision))
    const json = { since, listed: plan.listed, lost: plan.lost.map(describe), adopted, unexplained }
    return { code: left.length + unexplained.length > 0 ? 1 : 0, json }
  },
}
