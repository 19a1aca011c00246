import type { ReactNode } from 'react'
import type { CountryCode } from '@sesa/contract'
import { cx } from '../class-names.ts'
import { Flag } from '../art/flag.tsx'
import { ArrowIcon } from '../art/icons.tsx'
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
  /** Shown above the amounts. */
  children?: ReactNode
  /** Shown below the amounts. */
  action?: ReactNode
  /** For a narrow column: the amounts side by side where both fit, whatever the screen. */
  narrow?: boolean
}

/** A transfer at a glance: the amount sent and the amount received. */
export function AmountsPanel({ label, sent, received, children, action, narrow = false }: AmountsPanelProps) {
  return (
    <section aria-label={label} className="on-deep overflow-hidden rounded-lg">
      <KenteStrip />
      <div className={cx('flex flex-col gap-5 p-5', !narrow && 'sm:p-8')}>
        {children}
        <div
          className={
            narrow
              ? 'flex flex-wrap gap-x-8 gap-y-3'
              : 'grid gap-x-6 gap-y-4 sm:grid-cols-[1fr_auto_1fr] sm:items-end'
          }
        >
          <Side {...sent} />
          {!narrow && <ArrowIcon className="mb-1 hidden size-7 text-accent sm:block" />}
          <Side {...received} />
        </div>
        {action}
      </div>
    </section>
  )
}

function Side({ label, country, amount }: Amount) {
  return (
    <p className="flex min-w-0 flex-col gap-1">
      <span className="flex items-center gap-2 text-on-deep-muted">
        {country && <Flag country={country} />}
        <span className="truncate">{label}</span>
      </span>
      <span className="text-2xl font-extrabold whitespace-nowrap tabular-nums">{amount}</span>
    </p>
  )
}
