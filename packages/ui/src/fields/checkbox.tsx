import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'

export interface TickProps {
  id: string
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: ReactNode
  disabled?: boolean
}

interface LineProps extends TickProps {
  inputClass: string
  role?: 'switch'
}

/** Renders a line with a checkbox or a switch; a press anywhere on the line toggles it. */
export function Tick({ id, label, checked, onChange, hint, disabled, inputClass, role }: LineProps) {
  return (
    <label
      className={cx(
        'flex min-h-12 items-start gap-3 py-2.5',
        role === 'switch' && 'flex-row-reverse justify-between gap-6',
        disabled && 'cursor-not-allowed text-muted',
      )}
    >
      <input
        id={id}
        name={id}
        type="checkbox"
        role={role}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={cx('shrink-0', inputClass)}
      />
      <span className="flex flex-col">
        <span className="font-semibold">{label}</span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}

/** Renders a checkbox for one consent or option. */
export function Checkbox(props: TickProps) {
  return (
    <Tick
      {...props}
      inputClass="grid size-6 cursor-pointer appearance-none place-content-center rounded-[6px] border-2 border-edge bg-surface before:hidden before:h-3 before:w-1.5 before:-translate-y-px before:rotate-45 before:border-r-2 before:border-b-2 before:border-on-brand checked:border-brand checked:bg-brand checked:before:block"
    />
  )
}
