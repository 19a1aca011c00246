import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { calls, type TransferDetail } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { serverNow } from '@sesa/ui/api/http.ts'
import { Button, ButtonLink, ButtonRow } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { formatMinor } from '@sesa/ui/format.ts'
import { Card, Facts } from '@sesa/ui/layout/card.tsx'
import { tryCall } from '../../../lib/api/api.ts'
import { paths } from '../../../lib/paths.ts'
import { attemptMessage, isOpen, PROMPT_MS, type Attempt } from '../../../lib/phone-payment.ts'
import { randomId } from '../../../lib/random-id.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { OpenAttempt, paidFacts } from './open-attempt.tsx'
import { WaitingFrame, type WaitingPageProps } from './waiting-frame.tsx'

/** Renders a transfer that its customer has yet to pay for on their phone. */
export default function PhonePage(props: WaitingPageProps) {
  const { detail } = props
  const attempt = detail.pay.attempts.at(-1)
  const charge = formatMinor(detail.charge.amount, detail.charge.currency)
  return (
    <WaitingFrame
      {...props}
      head={headOf(attempt, detail.cancellable)}
      askedText={i18n.t(
        'You asked to cancel. If you approve the request anyway, we’ll refund {charge}, fee included.',
        { charge },
      )}
    >
      {attempt && isOpen(attempt) ? (
        <OpenAttempt detail={detail} attempt={attempt} />
      ) : (
        <NextAttempt detail={detail} attempt={attempt} />
      )}
    </WaitingFrame>
  )
}

function headOf(
  attempt: Attempt | undefined,
  cancellable: boolean,
): { title: string; line: string; tone: string } {
  if (!attempt) {
    return { title: i18n.t('Not paid yet'), line: i18n.t('Your transfer'), tone: 'text-warn' }
  }
  const line = attemptMessage(attempt)
  if (isOpen(attempt) && !cancellable)
    return { title: i18n.t('Don’t approve it on your phone'), line, tone: 'text-warn' }
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
function NextAttempt({ detail, attempt }: NextAttemptProps) {
  const { payment_id, pay } = detail
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
      <Card>
        <Facts facts={paidFacts(detail)} />
      </Card>
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
