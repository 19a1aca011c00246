import { useState } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { cx } from '../class-names.ts'
import { controlAttributes, controlClass, describedBy, FieldFrame, type FieldProps } from './field.tsx'

interface PasswordFieldProps extends FieldProps {
  autoComplete: 'current-password' | 'new-password'
  /** How hard a new password is to guess, updated while the customer types. */
  strength?: { score: number; words: string }
}

const BARS = [1, 2, 3, 4] as const

/** Renders a password field, hidden until the customer chooses to show it. Pasting and password managers work as usual. */
export function PasswordField(props: PasswordFieldProps) {
  const { id, label, value, onChange, error, hint, autoComplete, strength } = props
  const [shown, setShown] = useState(false)
  const described = cx(describedBy(id, hint, error), strength && `${id}-strength`) || undefined
  return (
    <FieldFrame {...props}>
      <div className="flex">
        <input
          {...controlAttributes(props)}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={described}
          className={controlClass(error, 'relative min-w-0 flex-1 rounded-r-none focus:z-10')}
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-label={i18n.t('Show {label}', { label: label.toLowerCase() })}
          aria-controls={id}
          onClick={() => setShown(!shown)}
          className={cx(
            'min-h-12 rounded-r-md border-2 border-l-0 bg-sunken px-4 font-semibold',
            error === undefined ? 'border-edge' : 'border-danger',
          )}
        >
          {shown ? i18n.t('Hide') : i18n.t('Show')}
        </button>
      </div>
      {strength && (
        <div id={`${id}-strength`} className="flex flex-col gap-2">
          <div aria-hidden="true" className="flex gap-1">
            {BARS.map((bar) => (
              <span
                key={bar}
                className={cx('h-1.5 flex-1 rounded-full', bar <= strength.score ? 'bg-brand' : 'bg-line')}
              />
            ))}
          </div>
          <p role="status" className="text-muted">
            {strength.words}
          </p>
        </div>
      )}
    </FieldFrame>
  )
}
