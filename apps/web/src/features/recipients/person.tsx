import { useState, type ReactNode } from 'react'
import { formatPhone, type CountryCode, type Recipient } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { formatDate } from '@sesa/ui/format.ts'
import { AlertIcon, CheckIcon, InfoIcon, StarIcon, UserIcon } from '@sesa/ui/art/icons.tsx'
import { Button, ButtonLink, ButtonRow, TextLink } from '@sesa/ui/button.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Avatar } from '@sesa/ui/layout/avatar.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { SectionBoundary } from '../../lib/loading/section-boundary.tsx'
import { newReminderPath, paths, sendToPath } from '../../lib/paths.ts'
import { networkName } from '../../lib/recipients.ts'
import { PersonHistory } from './person-history.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import type { useRecipients } from './use-recipients.ts'

interface PersonProps {
  recipient: Recipient
  sender: CountryCode | null
  recipients: ReturnType<typeof useRecipients>
  onEdit: () => void
  onRemoved: () => void
}

/** Renders one saved recipient: the wallet, the network's answer about it, the customer's actions, and the history. */
export default function Person({ recipient, sender, recipients, onEdit, onRemoved }: PersonProps) {
  const { id, name, nickname, favourite, country, phone } = recipient
  const [removing, setRemoving] = useState<Recipient | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const star = async () => setFailure((await recipients.toggleFavourite(recipient))?.message ?? null)
  const remove = async () => {
    const failed = await recipients.remove(recipient)
    if (failed === null) onRemoved()
    return failed
  }
  return (
    <>
      <Card className="flex flex-col gap-5">
        <div className="flex flex-wrap items-start gap-x-4">
          <Avatar name={name} country={country} />
          <div className="beside flex flex-col gap-1">
            {nickname !== null && <p className="text-lg font-bold break-words">{name}</p>}
            <p className="tabular-nums">{formatPhone(phone)}</p>
            <p className="text-muted">{networkName(recipient)}</p>
          </div>
          <button
            type="button"
            aria-pressed={favourite}
            aria-label={i18n.t('Favourite')}
            aria-busy={recipients.saving === id || undefined}
            onClick={() => void star()}
            className="-mt-2 -mr-2 flex size-12 shrink-0 items-center justify-center rounded-full hover:bg-sunken"
          >
            <StarIcon className={cx(favourite ? 'fill-accent text-warn' : 'text-muted')} />
          </button>
        </div>
        <CheckLine recipient={recipient} />
        {failure !== null && (
          <Notice tone="error" title={i18n.t('We couldn’t save the favourite')}>
            {failure}
          </Notice>
        )}
        <ButtonRow>
          {country !== sender && (
            <ButtonLink href={sendToPath(id)} size="lg">
              {i18n.t('Send Money')}
            </ButtonLink>
          )}
          <Button size="lg" variant="secondary" onClick={onEdit}>
            {i18n.t('Edit')}
          </Button>
          <Button size="lg" variant="secondary" onClick={() => setRemoving(recipient)}>
            {i18n.t('Remove')}
          </Button>
        </ButtonRow>
        {country !== sender && (
          <p>
            <TextLink href={newReminderPath('recipient', id)}>{i18n.t('Set a reminder')}</TextLink>
          </p>
        )}
      </Card>
      <SectionBoundary name={i18n.t('the transfers to this person')}>
        <PersonHistory recipient={recipient} />
      </SectionBoundary>
      <p>
        <TextLink href={paths.recipients}>{i18n.t('Back to your recipients')}</TextLink>
      </p>
      <RemoveDialog recipient={removing} onClose={() => setRemoving(null)} onRemove={remove} />
    </>
  )
}

/** Describes how the name compares with the wallet's, and when we asked. */
function CheckLine({ recipient }: { recipient: Recipient }) {
  const { verdict, name, checkedAt } = recipient.check
  const date =
    checkedAt === null ? '' : i18n.t(', checked on {checkedAt}', { checkedAt: formatDate(checkedAt) })
  switch (verdict) {
    case 'match':
      return (
        <Line icon={<CheckIcon className="text-ok" />} text={i18n.t('The name matches{date}.', { date })} />
      )
    case 'close':
    case 'different':
      return (
        <Line
          isWarning={verdict === 'different'}
          icon={
            verdict === 'close' ? (
              <UserIcon className="text-brand-ink" />
            ) : (
              <AlertIcon className="text-warn" />
            )
          }
          text={
            verdict === 'close'
              ? i18n.t('Name on the account: {name}{date}.', { name: name ?? '', date })
              : i18n.t('The name does not match. Name on the account: {name}{date}.', {
                  name: name ?? '',
                  date,
                })
          }
        />
      )
    case 'unknown':
      return (
        <Line
          icon={<InfoIcon className="text-muted" />}
          text={i18n.t('{recipient} has not confirmed the name. Double-check the number.', {
            recipient: networkName(recipient),
          })}
        />
      )
  }
}

function Line({ icon, text, isWarning = false }: { icon: ReactNode; text: string; isWarning?: boolean }) {
  return (
    <p className={cx('flex gap-3', isWarning && 'rounded-md bg-accent-soft p-4')}>
      {icon}
      <span className="min-w-0 break-words">{noWrap(text)}</span>
    </p>
  )
}
