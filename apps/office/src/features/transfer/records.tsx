import type { TransferPage } from '@sesa/contract/office'
import { formatMoment } from '@sesa/web/format'
import { TextLink } from '@sesa/web/ui/button.tsx'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { amountText, readable } from '../../lib/words.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Notices } from '../../parts/notices.tsx'
import { Section } from '../../parts/section.tsx'

type Posting = TransferPage['postings'][number]

const POSTINGS: readonly FigureColumn<Posting>[] = [
  { key: 'at', header: 'When', render: ({ at }) => formatMoment(at) },
  { key: 'entry', header: 'Entry', render: ({ entry }) => readable(entry) },
  { key: 'from', header: 'From', render: ({ from }) => from },
  { key: 'to', header: 'To', render: ({ to }) => to },
  { key: 'amount', header: 'Amount', align: 'right', render: ({ amount }) => amountText(amount) },
]

/** What the product recorded about a transfer: the ledger's postings, notices to the customer, and cases. */
export function Records({ transfer }: { transfer: TransferPage }) {
  const may = useMay()
  const { postings, notices, cases, archived } = transfer
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
          none={archived ? 'The postings of this month are archived.' : 'Nothing was booked yet.'}
        />
      </Section>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Section title="Notices to the customer">
          <Notices notices={notices} />
        </Section>
        {may('cases.read') && (
          <Section title="Cases">
            {cases.length === 0 && <p className="text-muted">None about this transfer or its sender.</p>}
            <ul className="flex flex-col gap-2">
              {cases.map(({ number, kind, state }) => (
                <li key={number}>
                  <TextLink href={paths.case(number)}>{number}</TextLink>, {readable(kind)}, {readable(state)}
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </>
  )
}
