import type { ComponentType } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { BinIcon, LimitIcon, MessageIcon, PaperIcon, PhoneIcon } from '@sesa/ui/art/account-icons.tsx'
import {
  BellIcon,
  CardIcon,
  ChevronIcon,
  ClockIcon,
  CoinsIcon,
  InfoIcon,
  LockIcon,
  PeopleIcon,
  UserIcon,
} from '@sesa/ui/art/icons.tsx'
import type { IconProps } from '@sesa/ui/art/icon.tsx'
import { Spinner } from '@sesa/ui/feedback/spinner.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { ACCOUNT, type AccountEntry } from '../../lib/account-entries.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { useStateLines } from './state-lines.ts'
import type { DeleteAccountEntry } from './use-delete-account.tsx'

const ICONS: Readonly<Record<string, ComponentType<IconProps>>> = {
  [paths.recipients]: PeopleIcon,
  [paths.reminders]: ClockIcon,
  [paths.rateAlerts]: CoinsIcon,
  [paths.limits]: LimitIcon,
  [paths.cards]: CardIcon,
  [paths.senderDetails]: UserIcon,
  [paths.settings]: LockIcon,
  [paths.notifications]: BellIcon,
  [paths.agreements]: PaperIcon,
  [paths.messages]: MessageIcon,
}

interface AccountHubProps {
  /** The path of the open page, which is not listed. */
  current: string
  deleteAccount: DeleteAccountEntry
}

/** Lists the account's pages on a phone, each with a line about its state. */
export default function AccountHub({ current, deleteAccount }: AccountHubProps) {
  const support = useSession().config?.support
  const lines = useStateLines()
  return (
    <nav aria-label={i18n.t('Settings')} className="flex flex-col gap-6">
      {ACCOUNT.map(({ title, entries }) => (
        <section key={title} aria-label={title}>
          <h2 className="mb-2 text-xl">{title}</h2>
          <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-card">
            {entries
              .filter(({ href }) => href !== current)
              .map((entry) => (
                <li key={entry.text}>
                  <Row entry={entry} line={lines[entry.href ?? '']} deleteAccount={deleteAccount} />
                </li>
              ))}
            {title === i18n.t('Help') && support && (
              <li>
                <a href={`tel:${support.phone.replace(/\s/g, '')}`} className={ROW}>
                  <PhoneIcon className="text-brand-ink" />
                  <span className="beside font-semibold">
                    {noWrap(i18n.t('Call {phone}', { phone: support.phone }))}
                  </span>
                </a>
              </li>
            )}
          </ul>
        </section>
      ))}
    </nav>
  )
}

const ROW = 'flex min-h-14 w-full flex-wrap items-center gap-x-3 px-4 py-2 text-left hover:bg-sunken'

interface RowProps {
  entry: AccountEntry
  line: string | undefined
  deleteAccount: DeleteAccountEntry
}

function Row({ entry: { text, href }, line, deleteAccount: { open, onApproach, busy } }: RowProps) {
  if (href === undefined)
    return (
      <button
        type="button"
        aria-busy={busy}
        onClick={open}
        onPointerDown={onApproach}
        onFocus={onApproach}
        className={`${ROW} font-semibold`}
      >
        <BinIcon className="text-danger" />
        <span className="beside">{text}</span>
        {busy && <Spinner />}
      </button>
    )
  const Icon = ICONS[href] ?? InfoIcon
  return (
    <a href={href} className={ROW}>
      <Icon className="text-brand-ink" />
      <span className="beside">
        <span className="block font-semibold">{text}</span>
        {line !== undefined && <span className="block text-muted">{noWrap(line)}</span>}
      </span>
      <ChevronIcon className="-rotate-90 text-muted" />
    </a>
  )
}
