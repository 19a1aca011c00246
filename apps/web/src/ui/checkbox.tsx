import type { ReactNode } from 'react'

interface CheckboxProps {
  id: string
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: ReactNode
}

/** One thing to agree to or to ask for; the whole line can be pressed. */
export function Checkbox({ id, label, checked, onChange, hint }: CheckboxProps) {
  return (
    <label className="flex min-h-12 items-start gap-3 py-2.5">
      <input
        id={id}
        name={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="size-6 shrink-0 accent-brand"
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
