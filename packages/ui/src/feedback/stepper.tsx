import * as i18n from '@sesa/contract/i18n'
import { cx } from '../class-names.ts'
import { CheckIcon } from '../art/icons.tsx'

interface StepperProps {
  label: string
  steps: readonly string[]
  /** Index of the current step. */
  current: number
}

/** Shows the current step of a short sequence. */
export function Stepper({ label, steps, current }: StepperProps) {
  return (
    <ol aria-label={label} className="flex gap-3">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className="flex flex-1 flex-col gap-2"
        >
          <span
            aria-hidden="true"
            className={cx(
              'h-1.5 rounded-full forced-color-adjust-none',
              index <= current ? 'bg-brand' : 'bg-line',
            )}
          />
          <span className={cx('flex items-center gap-1', index === current ? 'font-bold' : 'text-muted')}>
            {index < current && <CheckIcon className="size-5 text-brand-ink" />}
            {index < current && <span className="sr-only">{i18n.t('Done:')} </span>}
            {index + 1}. {step}
          </span>
        </li>
      ))}
    </ol>
  )
}
