import { lazy, Suspense, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { TransferDetail } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import type { Failure } from '@sesa/ui/api/http.ts'
import { useSlow } from '@sesa/ui/load-state.ts'
import { useSession } from '../../lib/session/session.ts'
import { intentMessage } from '../../lib/stripe/stripe.ts'
import { loadCode } from '../../lib/loading/load-code.ts'
import { FullScreenSpinner } from '../../lib/loading/long-wait.tsx'
import { attemptMessage, isByPhone } from '../../lib/phone-payment.ts'
import { failureKindOf } from './failure-kind.ts'
import { FailurePage } from './failure-page.tsx'
import { summaryOfDetail, summaryOfResult } from './summary.ts'
import { TransferPage } from './transfer-page.tsx'
import { useTransfer } from './use-transfer.ts'

const PhonePage = lazy(() => loadCode(() => import('./waiting/phone-page.tsx')))
const BankPage = lazy(() => loadCode(() => import('./waiting/bank-page.tsx')))

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
  byPhone: boolean
  message: string | null
  retry: () => void
}

function Failed({ failure, view, byPhone, message, retry }: FailedProps) {
  switch (failureKindOf(failure.code, view)) {
    case 'unknown':
      return <FailurePage kind="unknown" />
    case 'unpaid':
      return <FailurePage kind="unpaid" {...{ byPhone }} message={message ?? failure.message} />
    case 'checking':
      return <FailurePage kind="checking" {...{ byPhone }} message={saidPaid(message)} />
    case 'unreached':
      return <FailurePage kind="unreached" {...{ byPhone }} message={failure.message} onRetry={retry} />
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
  const byPhone = isByPhone(id)
  const found = useTransfer({ id, view: view || byPhone, card: config?.card })
  const { transfer, result, failure, stale, retry } = found
  const message = found.message ?? messageOf(transfer)
  const support = config?.support ?? null
  const network = config?.networks.find(
    ({ country, value }) => country === transfer?.country && value === transfer.network,
  )
  const medianSeconds = network?.usually?.medianSeconds ?? null
  // The customer may have paid, and nothing else on the screen warns against paying again.
  const isSlow = useSlow(!view && !byPhone && !transfer && !failure, UNUSUAL_MS)

  if (transfer?.status === 'awaiting_payment') {
    const Waiting = transfer.pay.method === 'bank_debit' ? BankPage : PhonePage
    return (
      <Suspense fallback={<FullScreenSpinner label={i18n.t('Checking Payment Status')} />}>
        <Waiting detail={transfer} {...{ support, stale }} />
      </Suspense>
    )
  }
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
  if (failure) return <Failed {...{ failure, view: view || byPhone, byPhone, message, retry }} />
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

/** Returns the message about a payment by mobile money (spec, section 4), with the reason if it did not go through. */
function messageOf(transfer: TransferDetail | null): string | null {
  const attempt = transfer?.pay.attempts.at(-1)
  if (!attempt) return null
  const message = attemptMessage(attempt)
  return attempt.status === 'paid' ? message : `${message} ${attempt.text}`
}
