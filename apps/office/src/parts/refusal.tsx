import type { ErrorCode } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import type { Failure } from '@sesa/ui/api/http.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { paths } from '../lib/paths.ts'
import { inboxPath } from '../lib/work.ts'

type OfficeCalls = typeof officeCalls
/** Every code that a call of the office names, so that a new one needs its remedy here. */
type OfficeCode = OfficeCalls[keyof OfficeCalls]['errors'][number]

interface Remedy {
  readonly text: string
  readonly link?: { readonly href: string; readonly label: string }
}

const REMEDIES: Readonly<Record<OfficeCode, Remedy>> & Partial<Record<ErrorCode | 'network', Remedy>> = {
  passkey_refused: { text: 'Use a passkey you added here, or ask an administrator for a new link.' },
  link_expired: { text: 'Ask the sender for a new one.' },
  last_passkey: { text: 'Add another passkey, then remove this one.' },
  member_exists: { text: 'Find the member in the list and change their roles.' },
  last_administrator: { text: 'The office always needs one member who can invite others.' },
  code_wrong: { text: 'Check the six digits in the terminal.' },
  not_permitted: {
    text: 'See Permissions for the roles that can.',
    link: { href: paths.permissions, label: 'Permissions' },
  },
  asker_not_permitted: { text: 'Reject this one and make a new request.' },
  same_person: { text: 'Ask another approver to decide.' },
  joined_recently: { text: 'What you typed is still here.' },
  joined_by_invitation: { text: 'Ask another approver to decide.' },
  second_administrator_missing: { text: 'Until then, nothing that needs approval can be requested.' },
  approval_closed: { text: 'Reload the page to see the decision.' },
  approval_outdated: { text: 'Reject this one, check the record and make a new request.' },
  approval_pending: {
    text: 'Open that one instead.',
    link: { href: inboxPath('approvals'), label: 'Approvals' },
  },
  name_invalid: { text: 'What you typed is still here.' },
  action_refused: { text: 'What you typed is still here. If the record has changed, reload the page.' },
  enquiry_changed: { text: 'It’s shown above. What you typed is still here.' },
  rate_limited: { text: 'What you typed is still here.' },
  unavailable: { text: 'What you typed is still here.' },
  internal: { text: 'If it happens again, give an engineer the time and this page’s address.' },
  step_up_required: { text: 'What you typed is still here.' },
  network: { text: 'What you typed is still here.' },
  unauthenticated: { text: 'What you typed is still here.' },
}

/** Says why something was refused, and what to do about it. */
export function Refusal({ failure, title }: { failure: Failure; title?: string }) {
  const remedy = REMEDIES[failure.code]
  return (
    <Notice
      tone="error"
      {...(title !== undefined && { title })}
      action={remedy?.link && <TextLink href={remedy.link.href}>{remedy.link.label}</TextLink>}
    >
      {failure.message} {remedy?.text}
    </Notice>
  )
}
