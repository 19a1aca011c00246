import { useEffect, useState } from 'react'
import { formatTime } from '../../lib/format.ts'
import { arrivalWords, nextTick } from './arrival-words.ts'

/** When the money arrives, counting down. Not announced: only a change of the state is. */
export function Arrival({ latest, network }: { latest: string; network: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), nextTick(Date.parse(latest) - now))
    return () => clearTimeout(timer)
  }, [latest, now])
  return (
    <p className="text-on-deep-muted tabular-nums">
      {arrivalWords({ latest, network, clock: formatTime(latest) }, now)}
    </p>
  )
}
