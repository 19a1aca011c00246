import { sql } from 'kysely'
import type { Role } from '@sesa/contract/office'
import type { Tx } from '../../../db/index.ts'
import { renderEmail, type Branding, type EmailTemplate, type Messages } from '../../record/index.ts'
import { actionRefused } from '../../../lib/refused.ts'

/** Changes of a member, each as a sentence about them. */
const CHANGES = {
  invited: 'was invited to the office.',
  invited_again: 'was invited again: their passkeys and sessions have ended.',
  joined: 'joined the office with a new passkey.',
  roles_changed: 'has new roles.',
  ended: 'was deactivated: their passkeys and sessions have ended.',
  passkey_added: 'added a passkey.',
  passkey_removed: 'removed a passkey.',
} as const

export interface MemberChange {
  readonly change: keyof typeof CHANGES
  readonly memberId: string
  /** Label and value of further facts, for example the requester. */
  readonly facts?: EmailTemplate['facts']
}

interface MailDeps {
  readonly messages: Pick<Messages, 'queue'>
  readonly branding: Branding
  /** Public URL of the office, without a trailing slash; null if unset. */
  readonly officeUrl: string | null
}

interface Invited {
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
  readonly token: string
  readonly expiresAt: Date
}

/** Returns the link of an invitation. */
export const invitationLink = (officeUrl: string, token: string): string =>
  `${officeUrl}/office/invitation#${token}`

/** Creates the emails to members about members. */
export function createStaffMail({ messages, branding, officeUrl }: MailDeps) {
  const send = (tx: Tx, to: string, template: EmailTemplate, expiresAt?: Date) =>
    messages.queue(tx, {
      channel: 'email',
      to,
      ...renderEmail(template, branding),
      ...(expiresAt && { expiresAt }),
    })

  return {
    /** Sends a member the link of their invitation, which no one else sees. @throws Refused without an office URL. */
    async invitation(tx: Tx, { name, email, roles, token, expiresAt }: Invited): Promise<void> {
      if (officeUrl === null)
        throw actionRefused(
          'The worker doesn’t know the office’s address. Set OFFICE_URL for it, then make a new request.',
        )
      const template: EmailTemplate = {
        subject: 'Your invitation to the Sesa office',
        name,
        paragraphs: [
          'You’re invited to the Sesa office.',
          'Open the link on your own device and create a passkey. The link works once.',
        ],
        facts: [
          ['Roles', roles.join(', ')],
          ['Link expires', expiresAt.toISOString()],
        ],
        closing: ['Don’t forward this email: the first person to open the link signs in as you.'],
        action: { label: 'Join the office', path: invitationLink(officeUrl, token) },
        why: 'You’re getting this because two members invited you.',
      }
      await send(tx, email, template, expiresAt)
    },

    /** Notifies the member, every administrator and all of compliance of a change to the member. */
    async tell(tx: Tx, { change, memberId, facts = [] }: MemberChange): Promise<void> {
      const { rows } = await sql<{ email: string; name: string; member: string; roles: Role[] }>`
        select r.email, r.name, m.name as member, m.roles from staff_members m
        join staff_members r on r.id = m.id
          or (r.ended_at is null and r.roles && array['administrator', 'compliance'])
        where m.id = ${memberId}`.execute(tx)
      for (const { email, name, member, roles } of rows)
        await send(tx, email, {
          subject: `Sesa office: ${member} ${CHANGES[change].replace(/[.:].*/, '')}`,
          name,
          paragraphs: [`${member} ${CHANGES[change]}`],
          facts: [['Roles', roles.join(', ')], ...facts],
          closing: [
            'If you didn’t expect this, call another administrator. Any administrator can deactivate a member immediately.',
          ],
          why: 'We email the member, administrators and compliance about every staff change. You can’t turn this off.',
        })
    },
  }
}

export type StaffMail = ReturnType<typeof createStaffMail>
