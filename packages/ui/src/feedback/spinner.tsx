import { cx } from '../class-names.ts'

interface SpinnerProps {
  /** Announced by screen readers. Leave it out where adjacent text says the same. */
  label?: string
  /** Edge length in px: 24 inside a control, more elsewhere. */
  size?: number
  className?: string
}

/** Shows that something is in progress, in the colour of the surrounding text. */
export function Spinner({ label, size = 24, className }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className={cx('inline-flex', className)}>
      <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true" className="spin">
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
