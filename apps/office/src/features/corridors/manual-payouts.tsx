import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { formatMoment } from '@sesa/ui/format.ts'
import { callOffice, tryCall } from '../../lib/api.ts'
import { amountText, networkName } from '../../lib/words.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'

type Payout = AnswerOf<typeof officeCalls.listManualPayouts>['payouts'][number]

const KEY = ['manual-payouts']

const COLUMNS: readonly FigureColumn<Payout>[] = [
  { key: 'reference', header: 'Transfer', render: ({ reference }) => reference },
  { key: 'amount', header: 'Amount', align: 'right', render: ({ amount }) => amountText(amount) },
  { key: 'phone', header: 'Wallet', render: ({ phone }) => phone },
  {
    key: 'network',
    header: 'Network',
    render: ({ network, country }) => `${networkName(network, country)} (${country})`,
  },
  { key: 'askedAt', header: 'Waiting since', render: ({ askedAt }) => formatMoment(askedAt) },
]

/** The pay-outs that staff make by hand. Reading them is recorded, so they are shown only when asked for. */
export function ManualPayouts() {
  const client = useQueryClient()
  const toast = useToast()
  const [isShown, setIsShown] = useState(false)
  const payouts = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callOffice(officeCalls.listManualPayouts, { signal }),
    enabled: isShown,
  })
  const end = async (
    reference: string,
    outcome: 'paid' | 'failed',
    reason: string,
  ): Promise<Failure | null> => {
    const { error } = await tryCall(officeCalls.endManualPayout, {
      params: { reference },
      body: { outcome, reason },
    })
    if (error) return error
    toast(outcome === 'paid' ? `${reference} recorded as paid` : `${reference} will be refunded`)
    await client.invalidateQueries({ queryKey: KEY })
    return null
  }
  const change: FigureColumn<Payout> = {
    key: 'change',
    header: 'Result',
    render: ({ reference, amount, phone }) => (
      <div className="flex gap-2">
        <ReasonDialog
          label="Paid"
          title={`Record ${reference} as paid?`}
          confirm="Record as paid"
          field="Carrier’s payment number"
          onSubmit={(reason) => end(reference, 'paid', reason)}
        >
          <p>{`You paid ${amountText(amount)} to ${phone}. The transfer ends as sent, and the customer is notified.`}</p>
        </ReasonDialog>
        <ReasonDialog
          label="Failed"
          title={`Record ${reference} as failed?`}
          confirm="Record as failed"
          onSubmit={(reason) => end(reference, 'failed', reason)}
        >
          <p>Nothing was paid. The customer gets a full refund.</p>
        </ReasonDialog>
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
              hideCaption
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
