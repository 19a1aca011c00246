import { useState, type Ref } from 'react'
import { plainDigits } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { controlAttributes, controlClass, FieldFrame, type FieldProps } from './field.tsx'

interface CodeFieldProps extends FieldProps {
  digits: number
  ref?: Ref<HTMLInputElement>
}

/** Characters that people and messages write between the digits of a code. */
const SEPARATORS = /[\s\p{Pd}]/gu

/**
 * Renders a field for a one-time code, which the phone fills in where it can. Extracts the code from a pasted message.
 * A text without exactly one code is not cut to length: the code does not change, and a message says so.
 */
export function CodeField({ digits, ref, ...props }: CodeFieldProps) {
  const { value, onChange } = props
  /** The text while the keyboard is composing it. */
  const [composed, setComposed] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const error = problem ?? props.error

  const take = (text: string) => {
    setComposed(null)
    const plain = plainDigits(text)
    const typed = plain.replace(SEPARATORS, '')
    const added = plain.startsWith(value) ? plain.slice(value.length) : plain
    const code = typed.length <= digits ? typed : codeIn(added, digits)
    // An extra digit changes nothing.
    const isKey = value.length === digits && plain.length === digits + 1
    setProblem(
      code === undefined && !isKey
        ? i18n.t('Paste or type only the {digits}-digit code.', { digits })
        : undefined,
    )
    onChange(code ?? value)
  }

  return (
    <FieldFrame {...props} error={error}>
      <input
        {...controlAttributes({ ...props, error })}
        ref={ref}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={composed ?? value}
        onChange={({ currentTarget }) =>
          composed === null ? take(currentTarget.value) : setComposed(currentTarget.value)
        }
        onCompositionStart={() => setComposed(value)}
        onCompositionEnd={({ currentTarget }) => take(currentTarget.value)}
        className={controlClass(error, 'max-w-60 text-2xl font-semibold tracking-[0.3em] tabular-nums')}
      />
    </FieldFrame>
  )
}

/** Returns the only complete code in a text, as one group of digits or two. */
function codeIn(text: string, digits: number): string | undefined {
  const half = Math.floor(digits / 2)
  const whole = String.raw`\d{${digits}}|\d{${half}}[\s\p{Pd}]\d{${digits - half}}`
  const found = text.matchAll(new RegExp(String.raw`(?:^|\D)(${whole})(?!\d)`, 'gu'))
  const [code, other] = new Set(Array.from(found, ([, each = '']) => each.replace(SEPARATORS, '')))
  return other === undefined ? code : undefined
}
