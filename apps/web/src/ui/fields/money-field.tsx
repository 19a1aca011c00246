import { formatAmount, parseAmount, type CurrencyCode } from '@sesa/money'
import type { ReactNode, Ref } from 'react'
import { cx } from '../class-names.ts'
import { controlAttributes, controlClass, describedBy, FieldFrame, type FieldProps } from './field.tsx'

interface MoneyFieldProps extends FieldProps {
  currency: CurrencyCode
  placeholder?: string
  /** Turns the typed text red without a message, as in the converter; `error` shows a message. */
  invalid?: boolean
  /** Replaces the currency's code, for example with a country choice. */
  addon?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** An amount field. The text stays as typed while focused and is tidied on leaving. */
export function MoneyField(props: MoneyFieldProps) {
  const { id, value, onChange, error, hint, currency, placeholder, invalid, addon, ref } = props
  const wrong = error !== undefined || invalid === true

  const tidy = () => {
    const parsed = parseAmount(value, currency)
    if (parsed.ok && formatAmount(parsed.money) !== value) onChange(formatAmount(parsed.money))
  }

  return (
    <FieldFrame {...props}>
      <div className="flex">
        <input
          {...controlAttributes(props)}
          ref={ref}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={tidy}
          aria-invalid={wrong || undefined}
          aria-describedby={
            cx(describedBy(id, hint, error), addon === undefined && `${id}-currency`) || undefined
          }
          className={controlClass(
            error,
            cx(
              'relative min-h-14 min-w-0 flex-1 rounded-r-none text-xl font-bold tabular-nums placeholder:text-lg placeholder:font-normal focus:z-10',
              // Overrides the colours of other controls.
              wrong && 'border-danger! text-danger!',
            ),
          )}
        />
        {addon ?? (
          <span
            id={`${id}-currency`}
            className={cx(
              'flex items-center rounded-r-md border-2 border-l-0 bg-sunken px-4 text-lg font-bold',
              wrong ? 'border-danger' : 'border-edge',
            )}
          >
            {currency}
          </span>
        )}
      </div>
    </FieldFrame>
  )
}
