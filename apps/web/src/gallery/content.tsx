import type { ReactNode } from 'react'
import { LISTED_STATUSES } from '@sesa/contract'
import { AmountsPanel } from '@sesa/ui/layout/amounts-panel.tsx'
import { PhoneArt } from '@sesa/ui/art/art.tsx'
import { Button } from '@sesa/ui/button.tsx'
import { Card, Facts } from '@sesa/ui/layout/card.tsx'
import { EmptyState } from '@sesa/ui/feedback/empty-state.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { PrintArea } from '@sesa/ui/layout/print-area.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { Spinner } from '@sesa/ui/feedback/spinner.tsx'
import { Status } from '@sesa/ui/feedback/status.tsx'
import { Table, type Column } from '@sesa/ui/layout/table.tsx'
import { Timeline } from '@sesa/ui/feedback/timeline.tsx'
import { CodeLost } from '../lib/loading/load-code.ts'
import { SectionBoundary } from '../lib/loading/section-boundary.tsx'
import { Kept, Show, State } from './show.tsx'

interface Row {
  name: string
  amount: string
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'name', header: 'Description', phone: 'max-sm:flex-1', render: (row) => row.name },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    phone: '',
    render: (row) => row.amount,
  },
]
const ROWS: readonly Row[] = [
  { name: 'Ama Mensah', amount: 'GHS 668.70' },
  {
    name: 'Nana Akosua Serwaa Bonsu-Agyemang Prempeh of the House of Asante Mampong',
    amount: 'LRD 1,234,567.89',
  },
]
const WELL = {
  offline: false,
  slow: false,
  failure: null,
  hasData: false,
  busy: false,
  retry: () => undefined,
}

/** Shows components for content and feedback. */
export function Content() {
  return (
    <>
      <Show name="Status">
        <div className="flex flex-wrap gap-2">
          {LISTED_STATUSES.map((status) => (
            <Status key={status} status={status} />
          ))}
        </div>
      </Show>
      <Show name="Amounts panel">
        <AmountsPanel
          label="The transfer"
          sent={{ label: 'You sent', country: 'LR', amount: 'LRD 10,000.00' }}
          received={{ label: 'They received', country: 'GH', amount: 'GHS 668.70' }}
        />
      </Show>
      <Show name="Card, facts, what is printed">
        <PrintArea>
          <Card>
            <Facts
              facts={[
                { key: 'rate', label: 'Exchange rate', value: '1 GHS = LRD 14.95' },
                { key: 'fee', label: 'Transfer fee', value: 'LRD 0.00' },
                { key: 'total', label: 'Total', value: 'LRD 10,000.00', strong: true },
              ]}
            />
          </Card>
        </PrintArea>
      </Show>
      <Show name="Notice">
        <Notice title="Good to know">The rate holds for 30 minutes.</Notice>
        <Notice tone="ok" title="Saved" />
        <Notice tone="warn" title="The rate has changed">
          They receive GHS 660.10 now.
        </Notice>
        <Notice
          tone="error"
          title="Your card was declined"
          action={<Button variant="secondary">Try again</Button>}
        >
          No money was taken.
        </Notice>
      </Show>
      <Show name="Timeline">
        <Timeline
          label="Progress"
          entries={[
            { key: 'a', text: 'Paid', when: '21 Nov 2026, 14:05', state: 'done' },
            { key: 'b', text: 'On its way to MTN MoMo', state: 'current' },
            { key: 'c', text: 'Received', state: 'ahead' },
            { key: 'd', text: 'Refund failed', state: 'failed' },
          ]}
        />
      </Show>
      <Show name="Table">
        <Table caption="Transfers" columns={COLUMNS} rows={ROWS} rowKey={(row) => row.name} />
        <State name="Loading">
          <Table
            caption="Loading"
            hideCaption
            columns={COLUMNS}
            rows={[]}
            rowKey={(row) => row.name}
            loading
          />
        </State>
        <State name="Empty">
          <EmptyState art={<PhoneArt />} title="No transfers yet" action={<Button>Send Money</Button>}>
            The first one takes a few minutes.
          </EmptyState>
        </State>
        <State name="Offline, slow, failed">
          <LoadTrouble what="your transfers" state={{ ...WELL, offline: true }} />
          <LoadTrouble what="your transfers" state={{ ...WELL, slow: true }} />
          <LoadTrouble what="your transfers" state={{ ...WELL, failure: 'We couldn’t reach Sesa.' }} />
        </State>
      </Show>
      <Show name="Waiting">
        <Spinner label="Loading" size={40} />
        <Skeleton lines={3} />
      </Show>
      <Show name="A part that fails alone">
        <Kept<Error | null> initial={null}>
          {(error, set) => (
            <SectionBoundary name="the timeline">
              {error ? (
                <Broken error={error} />
              ) : (
                <Button variant="danger" onClick={() => set(new Error(ON_PURPOSE))}>
                  Break this part
                </Button>
              )}
            </SectionBoundary>
          )}
        </Kept>
        <Kept<Error | null> initial={null}>
          {(error, set) => (
            <SectionBoundary name="the activity">
              {error ? (
                <Broken error={error} />
              ) : (
                <Button variant="danger" onClick={() => set(new CodeLost(ON_PURPOSE))}>
                  Lose its code
                </Button>
              )}
            </SectionBoundary>
          )}
        </Kept>
      </Show>
    </>
  )
}

const ON_PURPOSE = 'Broken on purpose, to see what is shown'

function Broken({ error }: { error: Error }): ReactNode {
  throw error
}
