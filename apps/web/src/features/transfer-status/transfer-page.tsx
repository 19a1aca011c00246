import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { spokenOf, type Config, type TransferDetail, type TransferStatus } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { ButtonLink, ButtonRow, TextLink } from '@sesa/ui/button.tsx'
import { Card, Facts } from '@sesa/ui/layout/card.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { Timeline } from '@sesa/ui/feedback/timeline.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { newReminderPath, paths, receiptPath, resendPath, contactPath } from '../../lib/paths.ts'
import { remember } from '../../lib/pay-with.ts'
import { intentMessage } from '../../lib/stripe/stripe.ts'
import { loadCode } from '../../lib/loading/load-code.ts'
import { SectionBoundary } from '../../lib/loading/section-boundary.tsx'
import { Listen } from '../../lib/listen/listen.tsx'
import { factsOf } from './facts.ts'
import { Hero } from './hero.tsx'
import { resultOf } from '../../lib/money-words.ts'
import { isInProgress, timelineOf, TONES, wasCharged } from './progress.ts'
import { isShareable } from './sharing.ts'
import type { Summary } from './summary.ts'

interface HelpProps {
  detail: TransferDetail | null
  support: Config['support']
}

const NEVER_SHARE: Readonly<Record<TransferDetail['pay']['method'], string>> = {
  momo: i18n.t('Never share your PIN or a code we sent you.'),
  card: i18n.t('Never share your card number or a code we sent you.'),
  bank_debit: i18n.t('Never share your bank’s password or a code we sent you.'),
}

/** Explains how to get help with this transfer, and which reference to quote. */
export function Help({ detail, support: { phone, email } }: HelpProps) {
  const reference = detail?.reference
  const subject = reference === undefined ? '' : `?subject=${encodeURIComponent(`Transfer ${reference}`)}`
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-3 text-xl">
        {i18n.t('Help')}{' '}
        {reference !== undefined && (
          <span className="text-base font-bold tracking-normal tabular-nums">{reference}</span>
        )}
      </h2>
      <ul className="flex flex-col gap-2">
        <li>
          {rich(i18n.t('Call <link/>'), {
            link: <TextLink href={`tel:${phone.replace(/\s/g, '')}`}>{noWrap(phone)}</TextLink>,
          })}
        </li>
        <li>
          {rich(i18n.t('Email <link/>'), {
            link: <TextLink href={`mailto:${email}${subject}`}>{noWrap(email)}</TextLink>,
          })}
        </li>
        {reference !== undefined && (
          <li>
            <TextLink href={contactPath(reference)}>{i18n.t('Ask about this transfer')}</TextLink>
          </li>
        )}
      </ul>
      <p className="text-muted">{detail === null ? NEVER_SHARE.card : NEVER_SHARE[detail.pay.method]}</p>
    </Card>
  )
}

const CancelTransfer = lazy(() => loadCode(() => import('./cancel-transfer.tsx')))
const RefundNumber = lazy(() => loadCode(() => import('./waiting/refund-number.tsx')))
const ShareTransfer = lazy(() => loadCode(() => import('./share.tsx')))
const SendAgain = lazy(() => loadCode(() => import('./send-again.tsx')))

interface TransferPageProps {
  id: string
  summary: Summary
  detail: TransferDetail | null
  /** The card provider's own message, right after its redirect, or the one about the last request by mobile money. */
  message: string | null
  /** True when the latest reload failed. */
  stale: boolean
  support: Config['support'] | null
  /** Median time of recent transfers to the network; null while unknown. */
  medianSeconds: number | null
  /** Shown while the money is on its way. */
  offer?: ReactNode
}

/** Renders one transfer: how it stands, said once, then its steps, and at the side help and details. */
export function TransferPage({
  id,
  summary,
  detail,
  message,
  stale,
  support,
  medianSeconds,
  offer,
}: TransferPageProps) {
  const { status, headline, recipient } = summary
  const hero = useRef<HTMLElement>(null)
  // The question stays once answered: it then says where the refund goes.
  const [isAsked, setAsked] = useState(false)
  if (detail?.pay.asksRefundNumber && !isAsked) setAsked(true)
  // The line above the headline already says that the payment succeeded, so those words move to the details.
  const isNews = message !== intentMessage('succeeded')
  return (
    <Page
      title={headline}
      state={{ line: resultOf(status), tone: TONES[status] }}
      width="columns"
      {...(message !== null && isNews && { lead: message })}
    >
      <div className="grid gap-6 min-[60rem]:grid-cols-[minmax(0,1fr)_22rem] min-[60rem]:items-start min-[60rem]:gap-8">
        <div className="flex min-w-0 flex-col gap-6">
          <SectionBoundary name={i18n.t('the summary')}>
            <Hero ref={hero} {...{ summary, detail, medianSeconds }} />
          </SectionBoundary>
          <Listen to="the status" text={spokenOf(summary)} />
          {stale && (
            <Notice tone="warn" title={i18n.t('We can’t reach Sesa right now')}>
              {i18n.t('This may be out of date. We’ll keep checking. Your transfer isn’t affected.')}
            </Notice>
          )}
          {detail && isAsked && status !== 'refunded' && (
            <SectionBoundary name={i18n.t('the refund')}>
              <Suspense fallback={null}>
                <RefundNumber detail={detail} />
              </Suspense>
            </SectionBoundary>
          )}
          {detail && (
            <SectionBoundary name={i18n.t('the timeline')}>
              <Steps detail={detail} />
            </SectionBoundary>
          )}
          <SectionBoundary name={i18n.t('the actions')}>
            <Actions {...{ id, status, detail }} />
          </SectionBoundary>
          {status === 'processing' && offer}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {support && (
            <SectionBoundary name={i18n.t('the help section')}>
              <Help {...{ detail, support }} />
            </SectionBoundary>
          )}
          {detail && (
            <SectionBoundary name={i18n.t('the details')}>
              <Details detail={detail} message={isNews ? null : message} />
            </SectionBoundary>
          )}
          <SectionBoundary name={i18n.t('what you can do')}>
            <More {...{ id, status, detail, recipient }} onCancelled={() => hero.current?.focus()} />
          </SectionBoundary>
        </div>
      </div>
    </Page>
  )
}

// Each section reads the transfer itself, so that a fault in one does not affect the others.

function Steps({ detail }: { detail: TransferDetail }) {
  return (
    <Card>
      <Timeline label={i18n.t('Steps of this transfer')} entries={timelineOf(detail)} />
    </Card>
  )
}

function Details({ detail, message }: { detail: TransferDetail; message: string | null }) {
  return (
    <details className="rounded-lg border border-line bg-surface shadow-card">
      <summary className="min-h-12 rounded-lg px-4 py-3 font-semibold sm:px-8">{i18n.t('Details')}</summary>
      <div className="px-4 pt-1 pb-4 sm:px-8 sm:pb-6">
        <Facts facts={factsOf(detail, message)} />
      </div>
    </details>
  )
}

interface ActionsProps extends Pick<TransferPageProps, 'id' | 'detail'> {
  status: TransferStatus
}

function Actions({ id, status, detail }: ActionsProps) {
  const receipt = detail !== null && wasCharged(detail) && (
    <ButtonLink href={receiptPath(id)} size="lg">
      {i18n.t('Receipt')}
    </ButtonLink>
  )
  if (isShareable(status)) {
    return (
      detail && (
        <Suspense fallback={<ButtonRow>{receipt}</ButtonRow>}>
          <ShareTransfer detail={detail}>{receipt}</ShareTransfer>
        </Suspense>
      )
    )
  }
  return (
    <ButtonRow>
      {receipt}
      <ButtonLink
        href={resendPath(id)}
        size="lg"
        variant="secondary"
        // A bank that did not pay will not pay the next one either.
        {...(status === 'cancelled' &&
          detail?.pay.method === 'bank_debit' && { onClick: () => remember('card') })}
      >
        {i18n.t('Send again')}
      </ButtonLink>
    </ButtonRow>
  )
}

/** As high as a button. */
const LINK = 'inline-flex min-h-12 items-center'

interface MoreProps extends ActionsProps {
  recipient: string
  onCancelled: () => void
}

function More({ id, status, detail, recipient, onCancelled }: MoreProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      {detail && (
        <Suspense fallback={null}>
          <CancelTransfer detail={detail} onAsked={onCancelled} />
        </Suspense>
      )}
      {status === 'sent' && (
        <>
          <TextLink href={resendPath(id)} className={LINK}>
            {i18n.t('Send again')}
          </TextLink>
          <TextLink href={newReminderPath('like', id)} className={LINK}>
            {i18n.t('Remind me next month')}
          </TextLink>
        </>
      )}
      {isInProgress(status) && (
        <Suspense fallback={null}>
          <SendAgain {...{ id, recipient }} />
        </Suspense>
      )}
      <TextLink href={paths.dashboard} className={LINK}>
        {i18n.t('Back to transactions')}
      </TextLink>
    </div>
  )
}
