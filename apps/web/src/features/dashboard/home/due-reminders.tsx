import type { DueReminder } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { formatMinor } from '@sesa/ui/format.ts'
import { BellIcon, ChevronIcon } from '@sesa/ui/art/icons.tsx'
import { TextLink } from '@sesa/ui/button.tsx'
import { paths, sendReminderPath } from '../../../lib/paths.ts'

/** Lists the due reminders: each links to the send form, filled in. */
export function DueReminders({ reminders }: { reminders: readonly DueReminder[] }) {
  if (reminders.length === 0) return null
  return (
    <section aria-labelledby="due-reminders" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="due-reminders" className="text-xl">
          {i18n.t('Reminders')}
        </h2>
        <TextLink href={paths.reminders}>{i18n.t('All reminders')}</TextLink>
      </div>
      <ul className="flex flex-col rounded-lg border border-line bg-surface">
        {reminders.map(({ id, name, amount, currency, side }) => (
          <li key={id} className="border-line not-first:border-t">
            <a
              href={sendReminderPath(id)}
              className="flex min-h-16 flex-wrap items-center gap-x-3 px-4 py-2 hover:bg-sunken"
            >
              <BellIcon className="text-warn" />
              <span className="beside">
                <span className="block font-bold break-words">
                  {i18n.t('Send money to {name}', { name })}
                </span>
                <span className="block text-muted tabular-nums">
                  {side === 'send' ? i18n.t('You send') : i18n.t('They get')}{' '}
                  <span className="inline-block">{formatMinor(amount, currency)}</span>
                </span>
              </span>
              <ChevronIcon className="-rotate-90 text-muted" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
