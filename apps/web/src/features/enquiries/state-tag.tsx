import type { EnquirySummary } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { CheckIcon, ClockIcon, CrossIcon } from '@sesa/ui/art/icons.tsx'

/** Labels of a conversation's states. */
const STATE_WORDS: Readonly<Record<EnquirySummary['state'], string>> = {
  waiting: i18n.t('Waiting for us'),
  answered: i18n.t('We’ve answered'),
  closed: i18n.t('Closed'),
}

const LOOKS = {
  waiting: { colours: 'bg-accent-soft text-warn', Icon: ClockIcon },
  answered: { colours: 'bg-ok-soft text-ok', Icon: CheckIcon },
  closed: { colours: 'bg-sunken text-muted', Icon: CrossIcon },
} as const

/** Shows whether a conversation waits for us, is answered or closed: icon and words. */
export function StateTag({ state }: { state: EnquirySummary['state'] }) {
  const { colours, Icon } = LOOKS[state]
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full py-1 pr-3 pl-2 font-semibold whitespace-nowrap ${colours}`}
    >
      <Icon className="size-5" />
      {STATE_WORDS[state]}
    </span>
  )
}
