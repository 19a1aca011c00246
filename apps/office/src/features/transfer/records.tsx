import type { TransferPage } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { Facts } from '@sesa/ui/layout/card.tsx'
import { useMay } from '../../lib/session.ts'
import { accountText, amountText, providerName, wordOf } from '../../lib/words.ts'
import { CaseLinks } from '../../parts/case-links.tsx'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Notices } from '../../parts/notices.tsx'
import { Section } from '../../parts/section.tsx'

type Posting = TransferPage['postings'][number]

const POSTINGS: readonly FigureColumn<Posting>[] = [
  { key: 'at', header: 'When', render: ({ at }) => formatMoment(at) },
  { key: 'entry', header: 'Entry', render: ({ entry }) => wordOf('entry', entry) },
  { key: 'from', header: 'From', render: ({ from }) => accountText(from) },
  { key: 'to', header: 'To', render: ({ to }) => accountText(to) },
  { key: 'amount', header: 'Amount', align: 'right', render: ({ amount }) => amountText(amount) },
]

/** The ledger's postings, notices to the customer, the decision of the fraud rules, and cases. */
export function Records({ transfer }: { transfer: TransferPage }) {
  const may = useMay()
  const { postings, notices, cases, fraud, archived } = transfer
  return (
    <>
      <Section title="Ledger">
        <Figures
          caption="Postings"
          hideCaption
          columns={POSTINGS}
          // Postings are never changed or moved, so their place names them.
          rows={postings.map((posting, index) => ({ ...posting, key: String(index) }))}
          rowKey={({ key }) => key}
          none={archived ? 'This month’s postings are archived.' : 'Nothing booked yet.'}
        />
      </Section>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Section title="Notices to the customer">
          <Notices notices={notices} />
        </Section>
        {may('cases.read') && (
          <Section title="Cases and fraud">
            <p>{fraudText(fraud)}</p>
            <CaseLinks cases={cases} none="No case about the sender or the recipient’s wallet." />
          </Section>
        )}
      </div>
    </>
  )
}

const OUTCOMES = {
  allow: 'allowed the payment',
  authenticate: 'required bank authentication',
  delay: 'delayed the pay-out',
  refuse: 'refused the payment',
} as const

function fraudText(fraud: TransferPage['fraud']): string {
  if (fraud === null) return 'No fraud decision on this payment yet.'
  const { outcome, rule, applied, version, at } = fraud
  const because = rule === null ? '' : ` because of ${rule}`
  const others = applied.filter((one) => one !== rule)
  const also = others.length === 0 ? '' : ` Also applied: ${others.join(', ')}.`
  return `Version ${version} of the fraud rules ${OUTCOMES[outcome]} on ${formatMoment(at)}${because}.${also}`
}

const EVENTS: readonly FigureColumn<TransferPage['providerEvents'][number]>[] = [
  { key: 'at', header: 'Received', render: ({ at }) => formatMoment(at) },
  { key: 'provider', header: 'From', render: ({ provider }) => providerName(provider) },
  { key: 'type', header: 'Event', render: ({ type }) => type },
  { key: 'id', header: 'Event id', render: ({ id }) => code(id) },
]

/** What the providers call this transfer, and the events that the card provider sent about it. */
export function Providers({ transfer }: { transfer: TransferPage }) {
  const { paymentId, payoutReference, trace, providerEvents } = transfer
  return (
    <Section title="At the providers">
      <Facts
        compact
        facts={[
          { key: 'payment', label: 'Payment', value: code(paymentId) },
          { key: 'payout', label: 'Pay-out', value: code(payoutReference) },
          { key: 'trace', label: 'Trace', value: code(trace) },
        ]}
      />
      <Figures
        caption="Card provider events"
        columns={EVENTS}
        rows={providerEvents}
        rowKey={({ id }) => id}
        none="No card provider events for this payment."
      />
      <p className="text-muted">
        Times are when events arrived. The timeline shows what followed. Carrier callbacks aren’t stored: each
        one triggers a query, and the timeline shows the answer.
      </p>
    </Section>
  )
}

function code(value: string | null) {
  return value === null ? 'None' : <span className="break-all">{value}</span>
}
