import { useRef, useState, type ReactNode } from 'react'
import type { CancelOutcome, Config, TransferDetail } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { TextLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { formatMinor } from '@sesa/ui/format.ts'
import { Page } from '@sesa/ui/layout/page.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { paths } from '../../../lib/paths.ts'
import { useOnline } from '../../../lib/use-online.ts'
import CancelTransfer from '../cancel-transfer.tsx'
import { Help } from '../transfer-page.tsx'

export interface WaitingPageProps {
  detail: TransferDetail
  support: Config['support'] | null
  /** True when the latest reload failed. */
  stale: boolean
}

interface WaitingFrameProps extends WaitingPageProps {
  head: { readonly title: string; readonly line: string; readonly tone: string }
  /** What happens after a cancellation if the money still comes, where the server's notice does not say it. */
  askedText?: string
  noticeTone?: 'info' | 'warn'
  children: ReactNode
}

/** Renders the page of a transfer whose payment has not arrived: its amount, its state, help and cancelling. */
export function WaitingFrame({
  detail,
  support,
  stale,
  head,
  askedText,
  noticeTone = 'warn',
  children,
}: WaitingFrameProps) {
  const { recipient, receive_amount, receive_currency } = detail
  const online = useOnline()
  const money = useRef<HTMLParagraphElement>(null)
  const [outcome, setOutcome] = useState<CancelOutcome | null>(null)
  const notice = detail.notice ?? (outcome === 'refund_if_charged' ? (askedText ?? null) : null)
  return (
    <Page title={head.title} state={{ line: head.line, tone: head.tone }}>
      <p ref={money} tabIndex={-1} className="-mt-2 text-lg text-muted">
        {noWrap(
          i18n.t('{amount} to {recipient}', {
            amount: formatMinor(receive_amount, receive_currency),
            recipient,
          }),
        )}
      </p>
      {notice !== null && <Notice tone={noticeTone} title={notice} />}
      {stale && online && (
        <Notice tone="warn" title={i18n.t('We can’t reach Sesa right now')}>
          {i18n.t('This may be out of date. We’ll keep checking.')}
        </Notice>
      )}
      {children}
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
