import type { ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { noWrap } from '../layout/no-wrap.tsx'
import { cx } from '../class-names.ts'

/** Props of every field; `form.field(name)` of form.ts supplies id, name, value, onChange and error. */
export interface FieldProps<Value extends string = string> {
  id: string
  name?: string
  label: string
  value: Value
  onChange: (value: Value) => void
  /** The remedy, in one sentence: "Enter your full name." */
  error?: string | undefined
  /** One sentence, without a link. */
  hint?: ReactNode
  /** Adds "(optional)" to the label; all other fields are required. */
  optional?: boolean
  disabled?: boolean
  /** Shows the label only to screen readers, where the surroundings say the same. */
  hideLabel?: boolean
}

interface FrameProps extends Pick<FieldProps, 'id' | 'label' | 'error' | 'hint' | 'optional' | 'hideLabel'> {
  children: ReactNode
  className?: string
}

/** Returns the attributes that all controls share: id, name, and the state that screen readers announce. */
export function controlAttributes({
  id,
  name,
  error,
  hint,
  disabled,
}: Omit<FieldProps<never>, 'value' | 'onChange'>) {
  return {
    id,
    name: name ?? id,
    disabled,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': describedBy(id, hint, error),
  }
}

/** Returns the ids that describe a field, for `aria-describedby`. */
export function describedBy(id: string, hint: unknown, error: string | undefined): string | undefined {
  return cx(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`) || undefined
}

/** Renders the frame of every field: label, hint and error above the control. */
export function FieldFrame({ id, label, error, hint, optional, hideLabel, children, className }: FrameProps) {
  return (
    <div
      className={cx(
        'flex flex-col gap-2',
        // The bar is in the margin, so that the control keeps its position and width.
        error !== undefined && '-ml-5 border-l-4 border-danger pl-4 max-sm:-ml-3 max-sm:pl-2',
        className,
      )}
    >
      <label htmlFor={id} className={cx('font-semibold', hideLabel && 'sr-only')}>
        {label}
        {optional && <span className="font-normal text-muted"> {i18n.t('(optional)')}</span>}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="-mt-1 text-muted">
          {noWrap(hint)}
        </p>
      )}
      {error !== undefined && <FieldError id={id}>{error}</FieldError>}
      {children}
    </div>
  )
}

/**
 * Renders the error next to a field, with the summary's words. Screen readers announce "Error: " first, unless the
 * message starts with it, as one sentence of the spec does.
 */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={`${id}-error`} className="font-semibold text-danger">
      {!children.startsWith('Error: ') && <span className="sr-only">{i18n.t('Error:')} </span>}
      {noWrap(children)}
    </p>
  )
}

/** Returns the classes of a text control; `error` makes the border red. */
export function controlClass(error: string | undefined, className?: string): string {
  return cx(
    'min-h-12 w-full rounded-md border-2 bg-surface px-4 py-2 text-lg text-ink placeholder:text-muted',
    'disabled:bg-sunken disabled:text-muted',
    error === undefined ? 'border-edge' : 'border-danger',
    className,
  )
}
