import type { Profile } from '@sesa/contract'
import { commit, type Db, type Tx } from '../../db/index.ts'
import { Refused } from '../../lib/refused.ts'
import { readServedPhone, recordSecurityEvent } from '../identity/index.ts'
import { readBirthDate, readEmail, readName } from './rules.ts'
import {
  databaseToday,
  insertProfile,
  lockDetails,
  readProfile,
  updateDetails,
  type Details,
} from './store.ts'

/** What the service needs to know of a caller. */
export interface Person {
  readonly userId: string
  readonly sessionId: string
  readonly phoneNumber: string | null
  readonly country: string | null
}

export interface ProfileRequest {
  readonly name: string
  readonly email: string
  readonly gender?: 'male' | 'female' | undefined
  readonly dob: string
}

async function required(db: Db, userId: string): Promise<Profile> {
  const profile = await readProfile(db, userId)
  if (!profile) throw new Error('A profile that was just written is not there')
  return profile
}

/** Names of the fields that would change. */
async function change(tx: Tx, userId: string, details: Details): Promise<string[]> {
  const before = await lockDetails(tx, userId)
  // A verified address stays in use until the new one is verified as well.
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
  return fields
}

/** Profiles, without HTTP. */
export function createProfiles(db: Db) {
  return {
    get: (userId: string) => readProfile(db, userId),

    /**
     * Creates the caller's profile; the second time nothing changes. Throws Refused: the number's own codes, and
     * `phone_mismatch` when number or country is not the verified one.
     */
    async create(
      person: Person,
      request: { phoneNumber: string; country: string },
    ): Promise<{ profile: Profile; created: boolean }> {
      const phone = readServedPhone(request.phoneNumber)
      if (phone.e164 !== person.phoneNumber) throw new Refused('phone_mismatch', { field: 'phoneNumber' })
      if (request.country !== person.country) throw new Refused('phone_mismatch', { field: 'country' })
      const created = await commit(db, 'profile.create', (tx) => insertProfile(tx, person.userId))
      return { profile: await required(db, person.userId), created }
    },

    /** Changes the details. Throws Refused `name_invalid`, `email_invalid`, `date_invalid` or `age_below_18`. */
    async update(person: Person, request: ProfileRequest): Promise<Profile> {
      const { userId, sessionId } = person
      const name = readName(request.name)
      const email = readEmail(request.email)
      await commit(db, 'profile.update', async (tx) => {
        const dob = readBirthDate(request.dob, await databaseToday(tx))
        await insertProfile(tx, userId)
        const fields = await change(tx, userId, { name, email, dob, gender: request.gender ?? null })
        if (fields.length > 0)
          await recordSecurityEvent(tx, { userId, sessionId, kind: 'profile_changed', details: { fields } })
      })
      return required(db, userId)
    },
  }
}

export type Profiles = ReturnType<typeof createProfiles>
