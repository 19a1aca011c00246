import * as i18n from '@sesa/contract/i18n'
import { CheckIcon } from '@sesa/ui/art/icons.tsx'
import { KenteStrip } from '@sesa/ui/art/kente-strip.tsx'

const PROMISES = [
  {
    title: i18n.t('No password to remember'),
    text: i18n.t('Sign in with a one-time code.'),
  },
  {
    title: i18n.t('The whole price first'),
    text: i18n.t('See the rate, the fee and what arrives before you pay.'),
  },
  {
    title: i18n.t('Delivered or refunded'),
    text: i18n.t('If we can’t deliver your transfer, we refund you in full.'),
  },
]

/** Renders our promises to new customers, next to the form on wide screens. */
export function SidePanel() {
  return (
    <aside
      aria-label={i18n.t('Why Sesa')}
      className="on-deep my-12 mr-6 ml-4 hidden flex-col self-start overflow-hidden rounded-xl lg:flex"
    >
      <ul className="flex flex-col gap-8 p-10">
        {PROMISES.map(({ title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent">
              <CheckIcon className="size-5" />
            </span>
            <span className="flex flex-col gap-1">
              <span className="text-xl font-bold">{title}</span>
              <span className="text-on-deep-muted">{text}</span>
            </span>
          </li>
        ))}
      </ul>
      <KenteStrip />
    </aside>
  )
}
