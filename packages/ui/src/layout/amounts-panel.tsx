import type { ReactNode } from 'react'
import type { CountryCode } from '@sesa/contract'
import { Flag } from '../art/flag.tsx'
import { KenteStrip } from '../art/kente-strip.tsx'

interface Amount {
  label: string
  country?: CountryCode | undefined
  /** As displayed, with the currency's code. */
  amount: string
}

interface AmountsPanelProps {
  /** Names the panel for screen readers. */
  label: string
  sent: Amount
  received: Amount
  /** Shown below the amounts. */
  action?: ReactNode
}

/** Renders a transfer at a glance: the amount sent and the amount received, one line each. */
export function AmountsPanel({ label, sent, received, action }: AmountsPanelProps) {
  return (
    <section aria-label={label} className="on-deep overflow-hidden rounded-lg">
      <KenteStrip />
      <div className="flex flex-col gap-3 px-4 py-3">
        <div className="flex flex-col gap-2">
          <Side {...sent} />
          <Side {...received} />
        </div>
        {action}
      </div>
    </section>
  )
}

function Side({ label, country, amount }: Amount) {
  return (
    <p className="flex min-w-0 flex-wrap items-center justify-between gap-x-3">
      <span className="flex min-w-0 items-center gap-2 text-on-deep-muted">
        {country && <Flag country={country} />}
        <span className="min-w-0">{label}</span>
      </span>
      <span className="ml-auto text-lg font-extrabold tabular-nums sm:text-xl">{amount}</span>
    </p>
  )
}
