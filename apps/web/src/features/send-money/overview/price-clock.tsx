import { useEffect, useEffectEvent, useState } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { serverNow } from '@sesa/ui/api/http.ts'
import { cx } from '@sesa/ui/class-names.ts'
import { ClockIcon } from '@sesa/ui/art/icons.tsx'
import { announcement, clockText, secondsLeft } from './clock.ts'

interface PriceClockProps {
  expiresAt: string
  /** True while the card is being charged: the expiry is not reported then. */
  paused: boolean
  onEnd: () => void
}

const TICK_MS = 1000

/** Shows every second how long the price is valid; screen readers announce it at five minutes and at one. */
export function PriceClock({ expiresAt, paused, onEnd }: PriceClockProps) {
  const [seconds, setSeconds] = useState(() => secondsLeft(expiresAt, serverNow()))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft(expiresAt, serverNow())), TICK_MS)
    return () => clearInterval(timer)
  }, [expiresAt])

  const over = seconds === 0 && !paused
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (over) end()
  }, [over])

  const spoken = announcement(seconds)
  return (
    <div
      className={cx(
        'flex items-center gap-3 rounded-md px-4 py-2',
        spoken === '' ? 'bg-brand-soft' : 'bg-accent-soft',
      )}
    >
      <ClockIcon className={spoken === '' ? 'text-brand-ink' : 'text-warn'} />
      <p role="timer" aria-live="off" className="font-semibold">
        {rich(i18n.t('Rate locked for <time/>'), {
          time: <span className="tabular-nums">{clockText(seconds)}</span>,
        })}
      </p>
      <p role="status" className="sr-only">
        {spoken}
      </p>
    </div>
  )
}
