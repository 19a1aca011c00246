import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '../class-names.ts'

interface TabsProps<Key extends string> {
  /** Names the choice: "How to sign in". */
  label: string
  tabs: readonly { key: Key; label: string }[]
  current: Key
  onChange: (key: Key) => void
  /** The content of the current tab. */
  children: ReactNode
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Shows one of a few views. Arrows, Home and End move between the tabs, as the ARIA practices describe. */
export function Tabs<Key extends string>({ label, tabs, current, onChange, children }: TabsProps<Key>) {
  const id = useId()
  const buttons = useRef(new Map<Key, HTMLButtonElement>())

  const onKeyDown = (event: KeyboardEvent) => {
    const next =
      tabs[
        targetOf(
          event.key,
          tabs.findIndex(({ key }) => key === current),
          tabs.length,
        ) ?? -1
      ]
    if (!next) return
    event.preventDefault()
    onChange(next.key)
    buttons.current.get(next.key)?.focus()
  }

  return (
    <div className="flex flex-col gap-6">
      <div role="tablist" aria-label={label} onKeyDown={onKeyDown} className="flex border-b-2 border-line">
        {tabs.map(({ key, label: text }) => (
          <button
            key={key}
            ref={(button) => {
              if (button) buttons.current.set(key, button)
            }}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === current}
            aria-controls={`${id}-panel`}
            tabIndex={key === current ? 0 : -1}
            onClick={() => onChange(key)}
            className={cx(
              '-mb-0.5 min-h-12 flex-1 border-b-4 px-4 font-bold',
              key === current
                ? 'border-brand-ink text-brand-ink'
                : 'border-transparent text-muted hover:bg-sunken',
            )}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </div>
  )
}

function targetOf(key: string, index: number, count: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = STEPS[key]
  return step === undefined ? undefined : (index + step + count) % count
}
