import type { ReactNode } from 'react'
import { noWrap } from '../layout/no-wrap.tsx'
import { cx } from '../class-names.ts'
import { AlertIcon, CheckIcon, InfoIcon } from '../art/icons.tsx'

interface NoticeProps {
  tone?: 'info' | 'ok' | 'warn' | 'error'
  title?: string
  children?: ReactNode
  /** The remedy, such as a "Try again" button. */
  action?: ReactNode
  className?: string
}

const TONES = {
  info: { box: 'bg-brand-soft', icon: 'text-brand-ink', Icon: InfoIcon },
  ok: { box: 'bg-ok-soft', icon: 'text-ok', Icon: CheckIcon },
  warn: { box: 'bg-accent-soft', icon: 'text-warn', Icon: AlertIcon },
  error: { box: 'bg-danger-soft', icon: 'text-danger', Icon: AlertIcon },
} as const

/** Renders a persistent message. Screen readers announce `error` at once, the others politely. */
export function Notice({ tone = 'info', title, children, action, className }: NoticeProps) {
  const { box, icon, Icon } = TONES[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cx('flex gap-3 rounded-md p-4', box, className)}
    >
      <Icon className={icon} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {title && <p className="font-bold">{noWrap(title)}</p>}
        {children && <div>{noWrap(children)}</div>}
        {action && <div className="mt-2 flex flex-wrap gap-3">{action}</div>}
      </div>
    </div>
  )
}
