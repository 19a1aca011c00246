import { useId } from 'react'
import { cx } from '@sesa/ui/class-names.ts'
import { getAt, type CellKind, type Path } from './document.ts'
import { keyOf, type Draft } from './use-draft.ts'

const LOOK = 'min-h-9 rounded-sm border-2 bg-surface px-1.5 tabular-nums placeholder:text-muted'
const edge = (isWrong: boolean, isChanged: boolean) =>
  isWrong ? 'border-danger' : isChanged ? 'border-brand-ink font-semibold' : 'border-edge'

interface CellProps<T> {
  /** Without it, the value is shown as text. */
  draft: Draft
  mayChange: boolean
  path: Path
  kind: CellKind<T>
  /** Names the cell with its row: "Fee, United States to Ghana". */
  label: string
  width?: string
  /** What applies while the cell is empty. */
  placeholder?: string
}

/** One value of a policy document: a field for those who may change it, else its text. */
export function Cell<T>({ draft, mayChange, path, kind, label, width = 'w-20', placeholder }: CellProps<T>) {
  const id = useId()
  const value = getAt(draft.document, path) as T | undefined
  const typed = draft.typed[keyOf(path)]
  const shown = typed?.text ?? (value === undefined ? '' : kind.show(value))
  const before = getAt(draft.base, path) as T | undefined
  const isChanged = before !== value
  if (!mayChange)
    return (
      <span className={cx('tabular-nums', isChanged && 'font-semibold')}>
        {kind.unit === undefined ? shown : `${kind.unit} ${shown}`}
      </span>
    )
  const was = isChanged && before !== undefined ? `Now ${kind.show(before)}` : undefined
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {kind.unit !== undefined && <span className="text-muted">{kind.unit}</span>}
      <input
        type="text"
        inputMode={kind.isText ? 'text' : 'decimal'}
        autoComplete="off"
        aria-label={label}
        aria-invalid={typed?.remedy !== undefined || undefined}
        aria-describedby={typed?.remedy === undefined && was === undefined ? undefined : id}
        title={was}
        placeholder={placeholder}
        value={shown}
        onChange={(event) => draft.type(path, event.target.value, kind)}
        onBlur={() => draft.tidy(path)}
        className={cx(
          LOOK,
          width,
          !kind.isText && 'text-right',
          edge(typed?.remedy !== undefined, isChanged),
        )}
      />
      {typed?.remedy !== undefined ? (
        <span id={id} className="basis-full text-danger">
          {typed.remedy}
        </span>
      ) : (
        was !== undefined && (
          <span id={id} className="sr-only">
            {was}
          </span>
        )
      )}
    </span>
  )
}

interface ChoiceCellProps {
  draft: Draft
  mayChange: boolean
  path: Path
  label: string
  options: readonly (readonly [value: string | number | boolean, label: string])[]
}

/** One value of a policy document out of a few. */
export function ChoiceCell({ draft, mayChange, path, label, options }: ChoiceCellProps) {
  const value = getAt(draft.document, path)
  const isChanged = getAt(draft.base, path) !== value
  if (!mayChange) return options.find(([one]) => one === value)?.[1] ?? String(value)
  return (
    <select
      aria-label={label}
      value={String(value)}
      onChange={(event) => {
        const chosen = options.find(([one]) => String(one) === event.target.value)
        if (chosen) draft.set(path, chosen[0])
      }}
      className={cx(LOOK, edge(false, isChanged))}
    >
      {options.map(([one, text]) => (
        <option key={String(one)} value={String(one)}>
          {text}
        </option>
      ))}
    </select>
  )
}
