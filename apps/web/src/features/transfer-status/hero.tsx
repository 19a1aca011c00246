import { AmountsPanel } from '../../ui/layout/amounts-panel.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { sentenceOf } from './progress.ts'
import type { Summary } from './summary.ts'
import { noWrap } from '../../ui/layout/no-wrap.tsx'

/** The transfer at one glance; a change of its status is announced. */
export function Hero({ summary }: { summary: Summary }) {
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
