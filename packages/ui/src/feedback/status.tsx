import type { ListedStatus } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { cx } from '../class-names.ts'
import { AlertIcon, CheckIcon, ClockIcon, CrossIcon, PauseIcon, ReturnIcon } from '../art/icons.tsx'

const LOOKS = {
  checking: { word: i18n.t('Checking'), Icon: ClockIcon },
  awaiting_payment: { word: i18n.t('Not paid yet'), Icon: ClockIcon },
  processing: { word: i18n.t('Processing'), Icon: ClockIcon },
  sent: { word: i18n.t('Sent'), Icon: CheckIcon },
  failed: { word: i18n.t('Failed'), Icon: AlertIcon },
  refunded: { word: i18n.t('Refunded'), Icon: ReturnIcon },
  cancelled: { word: i18n.t('Cancelled'), Icon: CrossIcon },
  held: { word: i18n.t('On hold'), Icon: PauseIcon },
} as const satisfies Record<ListedStatus, unknown>

/** The label of each status. */
export const STATUS_WORDS = Object.fromEntries(
  Object.entries(LOOKS).map(([status, { word }]) => [status, word]),
) as Readonly<Record<ListedStatus, string>>

interface StatusProps {
  status: ListedStatus
  /** On a phone only icon and word, without the pill, for a row of a list. */
  slim?: boolean
  /** True outside the history: amber while in progress, and red only when failed. */
  calm?: boolean
  className?: string
}

/** Colours outside the history, where a transfer in progress is not red. */
const CALM: Readonly<Record<ListedStatus, string>> = {
  checking: 'bg-accent-soft text-warn',
  awaiting_payment: 'bg-accent-soft text-warn',
  processing: 'bg-accent-soft text-warn',
  held: 'bg-accent-soft text-warn',
  sent: 'bg-ok-soft text-ok',
  failed: 'bg-danger-soft text-danger',
  refunded: 'bg-surface text-ink',
  cancelled: 'bg-surface text-ink',
}

/** Renders a transfer's status as icon and word; in the history green when sent and red otherwise (spec, section 3). */
export function Status({ status, slim, calm = false, className }: StatusProps) {
  const { word, Icon } = LOOKS[status]
  const strict = status === 'sent' ? 'bg-ok-soft text-ok' : 'bg-danger-soft text-danger'
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full font-semibold whitespace-nowrap',
        slim
          ? 'max-sm:gap-1 max-sm:bg-transparent max-sm:text-[0.875rem]/6 sm:py-1 sm:pr-3 sm:pl-2'
          : 'py-1 pr-3 pl-2',
        calm ? CALM[status] : strict,
        className,
      )}
    >
      <Icon className={slim ? 'size-3.5 sm:size-5' : 'size-5'} />
      {word}
    </span>
  )
}
