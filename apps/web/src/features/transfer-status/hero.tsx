import { useEffect, useState } from 'react'
import type { TransferDetail } from '@sesa/contract'
import { Status } from '@sesa/ui/feedback/status.tsx'
import { AmountsPanel } from '@sesa/ui/layout/amounts-panel.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { CheckIcon } from '@sesa/ui/art/icons.tsx'
import { cheerOnce } from './cheer.ts'
import { sentenceOf, arrivalWords, nextTick } from '../../lib/money-words.ts'
import { toneOf } from './progress.ts'
import type { Summary } from './summary.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { formatTime } from '@sesa/ui/format.ts'

interface ArrivalProps {
  /** ISO 8601. */
  latest: string
  network: string
  medianSeconds: number | null
}

/** Shows when the money arrives, counting down. Only a change of the state is announced. */
function Arrival({ latest, network, medianSeconds }: ArrivalProps) {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setTimeout(() => setNow(serverNow()), nextTick(Date.parse(latest) - now))
    return () => clearTimeout(timer)
  }, [latest, now])
  return (
    <p className="text-on-deep-muted tabular-nums">
      {arrivalWords({ latest, network, medianSeconds, clock: formatTime(latest) }, now)}
    </p>
  )
}

interface HeroProps {
  summary: Summary
  detail: TransferDetail | null
  /** Median time of recent transfers to the network; null while unknown. */
  medianSeconds: number | null
}

/** Renders the transfer at a glance; screen readers announce a change of its status. */
export function Hero({ summary, detail, medianSeconds }: HeroProps) {
  const { status, checking, recipient, send, receive, countries } = summary
  useEffect(() => {
    // Confetti that cannot be fetched needs no message.
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
