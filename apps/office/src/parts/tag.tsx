import type { ReactNode } from 'react'
import { cx } from '@sesa/ui/class-names.ts'

const TONES = {
  plain: 'bg-sunken text-ink',
  moving: 'bg-brand-soft text-brand-ink',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-accent-soft text-warn',
  danger: 'bg-danger-soft text-danger',
} as const

/** A word in a pill: a state. */
export function Tag({ tone = 'plain', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center rounded-full px-3 py-0.5 font-semibold whitespace-nowrap forced-colors:border',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}
