import { cx } from '@sesa/ui/class-names.ts'
import { MoneyField, type MoneyFieldProps } from '@sesa/ui/fields/money-field.tsx'

interface AmountBoxProps extends Omit<MoneyFieldProps, 'addon' | 'frame'> {
  /** Its place of two boxes that touch. */
  place: 'upper' | 'lower'
}

/**
 * Renders an amount in large figures, with the label inside. The form shows hint and error below both boxes, as
 * `${id}-hint` and `${id}-error`.
 */
export function AmountBox({ place, ...props }: AmountBoxProps) {
  const { id, label, currency } = props
  return (
    <MoneyField
      {...props}
      frame={{
        input: cx(
          'min-h-20 pt-8 pr-[min(5rem,22vw)] pb-1 pl-[min(1rem,5vw)] text-[min(1.875rem,8.4vw)]!',
          place === 'upper' ? 'rounded-b-none' : 'rounded-t-none',
        ),
        around: (input) => (
          <div className={cx('relative', place === 'lower' && '-mt-0.5')}>
            <label
              htmlFor={id}
              className="pointer-events-none absolute top-2 left-[calc(2px+min(1rem,5vw))] z-20 font-semibold whitespace-nowrap"
            >
              {label}
            </label>
            {input}
            <span
              id={`${id}-currency`}
              className="pointer-events-none absolute right-[calc(2px+min(1rem,5vw))] bottom-3 z-20 text-[min(1.125rem,6vw)] font-bold"
            >
              {currency}
            </span>
          </div>
        ),
      }}
    />
  )
}
