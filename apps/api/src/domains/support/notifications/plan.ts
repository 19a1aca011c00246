import { isolateName } from '@sesa/contract'
import { formatMoney } from '@sesa/money'
import type { Budget } from '../../../db/budgets.ts'
import {
  noticeOf,
  securityMessages,
  securityNotice,
  smsBudget,
  type NewEvent,
} from '../../customers/index.ts'
import {
  fanOut,
  noticeEmail,
  type Branding,
  type EmailTemplate,
  type Notice,
  type NoticeKind,
  type OutgoingMessage,
} from '../../record/index.ts'
import { disclosuresOf, type ReceiptSettings } from '../receipts/index.ts'
import * as emails from './emails.ts'
import type { Account, Facts } from './facts.ts'
import { arrivalSms, arrivedSms, paidSms } from './sms.ts'
import type { Sent } from './store.ts'

export interface PlanDeps {
  readonly branding: Branding
  readonly receipts: ReceiptSettings
  /** Makes the link with which the recipient can follow a transfer. */
  trackingLink(): { readonly url: string; readonly hash: Buffer }
}

/** What the moves of one batch write. */
export interface Plan {
  readonly events: NewEvent[]
  readonly notices: (Notice & { readonly push: boolean; readonly traceparent: string | null })[]
  readonly sent: Sent[]
  readonly links: { readonly hash: Buffer; readonly transferId: string; readonly userId: string }[]
  readonly messages: OutgoingMessage[]
  /** Messages that are sent only while their daily budget lasts. */
  readonly limited: { readonly message: OutgoingMessage; readonly budget: Budget }[]
}

const emptyPlan = (): Plan => ({ events: [], notices: [], sent: [], links: [], messages: [], limited: [] })

/** Joins plans into one that is written together. */
export const mergePlans = (plans: readonly Plan[]): Plan => ({
  events: plans.flatMap(({ events }) => events),
  notices: plans.flatMap(({ notices }) => notices),
  sent: plans.flatMap(({ sent }) => sent),
  links: plans.flatMap(({ links }) => links),
  messages: plans.flatMap(({ messages }) => messages),
  limited: plans.flatMap(({ limited }) => limited),
})

/** A notice with its email. In the app it has the email's subject, and a text or the email's first paragraph. */
interface Told {
  readonly kind: NoticeKind
  readonly template: EmailTemplate
  /** The subject; defaults to the transfer. */
  readonly about?: string
  readonly title?: string
  readonly body?: string
  /** The text to the account's own number, for kinds that have one. */
  readonly sms?: string
  /** Corrects an earlier email, so it is emailed even with its switch off. */
  readonly correction?: boolean
}

/** The notifications of earlier moves in the same batch; the transfer's facts do not contain them yet. */
interface Before {
  readonly saidFailed: boolean
  readonly held: number
  readonly released: number
}

interface PlannedMoves {
  readonly plans: readonly Plan[]
  /** The ids of the moves that are planned. */
  readonly told: readonly bigint[]
  /** The move with an error, at which planning stopped; null without one. */
  readonly failed: { readonly move: Facts; readonly error: unknown } | null
}

/** Returns what the moves of one transfer write, in their order, up to the first with an error. */
export function planMoves(deps: PlanDeps, moves: readonly Facts[]): PlannedMoves {
  const plans: Plan[] = []
  for (const move of moves) {
    const { notices, sent } = mergePlans(plans)
    const count = (kind: NoticeKind) => notices.filter((notice) => notice.kind === kind).length
    const before = {
      saidFailed: sent.some(({ kind }) => kind === 'transaction_fails'),
      held: count('transaction_held'),
      released: count('transaction_released'),
    }
    try {
      const plan = planMove(deps, move, before)
      const { traceparent } = move
      plans.push({ ...plan, messages: plan.messages.map((message) => ({ ...message, traceparent })) })
    } catch (error) {
      return { plans, told: moves.slice(0, plans.length).map(({ id }) => id), failed: { move, error } }
    }
  }
  return { plans, told: moves.map(({ id }) => id), failed: null }
}

function planMove(deps: PlanDeps, facts: Facts, before: Before): Plan {
  const plan = emptyPlan()
  planEvent(deps, facts, plan)
  const transfer = {
    ...facts.transfer,
    recipient: { ...facts.transfer.recipient, name: isolateName(facts.transfer.recipient.name) },
  }
  const texts = {
    paid: formatMoney(transfer.total),
    received: formatMoney(transfer.receive),
    recipient: facts.transfer.recipient.name,
    phone: transfer.recipient.phone,
    reference: transfer.reference,
  }
  const notify = (account: Account, told: Told) => planNotice(deps, facts, account, told, plan)
  const held = facts.heldBefore + before.held
  const released = facts.releasedBefore + before.released
  switch (facts.move) {
    case 'paid': {
      const must = disclosuresOf(deps.receipts, transfer.senderCountry)
      const template = emails.receipt(transfer, facts.senderName, must)
      notify(facts.sender, { kind: 'receipt', template, sms: paidSms(texts), ...emails.paid(transfer) })
      break
    }
    case 'sent': {
      const saidFailed = facts.saidFailed || before.saidFailed
      const template = emails.transactionSuccessful(transfer, saidFailed)
      // A customer who got a failure email always gets the correction, even with this notification off.
      notify(facts.sender, {
        kind: 'transaction_successful',
        template,
        sms: arrivedSms(texts),
        correction: saidFailed,
      })
      planArrivalSms(deps, facts, plan)
      if (facts.recipient) {
        const received = emails.moneyReceived(transfer, facts.senderName)
        notify(facts.recipient, { kind: 'money_received', template: received })
      }
      break
    }
    case 'payout_failed':
      notify(facts.sender, { kind: 'transaction_fails', template: emails.transactionFails(transfer) })
      break
    case 'refunded':
      // A customer repaid by other means was informed when the hold ended.
      if (transfer.repaid === null)
        notify(facts.sender, { kind: 'transaction_refunded', template: emails.transactionRefunded(transfer) })
      break
    case 'held':
      // One notice for each hold and one for its end, even if switched off: the transfer's page promises both. A customer
      // who has not paid does not wait for the transfer.
      if (transfer.paidAt === null || held > released) break
      notify(facts.sender, {
        kind: 'transaction_held',
        template: facts.asksRefundNumber
          ? emails.refundNumberAsked(transfer)
          : emails.transactionHeld(transfer),
        about: `${transfer.id} ${held + 1}`,
      })
      break
    case 'released': {
      if (held === released) break
      const template = emails.transactionReleased(transfer)
      const [, body] = template.paragraphs
      notify(facts.sender, {
        kind: 'transaction_released',
        template,
        about: `${transfer.id} ${held}`,
        ...(body !== undefined && { body }),
      })
      break
    }
    case 'debiting':
      notify(facts.sender, { kind: 'debit_started', template: emails.debitStarted(transfer) })
      break
    case 'cancelled':
      // Nothing was charged. Only a debit ends while its customer is away.
      if (transfer.debitFailed)
        notify(facts.sender, { kind: 'debit_failed', template: emails.debitFailed(transfer) })
      break
  }
  return plan
}

/** Records the move in the account's record, and warns its owner of a payment to a new recipient. */
function planEvent({ branding }: PlanDeps, facts: Facts, plan: Plan): void {
  const { sender, transfer, traceparent } = facts
  const kind = `transfer_${facts.move}` as const
  const details = {
    reference: transfer.reference,
    ...(transfer.payMethod !== 'card' && { by: transfer.payMethod }),
    ...(facts.isFirst && { newRecipient: true }),
  }
  plan.events.push({ userId: sender.id, kind, details })
  const notice = noticeOf(kind, details)
  if (notice === null) return
  plan.notices.push({
    ...securityNotice(sender.id, notice.text, `${facts.move}:${transfer.id}`),
    push: true,
    traceparent,
  })
  const { email, sms } = securityMessages(notice, sender.contacts, null, branding)
  if (email) plan.messages.push(email)
  if (sms) plan.limited.push({ message: sms, budget: smsBudget(kind, sender.id) })
}

/** Lists a notice in the app, and sends it by email, push and text by the account's switches. */
function planNotice(
  { branding }: PlanDeps,
  { transfer, traceparent }: Facts,
  account: Account,
  { kind, template, about = transfer.id, title, body, sms, correction = false }: Told,
  plan: Plan,
): void {
  const notice: Notice = {
    accountId: account.id,
    kind,
    title: title ?? template.subject,
    body: body ?? template.paragraphs[0] ?? template.subject,
    path: template.action?.path ?? '/me/notices',
    key: `${kind}:${about}`,
  }
  const channels = fanOut(kind, account, correction)
  plan.notices.push({ ...notice, push: channels.push, traceparent })
  const messages: OutgoingMessage[] = []
  if (channels.email && account.reader !== undefined)
    messages.push(noticeEmail(branding, notice, account.reader, { email: template }))
  if (channels.sms && account.texts !== null && sms !== undefined)
    messages.push({ channel: 'sms', to: account.texts, text: sms, budget: 'notices' })
  if (messages.length === 0) return
  plan.messages.push(...messages)
  plan.sent.push({ userId: account.id, kind, subject: about })
}

/** Texts the recipient, who may not be a customer. */
function planArrivalSms(deps: PlanDeps, { transfer, sender, senderName }: Facts, plan: Plan): void {
  const { id, reference, receive, recipient } = transfer
  const { url: link, hash } = deps.trackingLink()
  const text = arrivalSms({ received: formatMoney(receive), sender: senderName, reference, link })
  plan.messages.push({ channel: 'sms', to: recipient.phone, text, budget: 'notices' })
  plan.links.push({ hash, transferId: id, userId: sender.id })
  plan.sent.push({ userId: sender.id, kind: 'recipient_sms', subject: id })
}
