import { accountCalls } from './account.ts'
import { draftCalls } from './drafts.ts'
import { emailCalls } from './email.ts'
import { enquiryCalls } from './enquiries.ts'
import { federationCalls } from './federation.ts'
import { identityCalls, profileCalls } from './identity.ts'
import { notificationCalls } from './notifications.ts'
import { passkeyCalls } from './passkeys.ts'
import { publicCalls } from './public.ts'
import { receiptCalls } from './receipts.ts'
import { recipientCalls } from './recipients.ts'
import { senderDetailsCalls } from './sender-details.ts'
import { transferCalls } from './transfers.ts'

/** Every call that the API serves, by name. */
export const calls = {
  ...publicCalls,
  ...identityCalls,
  ...emailCalls,
  ...passkeyCalls,
  ...federationCalls,
  ...profileCalls,
  ...senderDetailsCalls,
  ...accountCalls,
  ...draftCalls,
  ...transferCalls,
  ...receiptCalls,
  ...recipientCalls,
  ...notificationCalls,
  ...enquiryCalls,
}

export {
  PURPOSES_OF_FUNDS,
  RELATIONSHIPS,
  SOURCES_OF_FUNDS,
  type PurposeOfFunds,
  type Relationship,
  type SourceOfFunds,
} from './declaration.ts'
export { ERRORS, type ErrorCode } from './errors.ts'
export { COMMON_ERRORS, type AnswerOf, type BodyOf, type Call, type ParamsOf, type QueryOf } from './call.ts'
export {
  COUNTRIES,
  DESTINATIONS,
  destinationsFrom,
  findCountry,
  formatPhone,
  isDestination,
  type Country,
  type CountryCode,
  type DestinationCode,
} from './countries.ts'
export { NETWORKS, guessNetwork, type Network, type NetworkValue } from './networks.ts'
export type { Notifications } from './notifications.ts'
export type { Receipt } from './receipts.ts'
export type { Recipient, RecipientCheck } from './recipients.ts'
export { IDENTIFICATION_TYPES, type IdentificationType, type SenderDetails } from './sender-details.ts'
export { birthDateProblem } from './birth-date.ts'
export { EMAIL_LINK_PAGES, PASSWORD_MIN, SIGN_IN_CHANNEL, TO_MAX } from './links.ts'
export { TRANSFER_STATUSES, type TransferStatus } from './statuses.ts'
export { errorBody, type ErrorBody } from './schema.ts'
export type { IdentityUser, Profile, SignedIn } from './identity.ts'
export type { Config, Corridor } from './public.ts'
export type { Draft, DraftAnswer } from './drafts.ts'
export type {
  CancelOutcome,
  Quote,
  TimelineStep,
  Transfer,
  TransferDetail,
  TransferResult,
} from './transfers.ts'
export { readPersonName } from './person-name.ts'
