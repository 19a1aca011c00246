import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { takeFromBudgets, type Budget } from '../../../db/budgets.ts'
import type { Db } from '../../../db/index.ts'
import type { OfficeGate } from '../../../http/office/route.ts'
import { hashLinkToken } from '../../../lib/link-token.ts'
import { Refused } from '../../../lib/refused.ts'
import { appendRead } from '../../record/index.ts'
import type { Buckets } from '../../customers/index.ts'
import type { StaffMail } from './mail.ts'
import { createStaffPasskeys } from './passkeys.ts'
import { createProofs } from './proofs.ts'
import { registerStaff, type OfficeCookie } from './routes.ts'
import { useSession } from './sessions.ts'
import { OFFICE_LIMITS, type OfficeLimits } from './settings.ts'

export interface StaffModule {
  readonly gate: OfficeGate
  routes(app: FastifyInstance): void
}

interface StaffDeps {
  readonly db: Db
  readonly officeUrl: string
  readonly cookie: OfficeCookie
  readonly mail: StaffMail
  readonly isSandbox: boolean
  readonly buckets: Buckets
  readonly limits?: OfficeLimits
}

const QUARTER = 900
const MINUTE = 60

async function take(db: Db, budget: Budget): Promise<void> {
  const { wait } = await takeFromBudgets(db, [budget])
  if (wait > 0) throw new Refused('rate_limited', { retryAfter: wait })
}

const wayIn = v.object({
  token: v.optional(v.string()),
  response: v.optional(v.object({ id: v.optional(v.string()) })),
})

/** Returns the invitation's token or the passkey's id from the body of a sign-in call. */
function credentialOf(body: unknown): string | undefined {
  const read = v.safeParse(wayIn, body)
  return read.success ? (read.output.token ?? read.output.response?.id) : undefined
}

/** Creates the staff module: invitations, passkeys, sessions and roles. */
export function createStaffModule({
  db,
  officeUrl,
  cookie,
  mail,
  isSandbox,
  buckets,
  limits = OFFICE_LIMITS,
}: StaffDeps): StaffModule {
  const passkeys = createStaffPasskeys({ db, officeUrl, mail })
  const proofs = createProofs({ db, passkeys })
  return {
    gate: {
      async authenticate(request) {
        const token = cookie.read(request)
        return token === undefined ? null : useSession(db, token)
      },
      async count(member) {
        await take(db, { bucket: `office:${member.id}`, most: limits.perMemberMinute, seconds: MINUTE })
      },
      async countWayIn({ ip, body }) {
        const address = buckets.ofAddress('office', ip)
        await take(db, { bucket: address, most: limits.perAddress15Minutes, seconds: QUARTER })
        const credential = credentialOf(body)
        if (credential === undefined) return
        const bucket = `office:credential:${hashLinkToken(credential).toString('base64url')}`
        await take(db, { bucket, most: limits.perCredential15Minutes, seconds: QUARTER })
      },
      prove: proofs.prove,
      refused: (member, call) =>
        appendRead(db, { member: member.id, action: 'staff.not_permitted', subject: call }),
    },
    routes: (app) => registerStaff(app, { db, cookie, mail, passkeys, isSandbox }),
  }
}
