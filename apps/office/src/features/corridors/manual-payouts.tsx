import { useState } from 'react'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import { Button } from '@sesa/ui/button.tsx'
import { formatMoment } from '@sesa/ui/format.ts'
import { tryCall, useCall, useAct } from '../../lib/api.ts'
import { amountText, networkName } from '../../lib/words.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'

type Payout = AnswerOf<typeof officeCalls.listManualPayouts>['payouts'][number]

const KEY = ['manual-payouts']

const COLUMNS: readonly FigureColumn<Payout>[] = [
  { header: 'Transfer', render: ({ reference }) => reference },
  { header: 'Amount', align: 'right', render: ({ amount }) => amountText(amount) },
  { header: 'Wallet', render: ({ phone }) => phone },
  { header: 'Network', render: ({ network, country }) => `${networkName(network, country)} (${country})` },
  { header: 'Waiting since', render: ({ askedAt }) => formatMoment(askedAt) },
]

/** The pay-outs that staff make by hand. Reading them is recorded, so they are shown only when asked for. */
export function ManualPayouts() {
  const act = useAct()
  const [isShown, setIsShown] = useState(false)
  const payouts = useCall(KEY, officeCalls.listManualPayouts, {}, { enabled: isShown })
  const end = (reference: string, outcome: 'paid' | 'failed', said: string) =>
    act(
      (reason: string) =>
        tryCall(officeCalls.endManualPayout, { params: { reference }, body: { outcome, reason } }),
      { said: `${reference} ${said}`, changes: [KEY] },
    )
  const change: FigureColumn<Payout> = {
    header: 'Result',
    render: ({ reference, amount, phone }) => (
      <div className="flex gap-2">
        <ReasonDialog
          label="Paid"
          title={`Record ${reference} as paid?`}
          text={`You paid ${amountText(amount)} to ${phone}. The transfer ends as sent, and the customer is notified.`}
          confirm="Record as paid"
          field="Carrier’s payment number"
          onSubmit={end(reference, 'paid', 'recorded as paid')}
        />
        <ReasonDialog
          label="Failed"
          title={`Record ${reference} as failed?`}
          text="Nothing was paid. The customer gets a full refund."
          confirm="Record as failed"
          onSubmit={end(reference, 'failed', 'will be refunded')}
        />
      </div>
    ),
  }
  return (
    <Section title="Manual pay-outs">
      <p>Staff pay out on networks routed to “manual”. Pay the wallet first, then record it here.</p>
      {isShown ? (
        <Loaded query={payouts} what="the manual pay-outs">
          {(data) => (
            <Figures
              caption="Manual pay-outs"
              columns={[...COLUMNS, change]}
              rows={data.payouts}
              rowKey={({ reference }) => reference}
              none="No manual pay-outs are due."
            />
          )}
        </Loaded>
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setIsShown(true)}>
            Show manual pay-outs
          </Button>
          <p className="mt-2 text-muted">This shows recipients’ numbers. The audit log records it.</p>
        </div>
      )}
    </Section>
  )
}
