import { useEffect, useState } from 'react'
import { serverNow } from '@sesa/ui/api/http.ts'
import { formatTime } from '@sesa/ui/format.ts'
import { arrivalWords, nextTick } from '../../lib/money-words.ts'

interface ArrivalProps {
  /** ISO 8601. */
  latest: string
  network: string
  medianSeconds: number | null
}

/** When the money arrives, counting down. Not announced: only a change of the state is. */
export function Arrival({ latest, network, medianSeconds }: ArrivalProps) {
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
