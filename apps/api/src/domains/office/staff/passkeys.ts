import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server'
import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import type { Member } from '../../../http/office/route.ts'
import { Refused } from '../../../lib/refused.ts'
import { appendAudit } from '../../record/index.ts'
import { readAssertion, verifyNewPasskey, verifyPasskey, type Ceremony } from '../../customers/index.ts'
import type { StaffMail } from './mail.ts'
import { findInvited } from './members.ts'
import { openSession } from './sessions.ts'
import { CHALLENGE_MINUTES } from './settings.ts'

type Purpose = 'sign_in' | 'register'
const SITE = 'Sesa office'

const hashOf = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()

async function insertChallenge(tx: Tx, challenge: string, purpose: Purpose, memberId: string | null) {
  await tx
    .deleteFrom('staff_challenges')
    .where(sql<boolean>`expires_at < now()`)
    .execute()
  await tx
    .insertInto('staff_challenges')
    .values({
      challenge_hash: hashOf(challenge),
      purpose,
      member_id: memberId,
      expires_at: sql<Date>`now() + make_interval(mins => ${CHALLENGE_MINUTES}::int)`,
    })
    .execute()
}

async function takeChallenge(tx: Tx, challenge: string, purpose: Purpose, memberId: string | null) {
  const row = await tx
    .deleteFrom('staff_challenges')
    .where('challenge_hash', '=', hashOf(challenge))
    .where('purpose', '=', purpose)
    .where(sql<boolean>`member_id is not distinct from ${memberId}::uuid`)
    .returning(sql<boolean>`expires_at > now()`.as('inTime'))
    .executeTakeFirst()
  return row?.inTime ?? false
}

const passkeysOf = (db: Db | Tx, memberId: string) =>
  db
    .selectFrom('staff_passkeys')
    .select(['id', 'name', 'transports', 'credential_id', 'created_at', 'last_used_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute()

const UNIQUE_VIOLATION = '23505'

/** Calls a function that stores a passkey. Throws Refused `passkey_refused` for a known passkey. */
async function storing(tx: Tx, call: RawBuilder<{ made: string | null }>): Promise<string | null> {
  try {
    return (await call.execute(tx)).rows[0]?.made ?? null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)
      throw new Refused('passkey_refused')
    throw error
  }
}

/** Creates staff sign-in: only with passkeys, bound to the office's host, with the device's own lock. */
export function createStaffPasskeys({
  db,
  officeUrl,
  mail,
}: {
  readonly db: Db
  readonly officeUrl: string
  readonly mail: StaffMail
}) {
  const { hostname: rpID } = new URL(officeUrl)
  const ceremony = (purpose: Purpose, memberId: string | null): Ceremony => ({
    url: officeUrl,
    takeChallenge: (challenge) =>
      inTransaction(db, 'staff.take_challenge', (tx) => takeChallenge(tx, challenge, purpose, memberId)),
  })

  async function startRegistration(member: { id: string; email: string; name: string }) {
    const known = await passkeysOf(db, member.id)
    const options = await generateRegistrationOptions({
      rpName: SITE,
      rpID,
      userID: new Uint8Array(Buffer.from(member.id)),
      userName: member.email,
      userDisplayName: member.name,
      attestationType: 'none',
      excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await inTransaction(db, 'staff.start_passkey', (tx) =>
      insertChallenge(tx, options.challenge, 'register', member.id),
    )
    return { ...options }
  }

  /** Returns the passkey used for an answer, its new counter and its owner. Throws Refused `passkey_refused`. */
  async function verify(
    response: ReturnType<typeof readAssertion>,
    memberId: string | null,
    takes: Ceremony['takeChallenge'],
  ) {
    const found = await db
      .selectFrom('staff_passkeys')
      .selectAll()
      .where('credential_id', '=', response.id)
      .executeTakeFirst()
    if (found === undefined || (memberId !== null && found.member_id !== memberId))
      throw new Refused('passkey_refused')
    const known = {
      credentialId: found.credential_id,
      publicKey: found.public_key,
      counter: found.counter,
      transports: found.transports,
    }
    const counter = await verifyPasskey(
      response,
      known,
      { url: officeUrl, takeChallenge: takes },
      async () => {
        await inTransaction(db, 'staff.count_failure', (tx) =>
          appendAudit(tx, {
            member: found.member_id,
            action: 'staff.passkey_refused',
            subject: found.member_id,
          }),
        )
        return new Refused('passkey_refused')
      },
    )
    return { id: found.id, memberId: found.member_id, counter }
  }

  return {
    of: (memberId: string) => passkeysOf(db, memberId),
    startRegistration,
    countUse,

    async challengeSignIn() {
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
      await inTransaction(db, 'staff.challenge', (tx) =>
        insertChallenge(tx, options.challenge, 'sign_in', null),
      )
      return { ...options }
    },

    /** Returns the options to answer this challenge with one of the member's passkeys. */
    async optionsFor(memberId: string, challenge: Buffer) {
      const own = await passkeysOf(db, memberId)
      return generateAuthenticationOptions({
        rpID,
        userVerification: 'required',
        challenge: new Uint8Array(challenge),
        allowCredentials: own.map(({ credential_id: id, transports }) => ({ id, transports })),
      })
    },

    /** Verifies a member's own answer to this challenge. Throws Refused `passkey_refused`. */
    verifyProof: (memberId: string, answer: ReturnType<typeof readAssertion>, challenge: Buffer) =>
      verify(answer, memberId, async (given) => given === challenge.toString('base64url')),

    /** Opens a session and returns its token. Throws Refused `passkey_refused`. */
    async signIn(answer: unknown): Promise<string> {
      const used = await verify(readAssertion(answer), null, ceremony('sign_in', null).takeChallenge)
      return inTransaction(db, 'staff.sign_in', async (tx) => {
        await countUse(tx, used)
        const token = await openSession(tx, used.memberId, { kind: 'office' })
        await appendAudit(tx, { member: used.memberId, action: 'staff.signed_in', subject: used.memberId })
        return token
      })
    },

    /** Returns the invited member, and the options to create the passkey. Throws Refused `link_expired`. */
    async openInvitation(token: string) {
      const member = await findInvited(db, token)
      if (member === undefined) throw new Refused('link_expired')
      return { member, options: await startRegistration(member) }
    },

    /** Uses an invitation: stores the passkey and opens a session. Throws Refused `link_expired` or `passkey_refused`. */
    async acceptInvitation(token: string, name: string, answer: unknown): Promise<string> {
      const member = await findInvited(db, token)
      if (member === undefined) throw new Refused('link_expired')
      const passkey = await verifyNewPasskey(answer, ceremony('register', member.id))
      return inTransaction(db, 'staff.accept_invitation', async (tx) => {
        const joined = await storing(
          tx,
          sql`select join_staff(${token}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
            ${passkey.transports}, ${name}) as made`,
        )
        if (joined !== member.id) throw new Refused('link_expired')
        const session = await openSession(tx, member.id, { kind: 'office' })
        await mail.tell(tx, { change: 'joined', memberId: member.id })
        await appendAudit(tx, { member: member.id, action: 'staff.joined', subject: member.id })
        return session
      })
    },

    /** Stores another passkey, whose registration began with a proof. Throws Refused `passkey_refused`. */
    async add({ id }: Member, name: string, answer: unknown): Promise<string> {
      const passkey = await verifyNewPasskey(answer, ceremony('register', id))
      return inTransaction(db, 'staff.add_passkey', async (tx) => {
        const made = await storing(
          tx,
          sql`select add_staff_passkey(${id}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
            ${passkey.transports}, ${name}) as made`,
        )
        if (made === null) throw new Refused('passkey_refused')
        await mail.tell(tx, { change: 'passkey_added', memberId: id, facts: [['Passkey', name]] })
        await appendAudit(tx, { member: id, action: 'staff.passkey_added', subject: id })
        return made
      })
    },

    /** Removes a passkey. Throws Refused `not_found` for another member's passkey, `last_passkey` for the only one. */
    remove: ({ id }: Member, passkeyId: string, proof: string): Promise<void> =>
      inTransaction(db, 'staff.remove_passkey', async (tx) => {
        const own = await tx
          .selectFrom('staff_passkeys')
          .select('id')
          .where('member_id', '=', id)
          .forUpdate()
          .execute()
        if (!own.some((one) => one.id === passkeyId)) throw new Refused('not_found')
        if (own.length === 1) throw new Refused('last_passkey')
        const { rows } = await sql<{ removed: boolean }>`
          select remove_staff_passkey(${id}, ${passkeyId}, ${proof}) as removed`.execute(tx)
        if (rows[0]?.removed !== true) throw new Refused('step_up_required')
        await mail.tell(tx, { change: 'passkey_removed', memberId: id })
        await appendAudit(tx, { member: id, action: 'staff.passkey_removed', subject: id })
      }),
  }
}

/**
 * Records a use. Throws Refused `passkey_refused` when the passkey no longer exists, its owner ended, or a copy is in use.
 */
async function countUse(
  tx: Tx,
  { id, counter }: { readonly id: string; readonly counter: bigint },
): Promise<void> {
  const { rows } = await sql`
    update staff_passkeys k set counter = ${counter}, last_used_at = now() from staff_members m
    where k.id = ${id} and m.id = k.member_id and m.ended_at is null
      and (k.counter < ${counter} or (k.counter = 0 and ${counter}::bigint = 0)) returning k.id`.execute(tx)
  if (rows.length === 0) throw new Refused('passkey_refused')
}

export type StaffPasskeys = ReturnType<typeof createStaffPasskeys>
