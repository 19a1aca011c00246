import { accountCalls } from './calls/account.ts'
import { consentCalls } from './calls/consents.ts'
import { draftCalls } from './calls/drafts.ts'
import { emailCalls } from './calls/email.ts'
import { enquiryCalls } from './calls/enquiries.ts'
import { federationCalls } from './calls/federation.ts'
import { historyCalls } from './calls/history.ts'
import { identityCalls, profileCalls } from './calls/identity.ts'
import { identityCheckCalls } from './calls/identity-checks.ts'
import { noticeCalls } from './calls/notices.ts'
import { notificationCalls } from './calls/notifications.ts'
import { passkeyCalls } from './calls/passkeys.ts'
import { publicCalls } from './calls/public.ts'
import { rateAlertCalls } from './calls/rate-alerts.ts'
import { receiptCalls } from './calls/receipts.ts'
import { recipientCalls } from './calls/recipients.ts'
import { reminderCalls } from './calls/reminders.ts'
import { savedCardCalls } from './calls/saved-cards.ts'
import { senderDetailsCalls } from './calls/sender-details.ts'
import { trackingCalls } from './calls/tracking.ts'
import { transferCalls } from './calls/transfers.ts'

/** Every call that the API serves, by name. */
export const calls = {
  ...publicCalls,
  ...identityCalls,
  ...emailCalls,
  ...passkeyCalls,
  ...federationCalls,
  ...profileCalls,
  ...senderDetailsCalls,
  ...identityCheckCalls,
  ...accountCalls,
  ...draftCalls,
  ...transferCalls,
  ...historyCalls,
  ...trackingCalls,
  ...receiptCalls,
  ...savedCardCalls,
  ...recipientCalls,
  ...reminderCalls,
  ...rateAlertCalls,
  ...notificationCalls,
  ...noticeCalls,
  ...enquiryCalls,
  ...consentCalls,
}

export {
  PURPOSES_OF_FUNDS,
  RELATIONSHIPS,
  SOURCES_OF_FUNDS,
  type PurposeOfFunds,
  type Relationship,
  type SourceOfFunds,
} from './rules/declaration.ts'
export { isVisible, visibleRemedy, visibleText } from './rules/visible-text.ts'
export { BYTE_ORDER_MARK, csvLine, machineCsvLine } from './rules/csv.ts'
export { printable } from './rules/printable.ts'
export type { IdentityCheck } from './calls/identity-checks.ts'
export {
  CHECKED_DOCUMENTS,
  IDENTITY_CHECK_REASONS,
  IDENTITY_CHECK_STATES,
  type CheckedDocument,
  type IdentityCheckReason,
  type IdentityCheckState,
} from './rules/identity-checks.ts'
export { asksAlways, proofOf, PROOFS, type Proof } from './rules/proofs.ts'
export { NAME_CHECKS, type NameCheck } from './rules/name-check.ts'
export { ERRORS, type ErrorCode } from './errors.ts'
export { COMMON_ERRORS, type AnswerOf, type BodyOf, type Call, type ParamsOf, type QueryOf } from './call.ts'
export {
  byCountry,
  COUNTRIES,
  countryInSentence,
  DESTINATIONS,
  destinationsFrom,
  findCountry,
  isDestination,
  type Country,
  type CountryCode,
  type DestinationCode,
} from './rules/countries.ts'
export { formatPhone, formatTyped, plainDigits, toE164 } from './rules/phone-notation.ts'
export { DIRECTIONS, directionSlug, type Direction } from './rules/corridors.ts'
export {
  AGREEMENT_NAMES,
  AGREEMENT_WORDS,
  type AgreementName,
  type AgreementScreen,
} from './rules/agreements.ts'
export {
  fillTemplate,
  PLACEHOLDERS,
  unfilledIn,
  unknownIn,
  type Placeholder,
} from './rules/answer-templates.ts'
export { ENQUIRY_TOPICS, TOPIC_WORDS, type EnquiryTopic } from './rules/enquiry-topics.ts'
export {
  amountsOf,
  arrivalWords,
  headlineOf,
  shownStatusOf,
  sentenceOf,
  spokenOf,
  toldOf,
  type Told,
} from './rules/transfer-words.ts'
export { attemptText } from './rules/pay-words.ts'
export { NETWORKS, guessNetwork, type Network, type NetworkValue } from './rules/networks.ts'
export type { ChosenChannels, NoticeChannels, Notifications } from './calls/notifications.ts'
export type { Receipt } from './calls/receipts.ts'
export type { Recipient, RecipientCheck } from './calls/recipients.ts'
export type { DueReminder, Reminder } from './calls/reminders.ts'
export type { CorridorRate, RateAlert } from './calls/rate-alerts.ts'
export {
  FREQUENCIES,
  RATE_ALERT_KINDS,
  rateAlertText,
  type Frequency,
  type RateAlertKind,
} from './rules/reminders.ts'
export { IDENTIFICATION_TYPES, type IdentificationType, type SenderDetails } from './calls/sender-details.ts'
export { birthDateProblem } from './rules/birth-date.ts'
export { EMAIL_LINK_PAGES, normalPassword, PASSWORD_MIN, SIGN_IN_CHANNEL, TO_MAX } from './links.ts'
export { LISTED_STATUSES, type ListedStatus, type TransferStatus } from './statuses.ts'
export { errorBody, type ErrorBody } from './schema.ts'
export type { IdentityUser, Profile, SignedIn } from './calls/identity.ts'
export type { Config, Corridor } from './calls/public.ts'
export type { AgreementsDue, Consents } from './calls/consents.ts'
export type { Enquiry, EnquirySummary } from './calls/enquiries.ts'
export type { Draft, DraftAnswer } from './calls/drafts.ts'
export type { Home, OpenTransfer, PaidPerson, Totals, TransferPage } from './calls/history.ts'
export { TRACKED_STATES, type TrackedState, type TrackedTransfer } from './calls/tracking.ts'
export type { Quote } from './calls/quote.ts'
export { ATTEMPT_STATUSES, PAY_METHODS } from './calls/pay.ts'
export type { Collection, PayAttempt, PayDetail, PayMethodName, WayPrice } from './calls/pay.ts'
export type {
  CancelOutcome,
  TimelineStep,
  Transfer,
  TransferDetail,
  TransferResult,
} from './calls/transfers.ts'
export type { SavedCard } from './calls/saved-cards.ts'
export { CARD_CONSENT, CARD_CONSENT_TEXT, cardLabel, type CardFace } from './rules/saved-cards.ts'
export { foldName, INVISIBLE, isolateName, plainText } from './rules/fold-name.ts'
export { readPersonName } from './rules/person-name.ts'
