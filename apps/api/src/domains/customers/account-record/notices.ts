import { takeFromBudgets, type Budget } from '../../../db/budgets.ts'
import type { Tx } from '../../../db/index.ts'
import type { Origin } from '../../../http/origin.ts'
import {
  renderEmail,
  type EmailTemplate,
  type Branding,
  type Messages,
  type Notice,
  type Notices,
  type OutgoingMessage,
} from '../../record/index.ts'
import { noticeOf, type EventDetails, type EventKind, type NoticeBy } from './kinds.ts'
import { contactsOf, type Contacts } from './store.ts'

/** Maximum SMS per event kind, account and day (UTC), so that no event can be used for SMS pumping. */
const SMS_PER_KIND_AND_DAY = 3
/** A payment costs its payer a fee, so payments may send more SMS. */
const SMS_OF_PAYMENTS = 20
const DAY_SECONDS = 86_400

export interface NoticeDeps {
  readonly messages: Pick<Messages, 'queue'>
  readonly branding: Branding
  readonly notices: Notices
}

interface Told {
  /** The event's id. */
  readonly id: bigint
  readonly userId: string
  readonly kind: EventKind
  readonly details: EventDetails
  readonly origin: Origin | null
}

function alertTemplate(text: string, origin: Origin | null): EmailTemplate {
  return {
    subject: 'Security alert for your Sesa account',
    paragraphs: [text],
    facts: origin
      ? [
          ['Device', origin.device],
          ['IP address', origin.address],
        ]
      : [],
    closing: [
      'If this was you, there’s nothing you need to do. If not, sign out any device you don’t recognise, change your password and contact support.',
    ],
    action: { label: 'Review your settings', path: '/me/settings' },
    why: 'We email you about every change to how you sign in, and every payment to a new recipient. You can’t turn this off.',
  }
}

/** Returns the daily budget of an account's SMS about one kind of event. */
export const smsBudget = (kind: EventKind, userId: string): Budget => ({
  bucket: `notices:${kind}:account:${userId}`,
  most: kind === 'transfer_paid' ? SMS_OF_PAYMENTS : SMS_PER_KIND_AND_DAY,
  seconds: DAY_SECONDS,
})

/** The messages about a security event. The SMS is sent only while its budget lasts. */
export interface SecurityMessages {
  readonly email: OutgoingMessage | null
  readonly sms: OutgoingMessage | null
}

/**
 * Returns the messages of a security notice: an email to the confirmed address, or an SMS when there is none or a thief may
 * read it.
 */
export function securityMessages(
  { text, by }: { readonly text: string; readonly by: NoticeBy },
  { email, phone }: Contacts,
  origin: Origin | null,
  branding: Branding,
): SecurityMessages {
  const wantsSms = by === 'sms' || by === 'both' || (by === 'either' && email === null)
  const words = `Sesa: ${text} Not you? Call ${branding.support.phone}.`
  return {
    email:
      email === null || by === 'sms' || by === 'app'
        ? null
        : { channel: 'email', to: email, ...renderEmail(alertTemplate(text, origin), branding) },
    sms: wantsSms && phone !== null ? { channel: 'sms', to: phone, budget: 'notices', text: words } : null,
  }
}

/** Returns the notice in the app about a security event. `about` identifies the event. */
export const securityNotice = (accountId: string, body: string, about: string | bigint): Notice => ({
  accountId,
  kind: 'security',
  title: 'Security alert',
  body,
  path: '/me/settings',
  key: `security:${about}`,
})

/**
 * Notifies the account's owner of a security event after the commit: in the app and by push, and by message. Each kind has its
 * own daily SMS limit, so that an intruder cannot use up the SMS with harmless events before a harmful one.
 */
export function createSecurityNotices({ messages, branding, notices }: NoticeDeps) {
  return async function tell(tx: Tx, { id, userId, kind, details, origin }: Told): Promise<void> {
    const notice = noticeOf(kind, details)
    if (!notice) return
    // The notices of a closed account are erased in the same transaction.
    if (kind !== 'account_closed') await notices.add(tx, securityNotice(userId, notice.text, id))
    if (notice.by === 'app') return
    const { email, sms } = securityMessages(notice, await contactsOf(tx, userId), origin, branding)
    if (email) await messages.queue(tx, email)
    if (sms && (await takeFromBudgets(tx, [smsBudget(kind, userId)])).wait === 0)
      await messages.queue(tx, sms)
  }
}
