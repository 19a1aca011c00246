import type { Home, Profile, TransferPage } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import type { Db, Tx } from '../../db/index.ts'
import type { Authenticate } from '../../http/route.ts'
import type { Traces } from '../../http/security-log.ts'
import type { ProcessCounter } from '../../http/server/metrics.ts'
import type { Cron, Job } from '../../jobs/index.ts'
import type { Secrets } from '../../lib/secrets.ts'
import {
  exportStaffReads,
  forgetStaffReads,
  type Branding,
  type Messages,
  type Notices,
} from '../record/index.ts'
import type { FrozenDocument, SenderIdentity } from '../transfers/index.ts'
import { createAuditModule } from './account-record/index.ts'
import type { Audit } from './account-record/service.ts'
import { createAccountModule, type AccountModule } from './account/index.ts'
import type { AccountDeps } from './account/service.ts'
import type { MoneyInFlight, PersonalData } from './account/ports.ts'
import { createConsentsModule, type ConsentsModule } from './consents/index.ts'
import { exportConsents, forgetOrigins as forgetConsentOrigins } from './consents/store.ts'
import { createDraftsModule } from './drafts/index.ts'
import { removeProfileDraft, type DraftsDeps } from './drafts/store.ts'
import { createEmailModule } from './email/index.ts'
import { createFederationModule } from './federation/index.ts'
import type { FirebaseService, OpenIdService } from './federation/ports.ts'
import { exportSignIn, forgetSignIn } from './identity/forget.ts'
import { createIdentityModule } from './identity/index.ts'
import { createBuckets } from './identity/limits/buckets.ts'
import { createTraces } from './identity/sessions/traces.ts'
import type { SignInLimits } from './identity/settings.ts'
import { createAccountActions, type AccountActions } from './identity/staff/actions.ts'
import { createPasskeysModule } from './passkeys/index.ts'
import { isPasskeyOffered } from './passkeys/store.ts'
import { hashGate } from './passwords/hash.ts'
import { createPasswordsModule } from './passwords/index.ts'
import { exportEarlier, forgetEarlier } from './profile/identity-change.ts'
import { createProfileModule } from './profile/index.ts'
import { exportCorrections, forgetCorrections, type NameCorrections } from './profile/name-correction.ts'
import { forgetProfile, isProfileComplete, readProfile } from './profile/store.ts'
import { createSavedCardsModule, type SavedCardsModule } from './saved-cards/index.ts'
import type { CardVault } from './saved-cards/ports.ts'
import { createSenderDetailsModule } from './sender-details/index.ts'

export interface AccountsDeps extends Secrets, Pick<DraftsDeps, 'paidSince'> {
  readonly db: Db
  readonly publicUrl: string
  readonly limits: SignInLimits
  readonly messages: Messages
  readonly branding: Branding
  readonly notices: Notices
  readonly publicConfig: () => Promise<Record<string, unknown>>
  readonly homeOf: (userId: string) => Promise<Home & TransferPage>
  readonly moneyInFlight: MoneyInFlight
  /** Stores a number that its account gives up, since the sending limits still apply to it. */
  readonly rememberNumber: (tx: Tx, userId: string, number: string) => Promise<void>
  /** Returns true while a request to pay from a wallet is open. */
  readonly isWalletAsked: (tx: Tx, phone: string) => Promise<boolean>
  /** Closes open payments when the name or date of birth changes; returns whether the user has ever opened one. */
  readonly closeForIdentity: (tx: Tx, userId: string) => Promise<boolean>
  /** Called in the transaction that changes a customer's name or date of birth. */
  readonly identityChanged: (tx: Tx, userId: string) => Promise<void>
  /** Puts the company's details into a legal text. */
  readonly fillText: (text: string) => string
  readonly google: OpenIdService | undefined
  readonly firebase: FirebaseService | undefined
  /** The store of customers' saved cards. */
  readonly cardVault: CardVault
  /** Ends the identity check when its customer changes the name or date of birth. */
  readonly endChangedCheck: (deps: { readonly audit: Audit }, tx: Tx, userId: string) => Promise<void>
  /** Queues the erasure of a former customer's check at its provider. */
  readonly redactCheck: AccountDeps['redactCheck']
  /** The personal data that other parts of the product store. */
  readonly personalData: readonly PersonalData[]
}

export interface Accounts {
  readonly modules: readonly { routes(app: FastifyInstance): void }[]
  readonly authenticate: Authenticate
  readonly profileOf: (userId: string) => Promise<Profile | null>
  /** The sender details beyond the profile; null until the customer has given them. */
  readonly senderIdentityOf: (userId: string) => Promise<SenderIdentity | null>
  readonly agreements: ConsentsModule['agreements']
  /** Opens a document frozen with a transfer; null when its number was sealed under a retired secret. */
  readonly openDocument: (userId: string, document: FrozenDocument) => SenderIdentity | null
  readonly jobs: readonly Job[]
  readonly crons: readonly Cron[]
  /** Counters of the hashes that this process computed and refused. */
  readonly counters: readonly ProcessCounter[]
  /** Hashes the sources and identifiers in the security log. */
  readonly traces: Traces
  /** Staff actions on sign-in. */
  readonly actions: AccountActions
  /** Corrections of customers' names by staff. */
  readonly names: NameCorrections
  /** Closes a customer's account permanently, for staff. */
  readonly closeByStaff: AccountModule['close']
  /** Exports all data about a customer, for staff to send to them. */
  readonly exportFor: AccountModule['exportFor']
  readonly savedCards: SavedCardsModule
  /** Records customers' changes. */
  readonly audit: Pick<Audit, 'record'>
}

const HASH_COUNTERS: readonly ProcessCounter[] = [
  {
    name: 'sesa_password_hashes_total',
    help: 'Password hashes that were computed.',
    read: () => hashGate.counts.started,
  },
  {
    name: 'sesa_password_hashes_refused_total',
    help: 'Password hashes that were refused because too many waited.',
    read: () => hashGate.counts.refused,
  },
]

/** Composes profiles, drafts, sign-in and the account's record. */
export function composeAccounts({ publicConfig, homeOf, paidSince, ...deps }: AccountsDeps): Accounts {
  const profileOf = (userId: string) => readProfile(deps.db, userId)
  const audit = createAuditModule(deps)
  const drafts = createDraftsModule({ db: deps.db, paidSince, isProfileComplete })
  const consents = createConsentsModule({ db: deps.db, fill: deps.fillText })
  const identity = createIdentityModule({
    ...deps,
    audit,
    profileOf,
    draftOf: drafts.draftOf,
    homeOf,
    agreementsOf: consents.due,
    publicConfig,
    passkeyOffered: isPasskeyOffered,
  })
  const { gateway } = identity
  const passwords = createPasswordsModule({ ...deps, audit, gateway })
  const passkeys = createPasskeysModule({
    ...deps,
    audit,
    gateway,
    profileOf,
    buckets: createBuckets(deps.secret),
  })
  const federation = createFederationModule({ ...deps, audit, gateway, buckets: createBuckets(deps.secret) })
  const email = createEmailModule({ ...deps, audit, gateway })
  const profile = createProfileModule({
    ...deps,
    audit,
    async closeForIdentity(tx, userId) {
      const hasTransfers = await deps.closeForIdentity(tx, userId)
      await deps.endChangedCheck({ audit }, tx, userId)
      return hasTransfers
    },
    sendConfirmation: email.sendConfirmation,
    removeDraft: removeProfileDraft,
    agreementsOf: consents.due,
    recordAgreements: consents.record,
  })
  const senderDetails = createSenderDetailsModule({ ...deps, audit })
  const savedCards = createSavedCardsModule({ db: deps.db, audit, vault: deps.cardVault })
  const account = createAccountModule({
    ...deps,
    audit,
    gateway,
    parts: [
      // Before the number is released, since the sending limits still apply to it.
      ...deps.personalData,
      { name: 'savedCards', exportFor: savedCards.exportFor, forget: savedCards.forget },
      { name: 'profile', exportFor: readProfile, forget: forgetProfile },
      { name: 'earlierProfiles', exportFor: exportEarlier, forget: forgetEarlier },
      { name: 'nameCorrections', exportFor: exportCorrections, forget: forgetCorrections },
      { name: 'senderDetails', exportFor: senderDetails.exportFor, forget: senderDetails.forget },
      {
        name: 'signIn',
        exportFor: exportSignIn,
        async forget(tx, userId) {
          await passwords.forget(tx, userId)
          await email.forget(tx, userId)
          await forgetSignIn(tx, userId)
        },
      },
      { name: 'passkeys', exportFor: passkeys.exportFor, forget: passkeys.forget },
      { name: 'otherServices', exportFor: federation.exportFor, forget: federation.forget },
      // The consents stay. Their addresses and devices are erased, or kept in the locked record.
      { name: 'consents', exportFor: exportConsents, forget: forgetConsentOrigins },
      { name: 'activity', exportFor: audit.exportFor, forget: audit.forget },
      // Last: it locks the end of the audit log until the account is closed.
      { name: 'staffActions', exportFor: exportStaffReads, forget: forgetStaffReads },
    ],
  })
  return {
    modules: [
      audit,
      identity,
      passwords,
      email,
      passkeys,
      federation,
      profile,
      drafts,
      consents,
      senderDetails,
      savedCards,
      account,
    ],
    authenticate: identity.authenticate,
    counters: HASH_COUNTERS,
    traces: createTraces(deps.secret),
    profileOf,
    senderIdentityOf: senderDetails.identityOf,
    agreements: consents.agreements,
    openDocument: senderDetails.openDocument,
    savedCards,
    audit,
    names: profile.names,
    closeByStaff: account.close,
    exportFor: account.exportFor,
    actions: createAccountActions({ db: deps.db, audit, secret: deps.secret }),
    jobs: savedCards.jobs,
    crons: [...email.crons, ...account.crons],
  }
}
