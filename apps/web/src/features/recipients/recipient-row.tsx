import { formatPhone, type CountryCode, type Recipient } from '@sesa/contract'
import { formatDate } from '../../lib/format.ts'
import { sendToPath, transfersToPath } from '../../lib/paths.ts'
import { networkName } from '../../lib/recipients.ts'
import { Button, ButtonLink, TextLink } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { AlertIcon, CheckIcon, StarIcon } from '../../ui/art/icons.tsx'
import { Avatar } from '../../ui/layout/avatar.tsx'
import { noWrap } from '../../ui/layout/no-wrap.tsx'

interface RecipientRowProps {
  recipient: Recipient
  sender: CountryCode | null
  /** True while the star is being saved. */
  busy: boolean
  onFavourite: () => void
  onEdit: () => void
  onRemove: () => void
}

/** One saved recipient, with what the customer can do. */
export function RecipientRow({ recipient, sender, busy, onFavourite, onEdit, onRemove }: RecipientRowProps) {
  const { id, name, nickname, favourite, country, phone } = recipient
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 shadow-card">
      <div className="flex items-start gap-4">
        <Avatar name={name} country={country} />
        <div className="flex min-w-0 flex-1 flex-col">
          <h3 className="text-xl break-words">{nickname ?? name}</h3>
          {nickname !== null && <p className="break-words">{name}</p>}
          <p className="text-muted tabular-nums">
            {noWrap(`${formatPhone(phone)}, `)}
            <span className="whitespace-nowrap">{networkName(recipient)}</span>
          </p>
          <CheckLine recipient={recipient} />
          <History recipient={recipient} />
        </div>
        <button
          type="button"
          aria-pressed={favourite}
          aria-label={`Favourite: ${name}`}
          aria-busy={busy || undefined}
          onClick={onFavourite}
          className="-mt-2 -mr-2 flex size-12 shrink-0 items-center justify-center rounded-full hover:bg-sunken"
        >
          <StarIcon className={cx(favourite ? 'fill-accent text-warn' : 'text-muted')} />
        </button>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {country !== sender && (
          <ButtonLink href={sendToPath(id)}>
            Send<span className="sr-only"> to {name}</span>
          </ButtonLink>
        )}
        <Button variant="quiet" onClick={onEdit}>
          Edit<span className="sr-only"> {name}</span>
        </Button>
        <Button variant="quiet" onClick={onRemove}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      </div>
    </div>
  )
}

function CheckLine({ recipient: { check } }: { recipient: Recipient }) {
  const { verdict, name } = check
  if (verdict === 'match') {
    return (
      <p className="flex items-center gap-2 text-ok">
        <CheckIcon className="size-5" />
        Name matches
      </p>
    )
  }
  if (name === null || verdict === 'unknown') return null
  return (
    <p className={cx('flex gap-2', verdict === 'different' && 'text-warn')}>
      {verdict === 'different' && <AlertIcon className="size-5 shrink-0" />}
      <span className="min-w-0 break-words">Name on the account: {name}</span>
    </p>
  )
}

function History({ recipient: { name, phone, transfers, lastSentAt } }: { recipient: Recipient }) {
  if (lastSentAt === null) return <p className="text-muted">No transfers yet</p>
  return (
    <p>
      <TextLink href={transfersToPath(phone)}>
        {transfers === 1 ? '1 transfer' : `${transfers} transfers`}
        <span className="sr-only"> to {name}</span>
      </TextLink>
      <span className="text-muted"> {noWrap(`last on ${formatDate(lastSentAt)}`)}</span>
    </p>
  )
}
