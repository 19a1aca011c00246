import { useId } from 'react'
import { cx } from '@sesa/ui/class-names.ts'

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly (readonly [value: Value, label: string])[]
}

/** A small choice of how figures are shown, in one line. */
export function Choice<Value extends string>({ label, value, onChange, options }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <fieldset className="flex flex-wrap items-center gap-x-2">
      <legend className="float-left mr-2 font-semibold">{label}</legend>
      {options.map(([one, text]) => (
        <label
          key={one}
          className={cx(
            'flex min-h-9 cursor-pointer items-center rounded-full border-2 px-3',
            'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            value === one ? 'border-brand-ink bg-brand-soft font-semibold text-brand-ink' : 'border-edge',
          )}
        >
          <input
            type="radio"
            name={id}
            value={one}
            checked={value === one}
            onChange={() => onChange(one)}
            className="sr-only"
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
