import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import * as i18n from '@sesa/contract/i18n'
import type { Failure } from '@sesa/ui/api/http.ts'
import { useSlow } from '@sesa/ui/load-state.ts'
import { useSession } from '../../lib/session/session.ts'
import { intentMessage } from '../../lib/stripe/stripe.ts'
import { FullScreenSpinner } from '../../lib/loading/long-wait.tsx'
import { failureKindOf } from './failure-kind.ts'
import { FailurePage } from './failure-page.tsx'
import { summaryOfDetail, summaryOfResult } from './summary.ts'
import { TransferPage } from './transfer-page.tsx'
import { useTransfer } from './use-transfer.ts'

/** Renders the result of a payment, and later the page of its transfer. `offer` shows while the money is on its way. */
export default function TransferStatusPage({ offer }: { offer?: ReactNode }) {
  const [query] = useSearchParams()
  const id = query.get('payment_intent') ?? ''
  if (!PAYMENT_ID.test(id)) return <FailurePage kind="unknown" />
  return <KnownTransfer key={id} id={id} view={query.get('intent') === 'view'} offer={offer} />
}

interface FailedProps {
  failure: Failure
  view: boolean
  message: string | null
  retry: () => void
}

function Failed({ failure, view, message, retry }: FailedProps) {
  switch (failureKindOf(failure.code, view)) {
    case 'unknown':
      return <FailurePage kind="unknown" />
    case 'unpaid':
      return <FailurePage kind="unpaid" message={message ?? failure.message} />
    case 'checking':
      return <FailurePage kind="checking" message={saidPaid(message)} />
    case 'unreached':
      return <FailurePage kind="unreached" message={failure.message} onRetry={retry} />
  }
}

/** Returns the card provider's message, unless it suggests paying again: our server has not answered yet. */
function saidPaid(message: string | null): string | null {
  return message === intentMessage('requires_payment_method') ? null : message
}

/** Longer than the server waits for a transfer's end. */
const UNUSUAL_MS = 10_000

/** The ids that the API accepts. */
const PAYMENT_ID = /^[A-Za-z0-9_-]{3,128}$/

function KnownTransfer({ id, view, offer }: { id: string; view: boolean; offer: ReactNode }) {
  const { config } = useSession()
  const { transfer, result, message, failure, stale, retry } = useTransfer({ id, view, card: config?.card })
  const support = config?.support ?? null
  const network = config?.networks.find(
    ({ country, value }) => country === transfer?.country && value === transfer.network,
  )
  const medianSeconds = network?.usually?.medianSeconds ?? null
  // The customer may have paid, and nothing else on the screen warns against paying again.
  const isSlow = useSlow(!view && !transfer && !failure, UNUSUAL_MS)

  if (transfer) {
    return (
      <TransferPage
        {...{ id, message, stale, support, offer, medianSeconds }}
        summary={summaryOfDetail(transfer)}
        detail={transfer}
      />
    )
  }
  if (result && failure) {
    return (
      <TransferPage
        {...{ id, message, support, medianSeconds }}
        stale
        summary={summaryOfResult(result)}
        detail={null}
      />
    )
  }
  if (failure) return <Failed {...{ failure, view, message, retry }} />
  if (isSlow) return <FailurePage kind="checking" message={saidPaid(message)} />
  return (
    <>
      <title>{i18n.t('Checking Payment Status · Sesa')}</title>
      <FullScreenSpinner
        label={
          message === null
            ? i18n.t('Checking Payment Status')
            : i18n.t('Checking Payment Status. {message}', { message })
        }
      />
    </>
  )
}
