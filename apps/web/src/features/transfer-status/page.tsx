import { useSearchParams } from 'react-router'
import { useSession } from '../../lib/session.ts'
import { FullScreenSpinner } from '../../ui/long-wait.tsx'
import { FailurePage } from './failure-page.tsx'
import { summaryOfDetail, summaryOfResult } from './summary.ts'
import { TransferPage } from './transfer-page.tsx'
import { useTransfer } from './use-transfer.ts'

/** The result of a payment, and later the page of its transfer. */
export default function TransferStatusPage() {
  const [query] = useSearchParams()
  const id = query.get('payment_intent') ?? ''
  if (!PAYMENT_ID.test(id)) return <FailurePage kind="unknown" />
  return <KnownTransfer key={id} id={id} view={query.get('intent') === 'view'} />
}

/** As the API takes it. */
const PAYMENT_ID = /^[A-Za-z0-9_-]{3,128}$/

function KnownTransfer({ id, view }: { id: string; view: boolean }) {
  const { config } = useSession()
  const { transfer, result, message, failure, stale, retry } = useTransfer({ id, view, card: config?.card })
  const support = config?.support ?? null

  if (transfer) {
    return (
      <TransferPage
        {...{ id, message, stale, support }}
        summary={summaryOfDetail(transfer)}
        detail={transfer}
      />
    )
  }
  if (result && failure) {
    return (
      <TransferPage {...{ id, message, support }} stale summary={summaryOfResult(result)} detail={null} />
    )
  }
  if (failure?.code === 'not_found') return <FailurePage kind="unknown" />
  if (failure?.code === 'payment_not_successful' || failure?.code === 'quote_expired') {
    return <FailurePage kind="unpaid" message={message ?? failure.message} />
  }
  if (failure) return <FailurePage kind="unreached" message={failure.message} onRetry={retry} />
  return (
    <>
      <title>Checking Payment Status · Sesa</title>
      <FullScreenSpinner
        label={message === null ? 'Checking Payment Status' : `Checking Payment Status. ${message}`}
      />
    </>
  )
}
