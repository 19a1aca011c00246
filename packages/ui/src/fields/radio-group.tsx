import * as i18n from '@sesa/contract/i18n'
import { cx } from '../class-names.ts'
import { noWrap } from '../layout/no-wrap.tsx'
import { describedBy, FieldError, type FieldProps } from './field.tsx'
import type { Option } from './select-field.tsx'

interface RadioGroupProps<Value extends string> extends Omit<FieldProps, 'value' | 'onChange'> {
  value: Value | ''
  onChange: (value: Value) => void
  options: readonly Option<Value>[]
  /** In a row from 640 px up. */
  inline?: boolean
  /** Two options as halves of one row, on a phone too. */
  halves?: boolean
}

/** With large text, the halves are below each other. */
const HALVES = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-2'

const PAIR = 'flex flex-wrap justify-between gap-x-3'

/** Renders a choice between a few options, all visible. The summary links to the first one. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { id, name, label, value, onChange, options, error, hint, optional, disabled } = props
  const { inline, halves, hideLabel } = props
  return (
    <fieldset
      className={cx('flex flex-col gap-2', error !== undefined && 'border-l-4 border-danger pl-4')}
      aria-describedby={describedBy(id, hint, error)}
    >
      <legend className={cx('mb-2 font-semibold', hideLabel && 'sr-only')}>
        {label}
        {optional && <span className="font-normal text-muted"> {i18n.t('(optional)')}</span>}
      </legend>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="-mt-1 text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && <FieldError id={id}>{error}</FieldError>}
      <div className={halves ? HALVES : cx('flex flex-col gap-2', inline && 'sm:flex-row')}>
        {options.map((option, index) => (
          <label
            key={option.value}
            className={cx(
              'flex min-h-12 flex-auto items-start rounded-md border-2 bg-surface py-2.5',
              halves ? 'flex-wrap content-center gap-x-2 px-3' : 'gap-3 px-4',
              value === option.value ? 'border-brand-ink bg-brand-soft' : 'border-edge',
              (disabled || option.disabled) && 'cursor-not-allowed border-line bg-sunken text-muted',
            )}
          >
            <input
              id={index === 0 ? id : `${id}-${option.value}`}
              type="radio"
              name={name ?? id}
              value={option.value}
              checked={value === option.value}
              disabled={disabled || option.disabled}
              onChange={() => onChange(option.value)}
              className="size-6 shrink-0 appearance-none rounded-full border-2 border-edge bg-surface checked:border-7 checked:border-brand disabled:border-line"
            />
            <span className={halves ? 'contents' : 'flex flex-1 flex-col'}>
              <span className={cx('font-semibold', halves && 'flex-1 wrap-normal', option.aside && PAIR)}>
                {option.label}
                {option.aside && (
                  <span className="ml-auto font-bold tabular-nums"> {noWrap(option.aside)}</span>
                )}
              </span>
              {option.hint && (
                <span className={cx('text-muted', halves && 'basis-full')}>{noWrap(option.hint)}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
