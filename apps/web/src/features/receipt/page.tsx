import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { calls } from '@sesa/contract'
import { failureOf, type Failure } from '@sesa/ui/api/http.ts'
import { LostArt } from '@sesa/ui/art/art.tsx'
import { Button, ButtonLink, ButtonRow } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { EmptyState } from '@sesa/ui/feedback/empty-state.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { PrintArea } from '@sesa/ui/layout/print-area.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { callApi } from '../../lib/api/api.ts'
import { paths, transferStatusPath } from '../../lib/paths.ts'
import { SectionBoundary } from '../../lib/loading/section-boundary.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { UNPAID_WITHOUT_RECEIPT } from '../../lib/money-words.ts'

/** Renders the receipt of one transfer, to read, to print or to save as a PDF. */
export default function ReceiptPage() {
  const [query] = useSearchParams()
  const id = query.get('payment_intent') ?? ''
  const receipt = useQuery({
    queryKey: ['receipt', id],
    queryFn: async ({ signal }) =>
      (await callApi(calls.getReceipt, { params: { payment_id: id }, signal })).receipt,
    networkMode: 'always',
    refetchOnReconnect: true,
  })

  if (receipt.data) {
    return (
      <Page title="Receipt" documentTitle={`Receipt ${receipt.data.transfer.reference}`}>
        <ButtonRow>
          <Button size="lg" onClick={() => print()}>
            Print or save as PDF
          </Button>
          <ButtonLink href={transferStatusPath(id, 'view')} size="lg" variant="secondary">
            Back to the transfer
          </ButtonLink>
        </ButtonRow>
        <SectionBoundary name="the receipt">
          <PrintArea>
            <ReceiptSheet receipt={receipt.data} />
          </PrintArea>
        </SectionBoundary>
      </Page>
    )
  }
  if (receipt.isError) {
    return <NoReceipt failure={failureOf(receipt.error)} onRetry={() => void receipt.refetch()} />
  }
  return (
    <Page title="Receipt">
      <p role="status" className="sr-only">
        Loading the receipt
      </p>
      <Card>
        <Skeleton lines={10} />
      </Card>
    </Page>
  )
}

function NoReceipt({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const unpaid = failure.code === 'payment_not_successful'
  if (unpaid || failure.code === 'not_found') {
    return (
      <Page title="Receipt">
        <EmptyState
          art={<LostArt />}
          title={unpaid ? 'This transfer was not paid' : 'We can’t find this transfer'}
          action={<ButtonLink href={paths.dashboard}>Go to your transactions</ButtonLink>}
        >
          {unpaid
            ? UNPAID_WITHOUT_RECEIPT
            : 'The address may be incomplete, or the transfer may belong to another account.'}
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page title="Receipt">
      <Notice
        tone="error"
        title="We couldn’t load the receipt"
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        {failure.message} Your transfer isn’t affected.
      </Notice>
    </Page>
  )
}
