import type { ReactNode } from 'react'
import { noWrap } from '../layout/no-wrap.tsx'
import { cx } from '../class-names.ts'

/** What every field takes; `form.field(name)` of lib/form supplies id, name, value, onChange and error. */
export interface FieldProps<Value extends string = string> {
  id: string
  name?: string
  label: string
  value: Value
  onChange: (value: Value) => void
  /** What to do about it, in one sentence: "Enter your full name". */
  error?: string | undefined
  /** One sentence, without a link. */
  hint?: ReactNode
  /** Adds "(optional)" to the label; other fields are asked because they are needed. */
  optional?: boolean
  disabled?: boolean
  /** Keeps the label for screen readers only, where the surroundings say it. */
  hideLabel?: boolean
}

interface FrameProps extends Pick<FieldProps, 'id' | 'label' | 'error' | 'hint' | 'optional' | 'hideLabel'> {
  children: ReactNode
  className?: string
  /** For groups: the label is a legend elsewhere. */
  labelFor?: string
}

/** Returns the attributes that every control shares: id, name, and the state that screen readers announce. */
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

/** The ids that describe a field, for `aria-describedby`. */
export function describedBy(id: string, hint: unknown, error: string | undefined): string | undefined {
  return cx(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`) || undefined
}

/** Label above, hint, error, control: the frame of every field. */
export function FieldFrame({
  id,
  label,
  error,
  hint,
  optional,
  hideLabel,
  children,
  className,
  labelFor,
}: FrameProps) {
  return (
    <div
      className={cx(
        'flex flex-col gap-2',
        // On a narrow phone the bar stands in the margin, so that the control keeps its width.
        error !== undefined && 'border-l-4 border-danger pl-4 max-sm:-ml-3 max-sm:pl-2',
        className,
      )}
    >
      <label htmlFor={labelFor ?? id} className={cx('font-semibold', hideLabel && 'sr-only')}>
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
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
 * The words beside a field that has to be mended; the summary above the form has the same. Words that begin with
 * "Error: " themselves, as one sentence of the spec does, are not given a second one.
 */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={`${id}-error`} className="font-semibold text-danger">
      {!children.startsWith('Error: ') && <span className="sr-only">Error: </span>}
      {noWrap(children)}
    </p>
  )
}

/** The look of a text control; `error` draws the border in red. */
export function controlClass(error: string | undefined, className?: string): string {
  return cx(
    'min-h-12 w-full rounded-md border-2 bg-surface px-4 py-2 text-lg text-ink placeholder:text-muted',
    'disabled:bg-sunken disabled:text-muted',
    error === undefined ? 'border-edge' : 'border-danger',
    className,
  )
}
