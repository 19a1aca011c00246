export { composeRecord } from './compose.ts'
export { recordGauges } from './gauges.ts'
export { readAnchorFile, readAnchors } from './audit-log/anchors.ts'
export { exportStaffReads, forgetStaffReads } from './audit-log/personal-data.ts'
export {
  appendAudit,
  appendRead,
  lastCheck,
  listActions,
  listEntries,
  type StoredEntry,
} from './audit-log/store.ts'
export { verifyChain } from './audit-log/verify.ts'
export type { Account, AccountName, Entry, EntryKind, Posting } from './ledger/accounts.ts'
export { balance, balances, bookedUnder, BooksArchived } from './ledger/balance.ts'
export { checkpoint, rebuildCheckpointsAfterRestore } from './ledger/checkpoints.ts'
export { legsOf, post } from './ledger/post.ts'
export { type Branding, type EmailTemplate, renderEmail } from './messages/email-template.ts'
export { createFailOver } from './messages/fail-over.ts'
export {
  createMessagesModule,
  type MessageBatches,
  type Messages,
  type OutgoingMessage,
} from './messages/index.ts'
export type { MailSender, SmsReports, SmsSender } from './messages/ports.ts'
export { reencryptMessages } from './messages/service.ts'
export { listMessages } from './messages/store.ts'
export { channelsOf, type ChosenChannel, readChannels, saveChannels } from './notices/choices.ts'
export { fanOut, type Choices } from './notices/fan-out.ts'
export { createNoticesModule } from './notices/index.ts'
export type { NoticeKind } from './notices/kinds.ts'
export { exportNotices, forgetNotices } from './notices/personal-data.ts'
export { type Notice, noticeEmail, type Notices, type PushSettings } from './notices/service.ts'
export { queuePushes } from './notices/push-store.ts'
export { insertNotices, isEmailed, type Reader } from './notices/store.ts'
export {
  dayOf,
  definePolicyOrder,
  listPolicies,
  policyOn,
  policyPart,
  readPolicy,
  requireNotPast,
  storePolicy,
  type DatedPolicy,
  type PolicyKind,
  type SignedPolicy,
} from './policies/index.ts'
export {
  INVITATION_HOURS,
  PRODUCT,
  requireMayAsk,
  requireMayAskAs,
  requireTwoPeople,
  requireTwoPeopleAs,
} from './two-people.ts'
