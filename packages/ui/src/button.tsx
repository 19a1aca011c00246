import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react'
import { cx } from './class-names.ts'
import { Spinner } from './feedback/spinner.tsx'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'accent' | 'ink'

interface Look {
  /**
   * `primary`: the main action; `accent` and `ink`: the same on a deep green and a marigold panel. `quiet`: looks like
   * a link.
   */
  variant?: Variant | undefined
  size?: 'md' | 'lg' | undefined
  /** As wide as its container. */
  full?: boolean | undefined
}

const LOOKS: Readonly<Record<Variant, string>> = {
  primary: 'bg-brand text-on-brand hover:bg-brand-hover',
  accent: 'bg-accent text-on-accent hover:[filter:brightness(1.05)]',
  ink: 'bg-on-accent text-accent hover:[filter:brightness(1.5)]',
  secondary: 'border-2 border-brand-ink text-brand-ink hover:bg-brand-soft',
  // Only its text is visible, so the margins align the text with its surroundings.
  quiet: '-mx-3 text-brand-ink underline decoration-2 underline-offset-4 hover:bg-brand-soft',
  danger: 'border-2 border-danger text-danger hover:bg-danger-soft',
}

function look({ variant = 'primary', size = 'md', full }: Look, className?: string): string {
  return cx(
    'inline-flex items-center justify-center gap-2 rounded-full text-center font-bold forced-colors:border-2',
    'motion-safe:transition-[background-color,filter,opacity] motion-safe:duration-150',
    size === 'lg' ? 'min-h-14 py-2 text-lg' : 'min-h-12 py-2 text-base',
    variant === 'quiet' ? 'px-3' : size === 'lg' ? 'px-8' : 'px-6',
    full && 'w-full',
    LOOKS[variant],
    className,
  )
}

export interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** True while its work runs: disabled, with a spinner. */
  busy?: boolean
  /** The text while busy, for example "Processing"; by default it does not change. */
  busyLabel?: string
  children: ReactNode
}

/** Renders a button that acts on the page. `type` is `button` unless given. */
export function Button({
  variant,
  size,
  full,
  busy,
  busyLabel,
  children,
  className,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={cx(look({ variant, size, full }, className), 'disabled:opacity-60')}
    >
      {busy && <Spinner size={20} />}
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}

export interface ButtonLinkProps extends Look, AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  children: ReactNode
}

/** Renders a link that looks like a button. The app turns clicks on our paths into navigation without a reload. */
export function ButtonLink({ variant, size, full, children, className, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={look({ variant, size, full }, className)}>
      {children}
    </a>
  )
}

/** Renders buttons in a row. On a phone they grow to fill each line, so that all lines are equally wide. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-3 max-sm:*:grow">{children}</div>
}

/** Renders a link within text. */
export function TextLink({
  className,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return (
    <a
      {...rest}
      className={cx(
        'font-semibold text-brand-ink underline decoration-2 underline-offset-4 hover:decoration-4',
        className,
      )}
    >
      {children}
    </a>
  )
}
