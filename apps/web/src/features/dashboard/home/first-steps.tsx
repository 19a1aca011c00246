import * as i18n from '@sesa/contract/i18n'
import { PhoneArt } from '@sesa/ui/art/art.tsx'

const STEPS = [
  i18n.t('Enter an amount and see what arrives.'),
  i18n.t('Add the person and their mobile money number.'),
  i18n.t('Pay and follow the money.'),
] as const

/** Shows a customer who has not sent anything yet how it works; the button to start is above. */
export function FirstSteps() {
  return (
    <section
      aria-labelledby="first-steps"
      className="flex flex-col items-center gap-4 rounded-lg border border-line bg-surface px-5 py-6 text-center"
    >
      <PhoneArt className="size-28" />
      <h2 id="first-steps" className="text-2xl">
        {i18n.t('Send your first transfer')}
      </h2>
      <ol className="flex flex-col gap-3 text-left">
        {STEPS.map((step, index) => (
          <li key={step} className="flex items-center gap-3">
            <span
              aria-hidden="true"
              className="flex size-9 shrink-0 items-center justify-center rounded-full bg-brand-soft font-extrabold text-brand-ink"
            >
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </section>
  )
}
