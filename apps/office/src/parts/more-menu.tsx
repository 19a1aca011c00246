import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from '@sesa/ui/class-names.ts'

interface MoreMenuProps {
  label: string
  /** Shows ⋯ alone. */
  isSmall?: true
  children: ReactNode
}

const WIDE =
  'min-h-11 gap-2 rounded-full border-2 border-brand-ink px-5 font-bold text-brand-ink hover:bg-brand-soft'
const SMALL = 'min-h-10 min-w-10 justify-center rounded-md text-2xl leading-none font-bold hover:bg-sunken'

/** A small menu of rare actions behind ⋯. It closes with Escape, after an action, and when the focus leaves it. */
export function MoreMenu({ label, isSmall, children }: MoreMenuProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (details.current) details.current.open = false
  }
  useEffect(() => {
    const element = details.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element?.open) return
      event.stopPropagation()
      element.open = false
      element.querySelector('summary')?.focus()
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <details
      ref={details}
      className="relative"
      onBlur={(event) => {
        if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) close()
      }}
    >
      <summary
        aria-label={isSmall && label}
        className={cx('flex cursor-pointer list-none items-center', isSmall ? SMALL : WIDE)}
      >
        <span aria-hidden="true">⋯</span> {!isSmall && label}
      </summary>
      <div
        onClick={close}
        className="absolute right-0 z-30 mt-2 flex w-max min-w-56 flex-col rounded-md border border-line bg-surface p-2 shadow-card"
      >
        {children}
      </div>
    </details>
  )
}

/** An action of the menu. */
export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onSelect}
      className="min-h-11 rounded-sm px-3 text-left font-semibold hover:bg-sunken"
    >
      {children}
    </button>
  )
}
