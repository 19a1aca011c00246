import { useEffect, useState, type Ref } from 'react'
import { arrivalWords, type TransferDetail, type TransferStatus } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { serverNow } from '@sesa/ui/api/http.ts'
import { PhoneArt, ReturnArt, RoadArt } from '@sesa/ui/art/art.tsx'
import { KenteStrip } from '@sesa/ui/art/kente-strip.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { formatTime } from '@sesa/ui/format.ts'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { nextTick } from '../../lib/money-words.ts'
import { cheerOnce } from './cheer.ts'
import type { Summary } from './summary.ts'

/** One of three pictures for each status: a phone, a road, an arrow back. */
const PICTURES = {
  awaiting_payment: PhoneArt,
  processing: RoadArt,
  held: PhoneArt,
  sent: PhoneArt,
  failed: ReturnArt,
  refunded: ReturnArt,
  cancelled: ReturnArt,
} as const satisfies Record<TransferStatus, unknown>

/** Festive normally, calm once the money is being refunded. */
const PANELS: Readonly<Record<TransferStatus, string>> = {
  awaiting_payment: 'on-deep',
  processing: 'on-deep',
  held: 'on-deep',
  sent: 'on-deep',
  failed: 'border-2 border-danger bg-surface',
  refunded: 'border-2 border-line bg-sunken',
  cancelled: 'border-2 border-line bg-sunken',
}

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
  return <>{arrivalWords({ latest, network, medianSeconds, clock: formatTime(latest) }, now)}</>
}

interface HeroProps {
  ref: Ref<HTMLElement>
  summary: Summary
  detail: TransferDetail | null
  /** Median time of recent transfers to the network; null while unknown. */
  medianSeconds: number | null
}

/** More characters than fit beside the picture on a phone. */
const LONG = 100

/** Renders the transfer at a glance: a picture, one sentence and one line of amounts. */
export function Hero({ ref, summary: { status, sentence, amounts }, detail, medianSeconds }: HeroProps) {
  useEffect(() => {
    // Confetti that cannot be fetched needs no message.
    if (detail) cheerOnce(detail).catch(() => undefined)
  }, [detail])
  const Picture = PICTURES[status]
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={i18n.t('Your transfer')}
      className={cx('overflow-hidden rounded-lg', PANELS[status])}
    >
      {PANELS[status] === 'on-deep' && <KenteStrip />}
      <div className="flex flex-wrap items-center gap-4 p-5 tabular-nums sm:gap-x-8 sm:p-8">
        <Picture className="size-24 sm:size-36" />
        <p
          role={sentence === null ? undefined : 'status'}
          className={cx(
            'min-w-0 flex-1 text-lg font-semibold sm:basis-40 sm:text-xl',
            // On a phone, a long sentence is below the picture.
            (sentence ?? '').length > LONG ? 'basis-full' : 'basis-40',
          )}
        >
          {sentence === null
            ? detail && (
                <Arrival
                  latest={detail.delivery_estimate}
                  network={detail.network_label}
                  medianSeconds={medianSeconds}
                />
              )
            : noWrap(sentence)}
        </p>
        <p className="basis-full font-bold text-balance sm:text-lg">{noWrap(amounts)}</p>
      </div>
    </section>
  )
}
