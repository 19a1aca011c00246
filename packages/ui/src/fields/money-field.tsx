import { ungroup, formatAmount, parseAmount, type CurrencyCode } from '@sesa/money'
import { useRef, useState, type ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { controlAttributes, controlClass, describedBy, FieldFrame, type FieldProps } from './field.tsx'

export interface MoneyFieldProps extends FieldProps {
  currency: CurrencyCode
  placeholder?: string
  /** Turns the typed text red without a message, as in the converter; `error` shows a message. */
  invalid?: boolean
  /** True while the amount is calculated from another one: "…" is in its place. */
  pending?: boolean
  /** Replaces the currency's code, for example with a country choice. */
  addon?: ReactNode
  /** Renders the label and the currency around the input, which then has this class; default: a field with both beside it. */
  frame?: { around: (input: ReactNode) => ReactNode; input: string }
}

type Selected = readonly [text: string, start: number, end: number]
const NOTHING: Selected = ['', 0, 0]

/**
 * Renders an amount field. The text stays as typed while focused and is formatted on leaving; a later edit drops the
 * commas. A text that is not an amount stays visible and is refused. react-number-format (5 kB) drops unexpected
 * characters, so that a pasted "1.234,50" becomes 1.23, and React Aria's number field (17 kB) accepts the separators of
 * only one locale.
 */
export function MoneyField(props: MoneyFieldProps) {
  const { id, value, onChange, error, hint, currency, placeholder, invalid, pending, addon, frame } = props
  const wrong = error !== undefined || invalid === true

  /** The text before an edit, and the selection in it. */
  const before = useRef<Selected>(NOTHING)
  /** The text that the keyboard is composing; other code must not change it. */
  const [composed, setComposed] = useState<string | null>(null)
  const take = (field: HTMLInputElement, isComposing: boolean) => {
    const { value: edited, selectionStart } = field
    const text = ungroup(edited, ...before.current)
    setComposed(isComposing ? edited : null)
    if (!isComposing) before.current = NOTHING
    if (!isComposing && text !== edited) {
      const caret = edited.slice(0, selectionStart ?? 0).replace(/,/g, '').length
      field.value = text
      field.setSelectionRange(caret, caret)
    }
    onChange(text)
  }

  const tidy = () => {
    const parsed = parseAmount(value, currency)
    if (parsed.ok && formatAmount(parsed.money) !== value) onChange(formatAmount(parsed.money))
  }

  const input = (
    <input
      {...controlAttributes(props)}
      // React's own event of this name is a different one.
      ref={(field) => {
        if (!field) return
        field.onbeforeinput = () => {
          if (composed === null)
            before.current = [field.value, field.selectionStart ?? 0, field.selectionEnd ?? 0]
        }
      }}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      placeholder={pending ? '…' : placeholder}
      value={composed ?? value}
      onChange={({ currentTarget, nativeEvent }) =>
        take(currentTarget, (nativeEvent as InputEvent).isComposing)
      }
      onCompositionEnd={({ currentTarget }) => take(currentTarget, false)}
      onBlur={tidy}
      aria-busy={pending}
      aria-invalid={wrong || undefined}
      aria-describedby={
        cx(describedBy(id, hint, error), addon === undefined && `${id}-currency`) || undefined
      }
      className={controlClass(
        error,
        cx('money-input', frame ? frame.input : 'min-h-14 min-w-24 flex-1 rounded-r-none text-amount'),
      )}
    />
  )
  if (frame) return frame.around(input)
  return (
    <FieldFrame {...props}>
      <div className="flex flex-wrap">
        {input}
        {addon ?? (
          <span id={`${id}-currency`} className="money-unit">
            {currency}
          </span>
        )}
      </div>
    </FieldFrame>
  )
}
