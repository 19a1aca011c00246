import { officeCalls } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import { officeRoute, type Member } from '../../../http/office/route.ts'
import { maskName } from '../../../lib/mask.ts'
import { amountOf } from '../../../lib/order-words.ts'
import { Refused } from '../../../lib/refused.ts'
import { appendRead } from '../../record/index.ts'
import { BANK_DEBIT_LIMITS } from '../../transfers/index.ts'
import { countAbove, listTierLimits, type InspectedCheck, type ShownCheck } from '../../compliance/index.ts'
import type { ComplianceDeps } from './deps.ts'

const presentCheck = (check: ShownCheck) => ({
  id: check.id,
  customerId: check.userId,
  provider: check.provider,
  reference: check.reference,
  state: check.state,
  reason: check.reason,
  providerCode: check.providerCode,
  name: maskName(check.name),
  expires: check.expires,
  since: check.updatedAt.toISOString(),
})

/** Masks a birth date except for its year: `1990-••-••`. */
const maskBirthDate = (date: string | null): string | null => date && `${date.slice(0, 4)}-••-••`

const compare = ({ name, dob, account, isSameName, isSameDob }: InspectedCheck) => [
  { what: 'name' as const, document: name, account: account.name, isSame: isSameName },
  { what: 'birth_date' as const, document: dob, account: account.dob, isSame: isSameDob },
]

/** Serves identity checks, tiers and tier limits. Each read of a check is recorded in the audit log. */
export function registerIdentity(
  app: FastifyInstance,
  { db, identity, approvals, noteReveal }: ComplianceDeps,
): void {
  async function inspect(id: string): Promise<InspectedCheck> {
    const check = await identity.inspect(id)
    if (check === undefined) throw new Refused('not_found')
    return check
  }
  const noteRead = (member: Member, action: string, subject: string | null) =>
    appendRead(db, { member: member.id, action, subject })

  officeRoute(app, officeCalls.showIdentityCheck, async ({ params: { id }, member }) => {
    const check = await inspect(id)
    await noteRead(member, 'identity_check.read', id)
    return {
      ...presentCheck(check),
      country: check.country,
      documentType: check.documentType,
      documentCountry: check.documentCountry,
      failures: check.failures,
      createdAt: check.createdAt.toISOString(),
      compared: compare(check).map(({ what, document, account, isSame }) => {
        const mask = what === 'name' ? maskName : maskBirthDate
        return { what, document: mask(document), account: mask(account), isSame }
      }),
      samePerson: check.samePerson.map(({ userId, since }) => ({
        customerId: userId,
        since: since.toISOString(),
      })),
      tier: check.tier,
      limits: {
        now: amountOf(check.limits.now.per24Hours),
        verified: amountOf(check.limits.verified.per24Hours),
      },
      customerReads: { ...check.customerReads },
      mayVerify: check.isIdentified,
      approvals: await approvals.listAbout(id, member),
    }
  })
  officeRoute(app, officeCalls.revealIdentityCheck, async ({ params: { id }, body, member }) => {
    const check = await inspect(id)
    await noteReveal(member, 'identity_check.revealed', id, body.reason)
    return { compared: compare(check).map(({ what, document, account }) => ({ what, document, account })) }
  })
  officeRoute(app, officeCalls.listTierLimits, async () => ({
    bankDebit: {
      debitsFirst: String(BANK_DEBIT_LIMITS.first.amount),
      debitsLater: String(BANK_DEBIT_LIMITS.later.amount),
    },
    limits: (await listTierLimits(db)).map(
      ({ id, per24Hours, per30Days, debitsFirst, debitsLater, ...limits }) => ({
        ...limits,
        id: String(id),
        per24Hours: String(per24Hours),
        per30Days: String(per30Days),
        debitsFirst: debitsFirst === null ? null : String(debitsFirst),
        debitsLater: debitsLater === null ? null : String(debitsLater),
      }),
    ),
  }))
  officeRoute(app, officeCalls.tryTierLimits, ({ body: { per24Hours, per30Days, ...whose } }) =>
    countAbove(db, { ...whose, per24Hours: BigInt(per24Hours), per30Days: BigInt(per30Days) }),
  )
}
