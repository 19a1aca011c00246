import { machineCsvLine } from '@sesa/contract'
import { formatMoney, toMajorString } from '@sesa/money'
import { escapeHtml } from '../../../../lib/html.ts'
import { Needs, type Party, type ReportedTransfer, type SuspicionReport, type Written } from '../model.ts'
import type { Profile } from '../profiles.ts'

const UNKNOWN = 'not known'
const addressOf = ({ address }: Party): string =>
  address === null
    ? UNKNOWN
    : [address.line, address.postalCode, address.city, address.state, address.country]
        .filter(Boolean)
        .join(', ')

const documentOf = ({ identification }: Party): string =>
  identification === null ? UNKNOWN : `${identification.type} ${identification.number}`

function linesOf(party: Party): readonly (readonly [string, string])[] {
  return [
    ['Name', party.name],
    ['Date of birth', party.birthDate ?? UNKNOWN],
    ['Nationality', party.nationality ?? UNKNOWN],
    ['Address', addressOf(party)],
    ['Phone', party.phone ?? UNKNOWN],
    ['Document', documentOf(party)],
    ['Occupation', party.occupation ?? UNKNOWN],
  ]
}

const HEADS = [
  'Transfer',
  'Paid at',
  'Sender',
  'Recipient',
  'Wallet',
  'Network',
  'Charged',
  'Received',
  'State',
]

const rowOf = (transfer: ReportedTransfer): readonly string[] => [
  transfer.reference,
  transfer.chargedAt?.toISOString() ?? UNKNOWN,
  transfer.sender.name,
  transfer.recipient.name,
  transfer.recipient.phone ?? UNKNOWN,
  transfer.recipientNetwork,
  formatMoney(transfer.charged),
  formatMoney(transfer.received),
  transfer.state,
]

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: string, row: readonly string[]): string =>
    row.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('')
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n')
  return `<table>\n<tr>${cells('th', head)}</tr>\n${body}\n</table>`
}

/** Each customer of the report once. */
function customersOf({ transfers, subject }: SuspicionReport): readonly Party[] {
  const all = [...(subject === null ? [] : [subject]), ...transfers.map(({ sender }) => sender)]
  return [...new Map(all.map((party) => [party.customerId ?? party.name, party])).values()]
}

/** Writes a report of suspicion as a page to print, for an authority without a file format. */
export function writePrinted(report: SuspicionReport, profile: Profile): Written {
  const needs = new Needs()
  const company = needs.need(profile.entity['name'], 'entity.name')
  const officer = needs.need(profile.entity['compliance_officer'], 'entity.compliance_officer')
  const customers = customersOf(report)
  if (customers.length === 0) needs.need(null, 'transfers or subject')
  for (const { name, customerId } of customers)
    needs.need(name, `name of customer ${customerId ?? 'without an account'}`)
  if (needs.gaps.length > 0) return { ok: false, gaps: needs.gaps }
  const text = (paragraph: string): string => `<p>${escapeHtml(paragraph)}</p>`
  const document = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escapeHtml(report.number)}</title>
<style>body{font:11pt serif;max-width:48em;margin:2em auto}table{border-collapse:collapse;width:100%}td,th{border:1px solid;padding:.2em .4em;text-align:left;font-size:9pt}</style>
<h1>Report of suspicion ${escapeHtml(report.number)}</h1>
${text(`To: ${profile.authority}`)}
${text(`From: ${company}, ${officer}`)}
${text(`Date: ${report.at.toISOString().slice(0, 10)}`)}
${text('Confidential. Do not disclose this report to the persons it names.')}
<h2>Why we report</h2>
${text(report.narrative)}
<h2>What we have done</h2>
${text(report.action)}
${report.indicators.length === 0 ? '' : `<h2>Indicators</h2>\n${text(report.indicators.join(', '))}\n`}${customers.map((party, index) => `<h2>Customer ${index + 1}</h2>\n${tableOf(['Field', 'Value'], linesOf(party))}`).join('\n')}
<h2>Transfers</h2>
${tableOf(HEADS, report.transfers.map(rowOf))}
</html>
`
  return { ok: true, document }
}

/** Returns the transfers of a report as CSV, amounts in major units. */
export function transfersAsCsv({ transfers }: SuspicionReport): string {
  const heads = ['transfer', 'charged_at', 'sender', 'sender_birth_date', 'recipient', 'wallet', 'network']
  const amounts = ['charged', 'charged_currency', 'received', 'received_currency', 'state']
  return [
    [...heads, ...amounts],
    ...transfers.map(({ charged, received, sender, recipient, ...transfer }) => [
      transfer.reference,
      transfer.chargedAt?.toISOString() ?? '',
      sender.name,
      sender.birthDate ?? '',
      recipient.name,
      recipient.phone ?? '',
      transfer.recipientNetwork,
      toMajorString(charged),
      charged.currency,
      toMajorString(received),
      received.currency,
      transfer.state,
    ]),
  ]
    .map(machineCsvLine)
    .join('')
}
