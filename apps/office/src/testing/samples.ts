import {
  type Approval,
  type AuditEntry,
  type CustomerPage,
  type Role,
  type StaffMember,
  type TransferHit,
  type TransferPage,
  type Work,
  permissionsOf,
  type officeCalls,
} from '@sesa/contract/office'
import type { AnswerOf } from '@sesa/contract'
import type { Me } from '../lib/session.ts'

const MINUTE = 60_000
/** The time so many minutes from now. */
export const at = (minutes: number): string => new Date(Date.now() + minutes * MINUTE).toISOString()

export const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** The signed-in member. */
export function sampleMe(roles: Role[] = ['finance'], over: Partial<Me> = {}): Me {
  return {
    id: idOf(1),
    name: 'Efua Owusu',
    email: 'efua@sesa.example',
    roles,
    permissions: permissionsOf(roles),
    signedInAt: at(-10),
    endsAt: at(470),
    idleEndsAt: at(15),
    sandbox: false,
    ...over,
  }
}

export function sampleHit(number = 1, over: Partial<TransferHit> = {}): TransferHit {
  return {
    reference: `S-WP41P${String(number).padStart(3, '0')}`,
    state: 'held',
    hold: 'refund_failed',
    sent: { amount: 25_000, currency: 'USD' },
    arrives: { amount: 292_500, currency: 'GHS' },
    country: 'GH',
    network: 'mtn',
    createdAt: at(-number * 90),
    ...over,
  }
}

export function sampleApproval(over: Partial<Approval> = {}): Approval {
  return {
    id: idOf(20),
    action: 'refund',
    title: 'Manual refund',
    permission: 'refunds.request',
    entity: 'S-WP41P001',
    about: {
      effect: 'Refund USD 250.00 to Visa •••• 4242; afterwards we owe USD 0.00.',
      label: 'S-WP41P001',
      link: { page: 'transfer', id: 'S-WP41P001' },
      state: 'Paid, on hold: Refund failed',
      amount: { amount: 25_000, currency: 'USD' },
      facts: [{ label: 'We owe the customer', value: 'USD 250.00' }],
      changes: [{ label: 'We owe the customer', from: 'USD 250.00', to: 'Nothing (refunded)' }],
    },
    payload: { reference: 'S-WP41P001', owed: { amount: 25_000, currency: 'USD' } },
    payloadHash: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
    reason: 'The card was closed, the bank confirms.',
    maker: { id: idOf(2), name: 'Kofi Mensah' },
    madeAt: at(-200),
    expiresAt: at(1240),
    state: 'pending',
    checker: null,
    decidedAt: null,
    note: null,
    result: null,
    mayDecide: true,
    replaces: false,
    ...over,
  }
}

type Action = TransferPage['actions'][number]

const sampleAction = (action: Action['action'], permission: Action['permission']): Action => ({
  ...{ action, permission, leadsTo: `What a ${action} leads to.`, permitted: true, twoPeople: false },
  refusal: null,
})

/** The story of a transfer whose refund failed after the carrier refused the pay-out. */
export function sampleStory(over: Partial<TransferPage['story']> = {}): TransferPage['story'] {
  const entry = (
    minutes: number,
    text: string,
    details: TransferPage['story']['entries'][number]['details'] = [],
  ) => ({
    ...{ at: at(minutes), text, by: null, second: null, details },
  })
  return {
    headline: 'On hold. We’re reviewing this transfer. We’ll email you when there’s news.',
    cause: 'The provider repeatedly refused the refund.',
    next: { text: 'Nothing happens by itself. Compliance or finance decides.', at: null },
    entries: [
      entry(-300, 'Price locked, USD 100 = GHS 1,170.00'),
      entry(-299, 'Charged USD 252.50 to Visa •••• 4242', [
        { kind: 'provider', at: at(-299), text: 'Stripe: payment_intent.succeeded evt_1' },
        {
          kind: 'ledger',
          at: at(-299),
          text: 'Charged: USD 252.50 from Card provider, USD to Owed to customers, USD',
        },
      ]),
      entry(-298, 'Sent to pawaPay, attempt 1', [
        {
          kind: 'provider',
          at: at(-297),
          text: 'pawaPay: Refused: WALLET_LIMIT_REACHED: The wallet is full.',
        },
      ]),
      entry(-297, 'MTN MoMo refused: The recipient’s wallet is full.'),
      { ...entry(-240, 'On hold, Refund failed'), by: 'Esi Addo', second: 'Kofi Mensah' },
    ],
    dues: [{ of: 'to_customer', amount: { amount: 25_250, currency: 'USD' }, text: 'We owe the customer' }],
    ...over,
  }
}

export function sampleTransfer(over: Partial<TransferPage> = {}): TransferPage {
  return {
    ...sampleHit(),
    id: idOf(30),
    customerId: idOf(40),
    charged: { amount: 25_250, currency: 'USD' },
    fee: { amount: 250, currency: 'USD' },
    rate: 'USD 100 = GHS 1,170.00',
    paidBy: 'Visa •••• 4242',
    owed: { amount: 25_250, currency: 'USD' },
    cancelReason: null,
    recipientName: 'A•• M•••••',
    recipientPhone: '+233 •• ••• 4567',
    paymentId: 'pi_3QexampleXYZ',
    payoutReference: 'f0a7a2c1-63a0-4c6a-9f53-6ae6b6a0a001',
    trace: '4bf92f3577b34da6a3ce929d0e0e4736',
    holdDetail: {
      reason: 'refund_failed',
      owner: 'operations',
      means: 'The card provider could not refund the card.',
      decided: false,
      runbook: 'docs/runbooks/holds/refund-failed.md',
      since: at(-240),
    },
    story: sampleStory(),
    fraud: null,
    notices: [{ at: at(-298), kind: 'transaction_fails', channel: 'message', readAt: null }],
    cases: [],
    archived: false,
    actions: [
      { ...sampleAction('hold', 'holds.set'), refusal: 'S-WP41P001 is already on hold.' },
      sampleAction('release', 'holds.release'),
      { ...sampleAction('refund', 'refunds.request'), twoPeople: true },
      { ...sampleAction('repaid', 'payouts.request'), twoPeople: true },
      { ...sampleAction('cancel', 'transfers.cancel'), permitted: false },
    ],
    approvals: [],
    ...over,
  }
}

export function sampleCustomer(over: Partial<CustomerPage> = {}): CustomerPage {
  return {
    id: idOf(40),
    name: 'A•• M•••••',
    phone: '+231 •• ••• 3456',
    email: 'a••@e••••••.com',
    country: 'LR',
    createdAt: at(-90_000),
    lockedAt: null,
    closedAt: null,
    payerNumbers: [],
    emailConfirmed: true,
    passkeys: 1,
    hasPassword: false,
    hasGoogle: true,
    openSessions: 2,
    wrongCodes: 3,
    holds: [
      {
        cause: 'fraud_suspected',
        reference: 'S-WP41P001',
        openedAt: at(-4000),
        openedBy: 'Yaa Boateng',
        reason: 'Three cards in one hour.',
        liftedAt: at(-3000),
        liftedBy: 'Yaa Boateng',
        liftReason: 'The customer called, the cards are theirs.',
      },
    ],
    devices: [
      {
        id: idOf(50),
        device: 'Chrome on Android',
        trusted: true,
        signedInAt: at(-9000),
        lastUsedAt: at(-30),
      },
    ],
    recipients: [{ id: idOf(60), name: 'A•• M•••••', phone: '+233••••••567', country: 'GH', network: 'mtn' }],
    consents: [{ document: 'terms', version: '2026-11-01', given: true, at: at(-9000) }],
    transfers: [sampleHit(1), sampleHit(2, { state: 'sent', hold: null })],
    enquiries: [{ number: '1042', topic: 'where_is_money', state: 'open', createdAt: at(-600) }],
    notices: [{ at: at(-500), kind: 'transfer_sent', channel: 'app', readAt: null }],
    limits: {
      day: {
        limit: { amount: 200_000, currency: 'USD' },
        left: { amount: 150_000, currency: 'USD' },
        frees: { at: at(600), amount: { amount: 20_000, currency: 'USD' } },
      },
      month: {
        limit: { amount: 500_000, currency: 'USD' },
        left: { amount: 50_000, currency: 'USD' },
        frees: null,
      },
    },
    tier: 2,
    identity: [
      {
        ...{ id: null, state: 'verified', reason: null, provider: null },
        ...{ expires: '2030-05-31', since: at(-60_000) },
      },
    ],
    screening: null,
    linked: [],
    cases: [],
    ...over,
  }
}

export function sampleEntry(number = 1, over: Partial<AuditEntry> = {}): AuditEntry {
  return {
    seq: String(number),
    at: at(-number * 7),
    memberId: idOf(1),
    actor: 'Efua Owusu',
    action: 'release_threshold.changed',
    subject: 'release_threshold',
    request: null,
    proposedBy: null,
    approvedBy: null,
    reason: 'More releases than two people can check.',
    before: { amount: { amount: 50_000, currency: 'USD' }, since: '2026-11-01' },
    after: { amount: { amount: 75_000, currency: 'USD' }, since: '2026-11-01' },
    hash: 'a3f5c1d2e4b6978012345678901234567890abcdefabcdefabcdefabcdefabcd',
    ...over,
  }
}

export function sampleMember(number = 1, over: Partial<StaffMember> = {}): StaffMember {
  return {
    id: idOf(number),
    name: ['Efua Owusu', 'Kofi Mensah', 'Yaa Boateng', 'Joseph Kollie'][number - 1] ?? `Member ${number}`,
    email: `member${number}@sesa.example`,
    roles: ['finance'],
    state: 'active',
    invitedAt: at(-20_000),
    invitationEndsAt: null,
    lastSignedInAt: at(-number * 400),
    endedAt: null,
    ...over,
  }
}

/** An item of the inbox. */
export function sampleWork(number = 1, over: Partial<Work> = {}): Work {
  const id = `S-WP41P${String(number).padStart(3, '0')}`
  return {
    ...{ kind: 'holds', id, title: 'Refund failed', about: id, owner: null, waitsFor: null },
    amount: { amount: 10_000 + number * 137, currency: 'USD' },
    since: at(-number * 300),
    dueAt: null,
    ...over,
  }
}

/** The inbox with these items. */
export function sampleInbox(work: Work[] = [], over: Partial<AnswerOf<typeof officeCalls.inbox>> = {}) {
  const queues = [...new Set(work.map(({ kind }) => kind))].map((kind) => ({
    ...{ kind, count: work.length, overdue: 0, unowned: 0, mine: 0, others: 0, oldest: at(-300) },
  }))
  return { work, queues, nextDue: null, next: null, ...over }
}
