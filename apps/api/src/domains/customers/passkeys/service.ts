import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server'
import { takeFromBudgets } from '../../../db/budgets.ts'
import { inTransaction, type Db } from '../../../db/index.ts'
import { requireOpenAccount } from '../../../db/open-account.ts'
import type { Origin } from '../../../http/origin.ts'
import type { Caller } from '../../../http/route.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Audit } from '../account-record/index.ts'
import type { Buckets, SessionGateway, OpenedSession, Visitor } from '../identity/index.ts'
import { verifyNewPasskey, verifyPasskey, type Ceremony } from './ceremony.ts'
import * as store from './store.ts'
import { readAssertion } from './wire.ts'

export interface PasskeyDeps {
  readonly db: Db
  readonly publicUrl: string
  readonly audit: Audit
  readonly gateway: SessionGateway
  readonly buckets: Buckets
  readonly limits: { readonly triesPerAddress: number }
}

const SITE = 'Sesa'
const TRY_SECONDS = 900

/**
 * Creates passkeys, bound to our host and used with the device's own lock (user verification is required): both possession
 * and knowledge. A challenge is valid for five minutes and one answer, correct or not.
 */
export function createPasskeys({ db, publicUrl, audit, gateway, buckets, limits }: PasskeyDeps) {
  const { hostname: rpID } = new URL(publicUrl)

  const ceremony = (userId: string | null): Ceremony => ({
    url: publicUrl,
    takeChallenge: (challenge) =>
      inTransaction(db, 'passkeys.take_challenge', (tx) => store.takeChallenge(tx, challenge, userId)),
  })

  /** Counts a forged answer of a known passkey and returns the refusal. */
  async function failed(userId: string, credentialId: string, origin: Origin): Promise<Refused> {
    await inTransaction(db, 'passkeys.count_failure', (tx) =>
      audit.failed(tx, { userId, tried: `account:${userId}`, method: 'passkey', origin }),
    )
    return new Refused('passkey_refused', { subject: { tried: credentialId, account: userId } })
  }

  return {
    of: (userId: string) => store.passkeysOf(db, userId),

    /** Returns the options for creating a passkey for the caller. */
    async startRegistration({ userId, phoneNumber }: Caller, email: string | null) {
      const known = await store.passkeysOf(db, userId)
      const options = await generateRegistrationOptions({
        rpName: SITE,
        rpID,
        userID: new Uint8Array(Buffer.from(userId)),
        userName: email ?? phoneNumber ?? `${SITE} account`,
        attestationType: 'none',
        excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      await inTransaction(db, 'passkeys.start_registration', async (tx) => {
        await requireOpenAccount(tx, userId)
        await store.insertChallenge(tx, options.challenge, userId)
      })
      return options
    },

    /** Stores the new passkey. Throws Refused `passkey_refused`. */
    async add(caller: Caller, request: { name: string; response: unknown }, origin: Origin): Promise<string> {
      const { userId, sessionId } = caller
      const passkey = await verifyNewPasskey(request.response, ceremony(userId))
      return inTransaction(db, 'passkeys.add', async (tx) => {
        await requireOpenAccount(tx, userId)
        const id = await store.insertPasskey(tx, { userId, ...passkey, name: request.name })
        if (id === undefined) throw new Refused('passkey_refused')
        await audit.record(tx, { userId, sessionId, kind: 'passkey_added', origin })
        return id
      })
    },

    /** Removes a passkey. Throws Refused `not_found` for another user's passkey. */
    async remove({ userId, sessionId }: Caller, id: string, origin: Origin): Promise<void> {
      await inTransaction(db, 'passkeys.remove', async (tx) => {
        if (!(await store.deletePasskey(tx, userId, id))) throw new Refused('not_found')
        await audit.record(tx, { userId, sessionId, kind: 'passkey_removed', origin })
      })
    },

    /** Stops offering a passkey to the caller for 90 days. */
    decline({ userId }: Caller): Promise<void> {
      return inTransaction(db, 'passkeys.decline', async (tx) => {
        await requireOpenAccount(tx, userId)
        await store.declineOffer(tx, userId)
      })
    },

    /** Returns the options for signing in with a passkey, the same for every browser. Throws Refused `rate_limited`. */
    async challenge(origin: Origin) {
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
      const bucket = buckets.ofAddress('passkey', origin.address)
      await inTransaction(db, 'passkeys.challenge', async (tx) => {
        const budget = { bucket, most: limits.triesPerAddress, seconds: TRY_SECONDS }
        const { wait } = await takeFromBudgets(tx, [budget])
        if (wait > 0) throw new Refused('rate_limited', { retryAfter: wait })
        await store.insertChallenge(tx, options.challenge, null)
      })
      return options
    },

    /** Signs in with a passkey. Throws Refused `passkey_refused`, `other_account` or `account_locked`. */
    async signIn(request: { response: unknown; visitor: Visitor }): Promise<OpenedSession> {
      const response = readAssertion(request.response)
      const passkey = await store.findPasskey(db, response.id)
      if (!passkey) throw new Refused('passkey_refused')
      const { id, userId, credentialId } = passkey
      const counter = await verifyPasskey(response, passkey, ceremony(null), () =>
        failed(userId, credentialId, request.visitor.origin),
      )
      return inTransaction(db, 'passkeys.sign_in', async (tx) => {
        if (!(await store.countUse(tx, id, counter))) throw new Refused('passkey_refused')
        return gateway.open(tx, { userId, method: 'passkey', visitor: request.visitor })
      })
    },
  }
}

export type Passkeys = ReturnType<typeof createPasskeys>
