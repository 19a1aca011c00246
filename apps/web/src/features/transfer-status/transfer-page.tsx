import { cardLabel, formatPhone, type Config, type TransferDetail } from '@sesa/contract'
import { formatRate, money, rate } from '@sesa/money'
import { formatDate, formatMinor, formatTime } from '../../lib/format.ts'
import { paths, receiptPath, resendPath } from '../../lib/paths.ts'
import { ButtonLink, ButtonRow } from '../../ui/button.tsx'
import { Card, Facts, type Fact } from '../../ui/layout/card.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SectionBoundary } from '../../lib/loading/section-boundary.tsx'
import { Timeline } from '../../ui/feedback/timeline.tsx'
import { CancelTransfer } from './cancel-transfer.tsx'
import { Help } from './help.tsx'
import { headingOf, nextOf, timelineOf, wasCharged, sentenceOf } from './progress.ts'
import type { Summary } from './summary.ts'
import { noWrap } from '../../ui/layout/no-wrap.tsx'
import { AmountsPanel } from '../../ui/layout/amounts-panel.tsx'
import { Status } from '../../ui/feedback/status.tsx'

interface TransferPageProps {
  id: string
  summary: Summary
  detail: TransferDetail | null
  /** The card provider's own message, right after its redirect. */
  message: string | null
  /** True when the latest reload failed. */
  stale: boolean
  support: Config['support'] | null
}

/** One transfer: its status, its steps and its details. */
export function TransferPage({ id, summary, detail, message, stale, support }: TransferPageProps) {
  const { status } = summary
  return (
    <Page title={headingOf(status)} {...(message !== null && { lead: message })}>
      <SectionBoundary name="the summary">
        <Hero summary={summary} />
      </SectionBoundary>
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
        <Details {...{ summary, detail }} />
      </SectionBoundary>
      <SectionBoundary name="the actions">
        <Actions {...{ id, detail }} />
      </SectionBoundary>
      {support && (
        <SectionBoundary name="the help section">
          <Help {...{ detail, support }} />
        </SectionBoundary>
      )}
    </Page>
  )
}

// Each section reads the transfer itself, so that a fault in one leaves the others working.

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

function Details({ summary, detail }: Pick<TransferPageProps, 'summary' | 'detail'>) {
  return (
    <Card className="flex flex-col gap-6">
      <h2 className="text-2xl">Details</h2>
      <Facts facts={detail ? factsOf(detail) : shortFactsOf(summary)} />
    </Card>
  )
}

function Actions({ id, detail }: Pick<TransferPageProps, 'id' | 'detail'>) {
  return (
    <ButtonRow>
      {detail && wasCharged(detail) && (
        <ButtonLink href={receiptPath(id)} size="lg">
          Receipt
        </ButtonLink>
      )}
      <ButtonLink href={resendPath(id)} size="lg" variant="secondary">
        Resend
      </ButtonLink>
      <ButtonLink href={paths.dashboard} size="lg" variant="secondary">
        Back to transactions
      </ButtonLink>
    </ButtonRow>
  )
}

const NOTICE_TITLES: Readonly<Record<Summary['status'], string>> = {
  processing: 'You asked to cancel',
  sent: 'Sent',
  held: 'On hold',
  failed: 'We’re refunding you',
  refunded: 'Refunded',
  cancelled: 'This transfer was cancelled',
}

function factsOf(detail: TransferDetail): Fact[] {
  const { currency, receive_currency, charge } = detail
  return [
    { key: 'reference', label: 'Reference', value: detail.reference },
    { key: 'recipient', label: 'Recipient', value: detail.recipient },
    { key: 'phone', label: 'Mobile number', value: formatPhone(detail.phone) },
    { key: 'network', label: 'Mobile network', value: detail.network_label },
    { key: 'date', label: 'Date', value: moment(detail.date) },
    { key: 'amount', label: 'Transfer amount', value: formatMinor(detail.amount, currency) },
    { key: 'fee', label: 'Transfer fee', value: formatMinor(detail.fee, currency) },
    { key: 'total', label: 'Total', value: formatMinor(detail.total, currency) },
    ...(charge.currency === currency
      ? []
      : [
          {
            key: 'charge',
            label: 'Charged to your card',
            value: formatMinor(charge.amount, charge.currency),
          },
        ]),
    ...(detail.card === null ? [] : [{ key: 'card', label: 'Paid with', value: cardLabel(detail.card) }]),
    {
      key: 'rate',
      label: 'Exchange rate',
      value: formatRate(rate(detail.rate, currency, receive_currency), {
        send: money(detail.amount, currency),
        receive: money(detail.receive_amount, receive_currency),
      }),
    },
    {
      key: 'receive',
      label: 'Total to recipient',
      value: formatMinor(detail.receive_amount, receive_currency),
    },
    ...(detail.status === 'processing'
      ? [{ key: 'arrives', label: 'Arrives by', value: moment(detail.delivery_estimate) }]
      : []),
  ]
}

function shortFactsOf({ recipient, send, receive, date }: Summary): Fact[] {
  return [
    { key: 'recipient', label: 'Recipient', value: recipient },
    { key: 'date', label: 'Date', value: moment(date) },
    { key: 'amount', label: 'Transfer amount', value: send },
    { key: 'receive', label: 'Total to recipient', value: receive },
  ]
}

function moment(iso: string): string {
  return `${formatDate(iso)}, ${formatTime(iso)}`
}

/** The transfer at a glance; screen readers announce a change of its status. */
function Hero({ summary }: { summary: Summary }) {
  const { status, checking, recipient, send, receive, countries } = summary
  return (
    <AmountsPanel
      label="Your transfer"
      sent={{ label: 'You sent', country: countries?.from, amount: send }}
      received={{ label: `To ${recipient}`, country: countries?.to, amount: receive }}
    >
      <div role="status" className="flex flex-col items-start gap-3">
        <Status status={status} checking={checking} />
        <p className="text-xl font-bold">{noWrap(sentenceOf(summary))}</p>
      </div>
    </AmountsPanel>
  )
}
