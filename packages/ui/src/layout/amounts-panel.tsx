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
  /** `festive`: deep green under a strip of cloth. The others are calm: for refunded money. */
  tone?: 'festive' | 'failed' | 'neutral'
  sent: Amount
  received: Amount
  /** Shown above the amounts. */
  children?: ReactNode
  /** Shown below the amounts. */
  action?: ReactNode
  /** One line for each amount, for a page with more content at first sight. */
  compact?: boolean
}

const LOOKS = {
  festive: { panel: 'on-deep', muted: 'text-on-deep-muted', arrow: 'text-accent' },
  failed: { panel: 'border-2 border-danger bg-surface', muted: 'text-muted', arrow: 'text-muted' },
  neutral: { panel: 'border-2 border-line bg-sunken', muted: 'text-muted', arrow: 'text-muted' },
} as const

/** Renders a transfer at a glance: the amount sent and the amount received. */
export function AmountsPanel({
  label,
  tone = 'festive',
  sent,
  received,
  children,
  action,
  compact = false,
}: AmountsPanelProps) {
  const { panel, muted, arrow } = LOOKS[tone]
  return (
    <section aria-label={label} className={cx('overflow-hidden rounded-lg', panel)}>
      {tone === 'festive' && <KenteStrip />}
      <div className={cx('flex flex-col', compact ? 'gap-3 px-4 py-3' : 'gap-5 p-5 sm:p-8')}>
        {children}
        <div
          className={
            compact ? 'flex flex-col gap-2' : 'grid gap-x-6 gap-y-4 sm:grid-cols-[1fr_auto_1fr] sm:items-end'
          }
        >
          <Side {...sent} {...{ muted, compact }} />
          {!compact && <ArrowIcon className={cx('mb-1 hidden size-7 sm:block', arrow)} />}
          <Side {...received} {...{ muted, compact }} />
        </div>
        {action}
      </div>
    </section>
  )
}

function Side({ label, country, amount, muted, compact }: Amount & { muted: string; compact: boolean }) {
  return (
    <p
      className={cx(
        'flex min-w-0 gap-x-3',
        compact ? 'flex-wrap items-center justify-between' : 'flex-col gap-y-1',
      )}
    >
      <span className={cx('flex min-w-0 items-center gap-2', muted)}>
        {country && <Flag country={country} />}
        <span className="min-w-0">{label}</span>
      </span>
      <span
        className={cx('font-extrabold tabular-nums', compact ? 'ml-auto text-lg sm:text-xl' : 'text-2xl')}
      >
        {amount}
      </span>
    </p>
  )
}
