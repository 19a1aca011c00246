import { useState } from 'react'
import { formatPhone, type Recipient } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { TextLink } from '@sesa/ui/button.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Avatar } from '@sesa/ui/layout/avatar.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { paths } from '../../../lib/paths.ts'
import { findRecipients, networkName, SEARCHED_FROM } from '../../../lib/recipients.ts'

interface AllRecipientsProps {
  recipients: readonly Recipient[]
  onChoose: (recipient: Recipient) => void
}

/** Lists every saved recipient, favourites first. Choosing one fills in the form. */
export default function AllRecipients({ recipients, onChoose }: AllRecipientsProps) {
  const [text, setText] = useState('')
  const found = findRecipients(recipients, text)
  return (
    <div className="flex flex-col gap-3">
      {recipients.length >= SEARCHED_FROM && (
        <TextField
          id="recipient-search"
          type="search"
          label={i18n.t('Search your recipients')}
          value={text}
          onChange={setText}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <p role="status" className={found.length === 0 ? 'text-muted' : 'sr-only'}>
        {found.length === 0
          ? i18n.t('No recipient matches. Try another name or number.')
          : i18n.t('{count} found', { count: found.length })}
      </p>
      <ul aria-label={i18n.t('All recipients')} className="flex max-h-96 flex-col gap-2 overflow-y-auto p-1">
        {found.map((recipient) => (
          <li key={recipient.id}>
            <button
              type="button"
              onClick={() => onChoose(recipient)}
              className="flex min-h-14 w-full items-center gap-3 rounded-md border-2 border-line px-4 py-2 text-left hover:border-edge"
            >
              <Avatar name={recipient.name} country={recipient.country} />
              <span className="flex min-w-0 flex-col">
                <span className="font-semibold break-words">
                  {recipient.name}
                  {recipient.nickname !== null && (
                    <span className="font-normal text-muted"> ({recipient.nickname})</span>
                  )}
                </span>
                <span className="text-muted tabular-nums">
                  {noWrap(`${formatPhone(recipient.phone)}, `)}
                  <span className="inline-block">{networkName(recipient)}</span>
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p>
        <TextLink href={paths.recipients}>{i18n.t('Manage your recipients')}</TextLink>
      </p>
    </div>
  )
}
