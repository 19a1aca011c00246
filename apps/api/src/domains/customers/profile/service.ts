import type { AgreementsDue, Profile } from '@sesa/contract'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import type { ConsentSource, Origin } from '../../../http/origin.ts'
import { readEmail } from '../../../lib/email-address.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Audit } from '../account-record/index.ts'
import type { Circumstances, Decision } from '../consents/index.ts'
import { readServedPhone } from '../identity/index.ts'
import { changeIdentity, type Identity } from './identity-change.ts'
import { readBirthDate, readName } from './rules.ts'
import {
  databaseToday,
  insertProfile,
  lockDetails,
  readProfile,
  updateDetails,
  type Details,
} from './store.ts'

/** The caller's fields that the service needs. */
export interface Person {
  readonly userId: string
  readonly sessionId: string
  readonly phoneNumber: string | null
  readonly country: string | null
  /** Signed in or confirmed within the last ten minutes. */
  readonly proven: boolean
}

export interface ProfileRequest {
  readonly name: string
  readonly email: string
  readonly gender?: 'male' | 'female' | undefined
  readonly dob: string
  readonly accepted?: Accepted | undefined
}

/** The versions of the documents that the form asked the user to accept. */
interface Accepted {
  readonly terms?: string | undefined
  readonly privacy?: string | undefined
  readonly esign?: string | undefined
  readonly build?: string | undefined
}

function decisionsOf(accepted: Accepted): Decision[] {
  return (['terms', 'privacy', 'esign'] as const).flatMap((document) => {
    const version = accepted[document]
    return version === undefined ? [] : [{ document, version, given: true }]
  })
}

export interface ProfileDeps {
  readonly db: Db
  readonly audit: Audit
  /** Mails the link that confirms an account's address. */
  sendConfirmation(tx: Tx, userId: string, email: string): Promise<void>
  /** Closes open payments when name or date of birth changes; returns whether the user has ever opened one. */
  closeForIdentity(tx: Tx, userId: string): Promise<boolean>
  /** Called in the transaction that sets or changes a customer's name or date of birth. */
  identityChanged(tx: Tx, userId: string): Promise<void>
  /** Deletes the draft of the profile. */
  removeDraft(tx: Tx, userId: string): Promise<void>
  /** Returns the agreements that the user still has to accept. */
  agreementsOf(userId: string): Promise<AgreementsDue>
  /** Records the user's agreements. Throws Refused `document_version_unknown`. */
  recordAgreements(
    tx: Tx,
    userId: string,
    decisions: readonly Decision[],
    circumstances: Circumstances,
  ): Promise<void>
}

async function required(db: Db, userId: string): Promise<Profile> {
  const profile = await readProfile(db, userId)
  if (!profile) throw new Error('A profile that was just written is not there')
  return profile
}

interface Change {
  readonly before: Identity
  /** The names of the fields that differ. */
  readonly fields: string[]
  /** `first`: no address before. `replacing`: replaces another one, confirmed or not. Null: unchanged. */
  readonly address: 'first' | 'replacing' | null
}

async function change(tx: Tx, userId: string, details: Details): Promise<Change> {
  const before = await lockDetails(tx, userId)
  // A verified address stays in use until the new one is verified too.
  const waits = before.emailVerified && before.email !== details.email
  const after = {
    name: details.name,
    gender: details.gender,
    dob: details.dob,
    email: waits ? before.email : details.email,
    pending_email: waits ? details.email : null,
  }
  const fields = (['name', 'email', 'pending_email', 'gender', 'dob'] as const).filter(
    (field) => before[field] !== after[field],
  )
  if (fields.length > 0) await updateDetails(tx, userId, after)
  if (waits) return { before, fields, address: fields.includes('pending_email') ? 'replacing' : null }
  if (!fields.includes('email')) return { before, fields, address: null }
  return { before, fields, address: before.email === null ? 'first' : 'replacing' }
}

/**
 * Changes the details and starts the confirmation of a new address. Adding or replacing an address, confirmed or not,
 * requires step-up: the reader of a confirmed mailbox can reset the password.
 */
async function applyChange(
  tx: Tx,
  { audit, sendConfirmation, closeForIdentity, identityChanged }: ProfileDeps,
  { userId, sessionId, proven }: Person,
  details: Details,
  origin: Origin,
): Promise<void> {
  const { before, fields, address } = await change(tx, userId, details)
  if (fields.length === 0) return
  if (fields.includes('name') || fields.includes('dob')) {
    await changeIdentity(tx, { userId, sessionId, proven }, before, closeForIdentity)
    await identityChanged(tx, userId)
  }
  if (address !== null && !proven) throw new Refused('step_up_required', { field: 'email' })
  await audit.record(tx, { userId, sessionId, kind: 'profile_changed', details: { fields }, origin })
  if (address === 'replacing')
    await audit.record(tx, { userId, sessionId, kind: 'email_change_asked', origin })
  if (address !== null) await sendConfirmation(tx, userId, details.email)
}

/** Creates the profiles service, without HTTP. */
export function createProfiles(deps: ProfileDeps) {
  const { db } = deps
  return {
    /** Returns the profile, and the agreements that the user still has to accept. */
    async get(userId: string): Promise<{ user: Profile | null; agreementsDue: AgreementsDue }> {
      const [user, agreementsDue] = await Promise.all([readProfile(db, userId), deps.agreementsOf(userId)])
      return { user, agreementsDue }
    },

    /**
     * Creates the caller's profile; a second call changes nothing. Throws Refused: the number's own codes, and
     * `phone_mismatch` when number or country is not the verified one.
     */
    async create(
      person: Person,
      request: { phoneNumber: string; country: string },
    ): Promise<{ profile: Profile; created: boolean }> {
      const phone = readServedPhone(request.phoneNumber)
      if (phone.e164 !== person.phoneNumber) throw new Refused('phone_mismatch', { field: 'phoneNumber' })
      if (request.country !== person.country) throw new Refused('phone_mismatch', { field: 'country' })
      const created = await inTransaction(db, 'profile.create', (tx) => insertProfile(tx, person.userId))
      return { profile: await required(db, person.userId), created }
    },

    /**
     * Changes the details. Throws Refused `name_invalid`, `email_invalid`, `date_invalid`, `age_below_18`,
     * `document_version_unknown` or `step_up_required`: for a different address, and for name and date of birth after a
     * transfer.
     */
    async update(
      person: Person,
      request: ProfileRequest,
      origin: Origin,
      source: ConsentSource,
    ): Promise<Profile> {
      const { userId } = person
      const name = readName(request.name)
      const email = readEmail(request.email)
      await inTransaction(db, 'profile.update', async (tx) => {
        const dob = readBirthDate(request.dob, await databaseToday(tx))
        await insertProfile(tx, userId)
        const details = { name, email, dob, gender: request.gender ?? null }
        await applyChange(tx, deps, person, details, origin)
        await deps.removeDraft(tx, userId)
        const { accepted } = request
        if (accepted)
          await deps.recordAgreements(tx, userId, decisionsOf(accepted), {
            ...{ screen: 'set-up-profile', build: accepted.build, source },
          })
      })
      return required(db, userId)
    },
  }
}

export type Profiles = ReturnType<typeof createProfiles>
