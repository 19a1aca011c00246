import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { calls, type CancelOutcome, type Config, type TransferDetail } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { serverNow } from '@sesa/ui/api/http.ts'
import { Button, ButtonLink, ButtonRow, TextLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { formatMinor } from '@sesa/ui/format.ts'
import { Page } from '@sesa/ui/layout/page.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { tryCall } from '../../../lib/api/api.ts'
import { paths } from '../../../lib/paths.ts'
import { attemptMessage, isOpen, PROMPT_MS, type Attempt } from '../../../lib/phone-payment.ts'
import { randomId } from '../../../lib/random-id.ts'
import { useOnline } from '../../../lib/use-online.ts'
import CancelTransfer from '../cancel-transfer.tsx'
import { Help } from '../transfer-page.tsx'
import { OpenAttempt } from './open-attempt.tsx'

interface PaymentPageProps {
  detail: TransferDetail
  support: Config['support'] | null
  /** True when the latest reload failed. */
  stale: boolean
}

/** Renders a transfer that its customer has yet to pay for on their phone. */
export default function PaymentPage({ detail, support, stale }: PaymentPageProps) {
  const { pay, recipient, receive_amount, receive_currency } = detail
  const attempt = pay.attempts.at(-1)
  const online = useOnline()
  const money = useRef<HTMLParagraphElement>(null)
  const [outcome, setOutcome] = useState<CancelOutcome | null>(null)
  const { title, line, tone } = headOf(attempt)
  const charge = formatMinor(detail.charge.amount, detail.charge.currency)
  const asked =
    outcome === 'refund_if_charged'
      ? i18n.t(
          'You asked to cancel. If you approve the request anyway, we’ll refund {charge}, fee included.',
          {
            charge,
          },
        )
      : null
  const notice = detail.notice ?? asked
  return (
    <Page title={title} state={{ line, tone }}>
      <p ref={money} tabIndex={-1} className="-mt-2 text-lg text-muted">
        {noWrap(
          i18n.t('{amount} to {recipient}', {
            amount: formatMinor(receive_amount, receive_currency),
            recipient,
          }),
        )}
      </p>
      {notice !== null && <Notice tone="warn" title={notice} />}
      {stale && online && (
        <Notice tone="warn" title={i18n.t('We can’t reach Sesa right now')}>
          {i18n.t('This may be out of date. We’ll keep checking.')}
        </Notice>
      )}
      {attempt && isOpen(attempt) ? (
        <OpenAttempt detail={detail} attempt={attempt} />
      ) : (
        <NextAttempt detail={detail} attempt={attempt} />
      )}
      {support && <Help {...{ detail, support }} />}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <CancelTransfer
          detail={detail}
          onAsked={(now) => {
            setOutcome(now)
            money.current?.focus()
          }}
        />
        <TextLink href={paths.dashboard} className="inline-flex min-h-12 items-center">
          {i18n.t('Back to transactions')}
        </TextLink>
      </div>
    </Page>
  )
}

function headOf(attempt: Attempt | undefined): { title: string; line: string; tone: string } {
  if (!attempt) {
    return { title: i18n.t('Not paid yet'), line: i18n.t('Your transfer'), tone: 'text-warn' }
  }
  const line = attemptMessage(attempt)
  switch (attempt.status) {
    case 'prompted':
      return { title: i18n.t('Approve it on your phone'), line, tone: 'text-warn' }
    case 'code':
      return { title: i18n.t('Dial this code on your phone'), line, tone: 'text-warn' }
    case 'checking':
    case 'paid':
      return { title: i18n.t('Checking Payment Status'), line, tone: 'text-warn' }
    default:
      return { title: line, line: i18n.t('Payment Failed'), tone: 'text-danger' }
  }
}

interface NextAttemptProps {
  detail: TransferDetail
  /** The one that ended; undefined before the first one. */
  attempt: Attempt | undefined
}

/** Says how the last request ended, and offers another one or another way to pay. */
function NextAttempt({ detail: { payment_id, pay }, attempt }: NextAttemptProps) {
  const queries = useQueryClient()
  const online = useOnline()
  const key = useRef(randomId())
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  if (attempt?.status === 'paid') return null

  const again = async () => {
    setBusy(true)
    setFailure(null)
    const body = { id: payment_id }
    const { error } = await tryCall(calls.pay, { body, idempotencyKey: key.current })
    // A lost answer is repeated with the same key, so that the network is asked once.
    if (error?.code !== 'network') key.current = randomId()
    if (error && error.code !== 'payment_attempt_open') setFailure(error.message)
    await queries.invalidateQueries({ queryKey: ['transfer', payment_id] })
    setBusy(false)
  }

  const toWays = `${paths.sendMoney}?step=overview`
  return (
    <>
      {attempt && <Notice tone={attempt.status === 'stopped' ? 'info' : 'error'} title={attempt.text} />}
      {failure !== null && <Notice tone="error" title={failure} />}
      {pay.canTry ? (
        <ButtonRow>
          <Button
            size="lg"
            busy={busy}
            busyLabel={i18n.t('Processing')}
            disabled={!online}
            onClick={() => void again()}
          >
            {attempt ? i18n.t('Try again') : i18n.t('Pay Now')}
          </Button>
          <ButtonLink href={toWays} size="lg" variant="secondary">
            {i18n.t('Choose another way')}
          </ButtonLink>
        </ButtonRow>
      ) : (
        <>
          {Date.parse(pay.expiresAt) - serverNow() < PROMPT_MS && (
            <p>{i18n.t('This price has expired. We’ve kept your details.')}</p>
          )}
          <ButtonRow>
            <ButtonLink href={toWays} size="lg">
              {i18n.t('Start again')}
            </ButtonLink>
          </ButtonRow>
        </>
      )}
    </>
  )
}
