import type { OpenTransfer } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { formatMinor } from '@sesa/ui/format.ts'
import { ButtonLink, TextLink } from '@sesa/ui/button.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { transferStatusPath } from '../../../lib/paths.ts'

interface ResendQuestionProps {
  /** The send form, filled in like the repeated transfer. */
  href: string
  name: string
  /** The transfer that may still reach this recipient. */
  other: OpenTransfer
  /** Also called when a link is followed: after Back, the page must not be behind the question. */
  onClose: () => void
}

/** Asks before a second transfer to a recipient whose first one is in progress. */
export default function ResendQuestion({ href, name, other, onClose }: ResendQuestionProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={i18n.t('Send another?')}
      closeLabel={i18n.t('Not now')}
      actions={
        <ButtonLink href={href} onClick={onClose}>
          {i18n.t('Send another')}
        </ButtonLink>
      }
    >
      <p>{i18n.t('You already have a transfer to {name} in progress.', { name })}</p>
      <p className="text-muted">
        {noWrap(i18n.t('It’s {amount}.', { amount: formatMinor(other.amount, other.currency) }))}{' '}
        <TextLink href={transferStatusPath(other.payment_id, 'view')} onClick={onClose}>
          {i18n.t('View it')}
        </TextLink>
      </p>
    </Dialog>
  )
}
