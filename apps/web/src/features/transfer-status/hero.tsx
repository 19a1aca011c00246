import { useEffect } from 'react'
import type { TransferDetail } from '@sesa/contract'
import { Status } from '@sesa/ui/feedback/status.tsx'
import { AmountsPanel } from '@sesa/ui/layout/amounts-panel.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { CheckIcon } from '@sesa/ui/art/icons.tsx'
import { Arrival } from './arrival.tsx'
import { cheerOnce } from './cheer.ts'
import { sentenceOf } from '../../lib/money-words.ts'
import { toneOf } from './progress.ts'
import type { Summary } from './summary.ts'

interface HeroProps {
  summary: Summary
  detail: TransferDetail | null
  /** What recent transfers to the network took; null while that is unknown. */
  medianSeconds: number | null
}

/** The transfer at a glance; screen readers announce a change of its status. */
export function Hero({ summary, detail, medianSeconds }: HeroProps) {
  const { status, checking, recipient, send, receive, countries } = summary
  useEffect(() => {
    // Confetti that cannot be fetched is not worth a message.
    if (detail) cheerOnce(detail).catch(() => undefined)
  }, [detail])
  return (
    <AmountsPanel
      label="Your transfer"
      tone={toneOf(status)}
      sent={{ label: 'You sent', country: countries?.from, amount: send }}
      received={{ label: `To ${recipient}`, country: countries?.to, amount: receive }}
    >
      <div className="flex flex-col gap-2">
        <div role="status" className="flex flex-col items-start gap-3">
          {status === 'sent' ? (
            <CheckIcon className="size-12 rounded-full bg-accent p-2.5 text-on-accent" />
          ) : (
            <Status calm status={checking ? 'checking' : status} />
          )}
          <p className="text-xl font-bold">{noWrap(sentenceOf(summary))}</p>
        </div>
        {detail?.status === 'processing' && detail.notice === null && !checking && (
          <Arrival
            latest={detail.delivery_estimate}
            network={detail.network_label}
            medianSeconds={medianSeconds}
          />
        )}
      </div>
    </AmountsPanel>
  )
}
