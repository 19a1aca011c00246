import { Fragment, useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { calls, type TransferDetail } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { serverNow } from '@sesa/ui/api/http.ts'
import { ClockIcon } from '@sesa/ui/art/icons.tsx'
import { Button, ButtonLink, ButtonRow, TextLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { formatMinor } from '@sesa/ui/format.ts'
import { Card, Facts } from '@sesa/ui/layout/card.tsx'
import { tryCall } from '../../../lib/api/api.ts'
import { markAsked, type Attempt } from '../../../lib/phone-payment.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { dialHref, endText, partsOf, stepsOf, waitText } from './attempt-words.ts'

/** Returns what is paid, and from which wallet, for the facts of a request or of the next one. */
export function paidFacts(
  { charge, pay }: Pick<TransferDetail, 'charge' | 'pay'>,
  attempt = pay.attempts.at(-1),
) {
  const [network, phone] = [attempt?.networkLabel ?? pay.networkLabel, attempt?.phone ?? pay.phone]
  return [
    { key: 'amount', label: i18n.t('Amount'), value: formatMinor(charge.amount, charge.currency) },
    ...(network !== null && phone !== null ? [{ key: 'phone', label: network, value: phone }] : []),
  ]
}

interface OpenAttemptProps {
  detail: TransferDetail
  attempt: Attempt
}

/** Renders a request that may still take money: what the payer does now, until when, and help. */
export function OpenAttempt({ detail, attempt }: OpenAttemptProps) {
  const { cancellable, payment_id } = detail
  const { networkLabel: network, nameShown, status, code } = attempt
  const queries = useQueryClient()
  const online = useOnline()
  const now = useMinutes()
  const [busy, setBusy] = useState<'ask' | 'stop' | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  useEffect(() => markAsked(payment_id), [payment_id])

  const ask = async () => {
    setBusy('ask')
    setSaid(null)
    const { error } = await tryCall(calls.complete, { body: { id: payment_id } })
    await queries.invalidateQueries({ queryKey: ['transfer', payment_id] })
    setBusy(null)
    // Seen only while this attempt is still open.
    setSaid(
      error?.code === 'network'
        ? error.message
        : i18n.t('{network} hasn’t confirmed it yet. We keep asking.', { network }),
    )
  }
  const stop = async () => {
    setBusy('stop')
    setSaid(null)
    const { error } = await tryCall(calls.stopPayment, { body: { id: payment_id } })
    if (error) setSaid(error.message)
    await queries.invalidateQueries({ queryKey: ['transfer', payment_id] })
    setBusy(null)
  }

  const facts = [
    ...paidFacts(detail, attempt),
    ...(nameShown === null ? [] : [{ key: 'name', label: i18n.t('The request is from'), value: nameShown }]),
  ]
  const leave = i18n.t('You can leave this page: we keep checking.')
  // Asked to cancel: nothing here invites to pay any more.
  if (!cancellable) {
    return (
      <>
        <Card className="flex flex-col gap-4">
          <Facts facts={facts} />
          <p role="status">{waitText(attempt, now, { isCancelled: true })}</p>
        </Card>
        <p className="text-muted">{leave}</p>
      </>
    )
  }
  return (
    <>
      <Card className="flex flex-col gap-4">
        {code !== null && <Code code={code} />}
        <Facts facts={facts} />
        <div className="flex flex-col gap-1 rounded-md bg-brand-soft p-4">
          <p role="status" className="flex gap-2 font-semibold">
            <ClockIcon className="text-brand-ink" />
            {endText(attempt, now)}
          </p>
          {status === 'checking' && <p>{attempt.text}</p>}
          <p>{i18n.t('Enter your PIN on your own phone. We never ask for it.')}</p>
        </div>
        {status !== 'code' && <NoPrompt attempt={attempt} />}
      </Card>
      {!online && (
        <Notice tone="warn" title={i18n.t('You’re offline')}>
          {code === null
            ? i18n.t('You can still approve it on your phone. We’ll check when you’re back online.')
            : i18n.t('You can still dial the code. We’ll check when you’re back online.')}
        </Notice>
      )}
      <p role="status" className="font-semibold empty:hidden">
        {said}
      </p>
      <ButtonRow>
        <Button
          size="lg"
          variant={code === null ? 'primary' : 'secondary'}
          busy={busy === 'ask'}
          busyLabel={i18n.t('Checking')}
          disabled={!online || busy !== null}
          onClick={() => void ask()}
        >
          {code === null ? i18n.t('I have approved it') : i18n.t('I have paid')}
        </Button>
        {code !== null && (
          <Button
            size="lg"
            variant="secondary"
            busy={busy === 'stop'}
            disabled={!online || busy !== null}
            onClick={() => void stop()}
          >
            {i18n.t('Cancel this code')}
          </Button>
        )}
        <Button size="lg" variant="secondary" disabled aria-describedby="no-other-way">
          {i18n.t('Choose another way')}
        </Button>
      </ButtonRow>
      <p id="no-other-way" className="text-muted">
        {waitText(attempt, now)} {leave}
      </p>
    </>
  )
}

/** Renders the code to dial, to copy it or to dial it. */
function Code({ code }: { code: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    // Without permission, the customer selects the code.
    navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      () => undefined,
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-2xl font-extrabold wrap-anywhere sm:text-3xl tabular-nums select-all">
        {/* Breaks after a star where it is too long for the line. */}
        {code.split(/(?<=\*)/).map((part, index) => (
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </p>
      <ButtonRow>
        <ButtonLink href={dialHref(code)}>{i18n.t('Dial it')}</ButtonLink>
        <Button variant="secondary" onClick={copy}>
          {isCopied ? i18n.t('Copied') : i18n.t('Copy the code')}
        </Button>
      </ButtonRow>
      <p role="status" className="sr-only">
        {isCopied && i18n.t('Code copied')}
      </p>
    </div>
  )
}

/** Renders the network's own steps for a payer who sees no request. */
function NoPrompt({ attempt: { instructions, networkLabel: network } }: Pick<OpenAttemptProps, 'attempt'>) {
  const steps =
    instructions.length > 0
      ? stepsOf(instructions)
      : [
          i18n.t('Check that your phone is on and has signal.'),
          i18n.t('Open the {network} menu and look for approvals.', { network }),
        ]
  return (
    <details>
      <summary className="min-h-12 cursor-pointer py-3 font-semibold text-brand-ink">
        {i18n.t('No prompt?')}
      </summary>
      <ol className="flex list-decimal flex-col gap-2 pl-6">
        {steps.map((step) => (
          <li key={step}>
            {partsOf(step).map((part, index) =>
              index % 2 === 0 ? (
                <Fragment key={index}>{part}</Fragment>
              ) : (
                <TextLink key={index} href={dialHref(part)} className="inline-block py-1">
                  {part}
                </TextLink>
              ),
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}

const TICK_MS = 5_000

/** Returns the server's time, often enough for a clock of minutes. */
function useMinutes(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
