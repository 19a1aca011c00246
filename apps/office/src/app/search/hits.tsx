import { cx } from '@sesa/ui/class-names.ts'
import type { Group, Option } from './options.ts'

interface HitsProps {
  id: string
  groups: readonly Group[]
  /** The option that Enter opens. */
  current: Option | undefined
  onOpen: (option: Option) => void
}

/** What the box found, in groups. The keyboard's focus stays in the box. */
export function Hits({ id, groups, current, onOpen }: HitsProps) {
  const all = groups.flatMap(({ options }) => options)
  return (
    <div role="listbox" id={`${id}-hits`} aria-label="Hits" className="flex flex-col gap-3 empty:hidden">
      {groups.map(({ name, options }) => (
        <div key={name} role="group" aria-label={name}>
          <p aria-hidden="true" className="px-2 font-semibold text-muted">
            {name}
          </p>
          {options.map((option) => (
            <Hit
              key={option.key}
              id={`${id}-${all.indexOf(option)}`}
              option={option}
              isCurrent={option === current}
              onOpen={() => onOpen(option)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface HitProps {
  id: string
  option: Option
  isCurrent: boolean
  onOpen: () => void
}

function Hit({ id, option: { label, details, isInner }, isCurrent, onOpen }: HitProps) {
  return (
    <div
      role="option"
      id={id}
      ref={(hit) => {
        if (isCurrent) hit?.scrollIntoView?.({ block: 'nearest' })
      }}
      aria-selected={isCurrent}
      tabIndex={-1}
      // The box keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
      className={cx(
        'flex min-h-9 cursor-pointer flex-wrap items-center gap-x-4 rounded-md px-2 py-1',
        isInner && 'ml-6',
        isCurrent ? 'bg-brand-soft forced-colors:outline-2' : 'hover:bg-sunken',
      )}
    >
      <span className={cx(!isInner && 'font-semibold')}>{label}</span>
      {details.map((detail) => (
        <span key={detail} className="text-muted">
          {detail}
        </span>
      ))}
    </div>
  )
}
