import type { Reminder } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { formatMinor } from '@sesa/ui/format.ts'
import { Button, ButtonLink, ButtonRow } from '@sesa/ui/button.tsx'
import { Avatar } from '@sesa/ui/layout/avatar.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { sendReminderPath } from '../../lib/paths.ts'
import { nextText, oftenText } from './words.ts'

interface ReminderRowProps {
  reminder: Reminder
  /** True while it is being paused or resumed. */
  busy: boolean
  onToggle: () => void
  onChange: () => void
  onEnd: () => void
}

/** Renders one reminder: recipient, amount, days, and the customer's actions. */
export function ReminderRow({ reminder, busy, onToggle, onChange, onEnd }: ReminderRowProps) {
  const { id, recipient, amount, currency, side, state } = reminder
  const about = i18n.t('the reminder for {name}', { name: recipient.name })
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start gap-x-4">
        <Avatar name={recipient.name} country={recipient.country} />
        <div className="beside">
          <h2 className="text-lg break-words">{recipient.name}</h2>
          <p className="tabular-nums">
            {side === 'send' ? i18n.t('You send') : i18n.t('They get')}{' '}
            <span className="font-bold">{noWrap(formatMinor(amount, currency))}</span>
          </p>
          <p className="text-muted">{oftenText(reminder)}</p>
          <p className={state === 'active' ? 'font-semibold' : 'font-semibold text-warn'}>
            {nextText(reminder)}
          </p>
        </div>
      </div>
      <ButtonRow>
        {state === 'done' ? (
          <ButtonLink
            href={sendReminderPath(id)}
            variant="secondary"
            aria-label={i18n.t('Send money to {name}', { name: recipient.name })}
          >
            {i18n.t('Send Money')}
          </ButtonLink>
        ) : (
          <>
            <Button
              variant="secondary"
              busy={busy}
              aria-label={
                state === 'paused' ? i18n.t('Resume {about}', { about }) : i18n.t('Pause {about}', { about })
              }
              onClick={onToggle}
            >
              {state === 'paused' ? i18n.t('Resume') : i18n.t('Pause')}
            </Button>
            <Button variant="secondary" aria-label={i18n.t('Change {about}', { about })} onClick={onChange}>
              {i18n.t('Change')}
            </Button>
            <Button variant="secondary" aria-label={i18n.t('End {about}', { about })} onClick={onEnd}>
              {i18n.t('End')}
            </Button>
          </>
        )}
      </ButtonRow>
    </Card>
  )
}
