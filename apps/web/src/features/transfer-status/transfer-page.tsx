import { lazy, Suspense, type ReactNode } from 'react'
import type { Config, TransferDetail, TransferStatus } from '@sesa/contract'
import { ButtonLink, ButtonRow, TextLink } from '@sesa/ui/button.tsx'
import { Card, Facts } from '@sesa/ui/layout/card.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { Timeline } from '@sesa/ui/feedback/timeline.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { newReminderPath, paths, receiptPath, resendPath, contactPath } from '../../lib/paths.ts'
import { intentMessage } from '../../lib/stripe/stripe.ts'
import { loadCode } from '../../lib/loading/load-code.ts'
import { SectionBoundary } from '../../lib/loading/section-boundary.tsx'
import { Listen } from '../../lib/listen/listen.tsx'
import { CancelTransfer } from './cancel-transfer.tsx'
import { factsOf, shortFactsOf } from './facts.ts'
import { Hero } from './hero.tsx'
import { headingOf, nextOf, sentenceOf } from '../../lib/money-words.ts'
import { isInProgress, timelineOf, wasCharged } from './progress.ts'
import { isShareable } from './sharing.ts'
import type { Summary } from './summary.ts'

interface HelpProps {
  detail: TransferDetail | null
  support: Config['support']
}

/** Explains how to get help with this transfer, and which reference to quote. */
function Help({ detail, support: { phone, email } }: HelpProps) {
  const reference = detail?.reference
  const subject = reference === undefined ? '' : `?subject=${encodeURIComponent(`Transfer ${reference}`)}`
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-2xl">Help with this transfer</h2>
      <ul className="flex flex-col gap-2">
        <li>
          Call <TextLink href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</TextLink>
        </li>
        <li>
          Email <TextLink href={`mailto:${email}${subject}`}>{email}</TextLink>
        </li>
        {reference !== undefined && (
          <li>
            <TextLink href={contactPath(reference)}>Ask about this transfer</TextLink> in your account
          </li>
        )}
      </ul>
      <p className="text-muted">
        {reference !== undefined && <>{noWrap(`Quote reference ${reference}.`)} </>}
        Tell us the recipient’s number and what went wrong. Never tell anyone your card number or a code that
        we sent you.
      </p>
    </Card>
  )
}

const ShareTransfer = lazy(() => loadCode(() => import('./share.tsx')))
const SendAgain = lazy(() => loadCode(() => import('./send-again.tsx')))

interface TransferPageProps {
  id: string
  summary: Summary
  detail: TransferDetail | null
  /** The card provider's own message, right after its redirect. */
  message: string | null
  /** True when the latest reload failed. */
  stale: boolean
  support: Config['support'] | null
  /** Median time of recent transfers to the network; null while unknown. */
  medianSeconds: number | null
  /** Shown while the money is on its way. */
  offer?: ReactNode
}

/** Renders one transfer: its status, the next step, its timeline and its details. */
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
  const { status } = summary
  // The heading already says that the payment succeeded, so those words move to the details.
  const isNews = message !== intentMessage('succeeded')
  return (
    <Page title={headingOf(status)} {...(message !== null && isNews && { lead: message })}>
      <SectionBoundary name="the summary">
        <Hero {...{ summary, detail, medianSeconds }} />
      </SectionBoundary>
      <Listen to="the status" text={sentenceOf(summary)} />
      {status === 'processing' && offer}
      {stale && (
        <Notice tone="warn" title="We can’t reach Sesa right now">
          This may be out of date. We’ll keep checking. Your transfer isn’t affected.
        </Notice>
      )}
      {detail && detail.notice !== null && (
        <Notice
          tone={status === 'held' || summary.checking ? 'warn' : 'info'}
          title={summary.checking ? 'We’re checking' : NOTICE_TITLES[status]}
        >
          {detail.notice}
        </Notice>
      )}
      <SectionBoundary name="the actions">
        <Actions {...{ id, status, detail }} />
      </SectionBoundary>
      {status === 'sent' && (
        <p>
          <TextLink href={newReminderPath('like', id)}>Remind me next month</TextLink>
        </p>
      )}
      {detail && isShareable(status) && (
        <SectionBoundary name="the sharing options">
          <Suspense
            fallback={
              <Card>
                <Skeleton lines={4} />
              </Card>
            }
          >
            <ShareTransfer detail={detail} />
          </Suspense>
        </SectionBoundary>
      )}
      {detail && (
        <SectionBoundary name="the timeline">
          <WhatHappened detail={detail} />
        </SectionBoundary>
      )}
      {detail && (
        <SectionBoundary name="the cancel option">
          <CancelTransfer detail={detail} />
        </SectionBoundary>
      )}
      <SectionBoundary name="the details">
        <Details {...{ summary, detail }} message={isNews ? null : message} />
      </SectionBoundary>
      {support && (
        <SectionBoundary name="the help section">
          <Help {...{ detail, support }} />
        </SectionBoundary>
      )}
      <ButtonRow>
        <ButtonLink href={paths.dashboard} variant="secondary">
          Back to transactions
        </ButtonLink>
        {isInProgress(status) && (
          <SectionBoundary name="the second transfer">
            <Suspense fallback={null}>
              <SendAgain id={id} recipient={summary.recipient} />
            </Suspense>
          </SectionBoundary>
        )}
      </ButtonRow>
    </Page>
  )
}

// Each section reads the transfer itself, so that a fault in one does not affect the others.

function WhatHappened({ detail }: { detail: TransferDetail }) {
  return (
    <Card className="flex flex-col gap-6">
      <h2 className="text-2xl">Progress</h2>
      <Timeline label="Steps of this transfer" entries={timelineOf(detail)} />
      <div className="flex flex-col gap-2">
        <h3 className="text-xl font-bold">What happens next</h3>
        <p>{noWrap(nextOf(detail))}</p>
      </div>
    </Card>
  )
}

function Details({ summary, detail, message }: Pick<TransferPageProps, 'summary' | 'detail' | 'message'>) {
  return (
    <Card className="flex flex-col gap-6">
      <h2 className="text-2xl">Details</h2>
      <Facts facts={detail ? factsOf(detail, message) : shortFactsOf(summary, message)} />
    </Card>
  )
}

function Actions({
  id,
  status,
  detail,
}: Pick<TransferPageProps, 'id' | 'detail'> & { status: TransferStatus }) {
  const hasReceipt = detail !== null && wasCharged(detail)
  if (!hasReceipt && isInProgress(status)) return null
  return (
    <ButtonRow>
      {hasReceipt && (
        <ButtonLink href={receiptPath(id)} size="lg">
          Receipt
        </ButtonLink>
      )}
      {!isInProgress(status) && (
        <ButtonLink href={resendPath(id)} size="lg" variant="secondary">
          Resend
        </ButtonLink>
      )}
    </ButtonRow>
  )
}

const NOTICE_TITLES: Readonly<Record<TransferStatus, string>> = {
  processing: 'You asked to cancel',
  sent: 'About this delivery',
  held: 'Under review',
  failed: 'What went wrong',
  refunded: 'What went wrong',
  cancelled: 'About the payment',
}
