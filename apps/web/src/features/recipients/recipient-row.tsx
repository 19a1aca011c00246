import { formatPhone, type Recipient } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { AlertIcon, ArrowIcon, CheckIcon, StarIcon } from '@sesa/ui/art/icons.tsx'
import { Avatar } from '@sesa/ui/layout/avatar.tsx'
import { recipientPath } from '../../lib/paths.ts'
import { networkName } from '../../lib/recipients.ts'

/** Renders one saved recipient in the list: a link to their page. */
export function RecipientRow({ recipient }: { recipient: Recipient }) {
  const { id, name, nickname, favourite, country, phone, check } = recipient
  return (
    <a
      href={recipientPath(id)}
      className="flex min-h-18 flex-wrap items-center gap-x-4 px-3 py-2 hover:bg-sunken sm:px-4"
    >
      <Avatar name={name} country={country} />
      {/* Large text wraps below the picture. */}
      <span className="beside flex items-center gap-[min(1rem,4vw)]">
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-1.5 font-bold">
            <span className="min-w-0 break-words">{nickname ?? name}</span>
            {favourite && (
              <>
                <StarIcon className="size-4 shrink-0 fill-accent text-warn" />
                <span className="sr-only">{i18n.t('favourite')}</span>
              </>
            )}
            {check.verdict === 'match' && (
              <>
                <CheckIcon className="size-4 shrink-0 text-ok" />
                <span className="sr-only">{i18n.t('name matches')}</span>
              </>
            )}
          </span>
          {nickname !== null && <span className="block break-words">{name}</span>}
          <span className="flex flex-wrap gap-x-3 text-[0.875rem]/6 text-muted tabular-nums">
            <span>{formatPhone(phone)}</span>
            <span className="sr-only">, </span>
            <span>{networkName(recipient)}</span>
          </span>
          {check.verdict === 'different' && (
            <span className="flex gap-1.5 text-[0.875rem]/6 text-warn">
              <AlertIcon className="mt-0.5 size-5 shrink-0" />
              {i18n.t('Name does not match')}
            </span>
          )}
        </span>
        <ArrowIcon className="size-[20px] shrink-0 text-muted" />
      </span>
    </a>
  )
}
