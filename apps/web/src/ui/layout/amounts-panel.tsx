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
  /** `festive`: deep green under a strip of cloth. The others are calm: for money that comes back. */
  tone?: 'festive' | 'failed' | 'neutral'
  sent: Amount
  received: Amount
  /** Shown above the amounts. */
  children?: ReactNode
  /** Shown below the amounts. */
  action?: ReactNode
  /** For a narrow column: the amounts side by side where both fit, whatever the screen. */
  narrow?: boolean
}

const LOOKS = {
  festive: { panel: 'on-deep', muted: 'text-on-deep-muted', arrow: 'text-accent' },
  failed: { panel: 'border-2 border-danger bg-surface', muted: 'text-muted', arrow: 'text-muted' },
  neutral: { panel: 'border-2 border-line bg-sunken', muted: 'text-muted', arrow: 'text-muted' },
} as const

/** A transfer at a glance: the amount sent and the amount received. */
export function AmountsPanel({
  label,
  tone = 'festive',
  sent,
  received,
  children,
  action,
  narrow = false,
}: AmountsPanelProps) {
  const { panel, muted, arrow } = LOOKS[tone]
  return (
    <section aria-label={label} className={cx('overflow-hidden rounded-lg', panel)}>
      {tone === 'festive' && <KenteStrip />}
      <div className={cx('flex flex-col gap-5 p-5', !narrow && 'sm:p-8')}>
        {children}
        <div
          className={
            narrow
              ? 'flex flex-wrap gap-x-8 gap-y-3'
              : 'grid gap-x-6 gap-y-4 sm:grid-cols-[1fr_auto_1fr] sm:items-end'
          }
        >
          <Side {...sent} muted={muted} />
          {!narrow && <ArrowIcon className={cx('mb-1 hidden size-7 sm:block', arrow)} />}
          <Side {...received} muted={muted} />
        </div>
        {action}
      </div>
    </section>
  )
}

function Side({ label, country, amount, muted }: Amount & { muted: string }) {
  return (
    <p className="flex min-w-0 flex-col gap-1">
      <span className={cx('flex items-center gap-2', muted)}>
        {country && <Flag country={country} />}
        <span className="truncate">{label}</span>
      </span>
      <span className="text-2xl font-extrabold whitespace-nowrap tabular-nums">{amount}</span>
    </p>
  )
}
