import { takeFromBudgets } from '../../../db/budgets.ts'
import type { Tx } from '../../../db/index.ts'
import type { Origin } from '../../../http/origin.ts'
import {
  renderEmail,
  type EmailTemplate,
  type Branding,
  type Messages,
  type Notices,
} from '../../record/index.ts'
import { noticeOf, type EventDetails, type EventKind } from './kinds.ts'
import { contactsOf } from './store.ts'

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

function noticeEmail(text: string, origin: Origin | null): EmailTemplate {
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

/**
 * Notifies the account's owner of a security event after the commit: in the app and by push, and by email to the confirmed
 * address, or by SMS when there is none or a thief may read it. Each kind has its own daily SMS limit, so that an intruder
 * cannot use up the SMS with harmless events before a harmful one.
 */
export function createSecurityNotices({ messages, branding, notices }: NoticeDeps) {
  async function text(tx: Tx, { userId, kind }: Told, to: string, words: string): Promise<void> {
    const bucket = `notices:${kind}:account:${userId}`
    const most = kind === 'transfer_paid' ? SMS_OF_PAYMENTS : SMS_PER_KIND_AND_DAY
    const budget = { bucket, most, seconds: DAY_SECONDS }
    if ((await takeFromBudgets(tx, [budget])).wait > 0) return
    const { phone } = branding.support
    const sms = { channel: 'sms', to, budget: 'notices' } as const
    await messages.queue(tx, { ...sms, text: `Sesa: ${words} Not you? Call ${phone}.` })
  }

  async function list(tx: Tx, { id, userId, kind }: Told, body: string): Promise<void> {
    // The account's notices are erased in the same transaction.
    if (kind === 'account_closed') return
    await notices.add(tx, {
      accountId: userId,
      kind: 'security',
      title: 'Security alert',
      body,
      path: '/me/settings',
      key: `security:${id}`,
    })
  }

  return async function tell(tx: Tx, told: Told): Promise<void> {
    const notice = noticeOf(told.kind, told.details)
    if (!notice) return
    const { by } = notice
    await list(tx, told, notice.text)
    if (by === 'app') return
    const { email, phone } = await contactsOf(tx, told.userId)
    if (email !== null && by !== 'sms') {
      const rendered = renderEmail(noticeEmail(notice.text, told.origin), branding)
      await messages.queue(tx, { channel: 'email', to: email, ...rendered })
    }
    const wantsSms = by === 'sms' || by === 'both' || (by === 'either' && email === null)
    if (wantsSms && phone !== null) await text(tx, told, phone, notice.text)
  }
}
