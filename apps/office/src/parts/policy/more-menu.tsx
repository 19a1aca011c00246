import { useEffect, useRef, type ReactNode } from 'react'

/** A small menu of rare actions behind ⋯. It closes with Escape, after an action, and when the focus leaves it. */
export function MoreMenu({ label, children }: { label: string; children: ReactNode }) {
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
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-full border-2 border-brand-ink px-5 font-bold text-brand-ink hover:bg-brand-soft">
        <span aria-hidden="true">⋯</span> {label}
      </summary>
      <div
        onClick={close}
        className="absolute right-0 z-20 mt-2 flex min-w-56 flex-col rounded-md border border-line bg-surface p-2 shadow-card"
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
