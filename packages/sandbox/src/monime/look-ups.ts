import type { FastifyInstance } from 'fastify'
import { holderOf, holderStatusOf } from '../mtn-momo/outcomes.ts'
import type { Codes } from './codes.ts'
import { ACCOUNT, CURRENCY } from './ledger.ts'
import type { Ledger } from './ledger.ts'
import { digits } from './requests.ts'
import { page, refuse, success } from './answers.ts'
import type { ById } from './answers.ts'

type Query<Name extends string> = { Querystring: { [key in Name]?: string } }

/** The published example calls m17 Orange Money; that m18 is Afrimoney is from third parties. */
const MOMOS = [
  { providerId: 'm17', name: 'Orange Money' },
  { providerId: 'm18', name: 'Afrimoney' },
].map((momo) => ({
  ...momo,
  country: 'SL',
  status: { active: true },
  featureSet: {
    payout: { canPayTo: true },
    payment: { canPayFrom: true },
    kycVerification: { canVerifyAccount: true },
  },
}))

/** Registers what Monime only tells: its networks, names of holders, payments and the account. */
export function registerLookUps(
  app: FastifyInstance,
  { codes, ledger }: { codes: Codes; ledger: Ledger },
): void {
  const amount = (value: number) => ({ currency: CURRENCY, value })
  const account = (withBalance: boolean) => ({
    ...{ id: ACCOUNT, uvan: '0000000000', name: 'Main', currency: CURRENCY, reference: null },
    balance: withBalance ? { available: amount(ledger.balance()) } : null,
  })

  app.get<Query<'country' | 'limit' | 'after'>>('/momos', ({ query }, reply) => {
    if (query.country === undefined) return refuse(reply, 400, 'invalid_request', 'country is missing.')
    return page(query.country === 'SL' ? MOMOS : [], query)
  })

  app.get<ById & Query<'accountId'>>('/provider-kyc/:id', ({ params, query }, reply) => {
    const momo = MOMOS.find(({ providerId }) => providerId === params.id)
    const number = digits(query.accountId ?? '')
    if (momo === undefined || holderStatusOf(number).kind === 'refused')
      return refuse(reply, 404, 'not_found')
    const { given_name: given, family_name: family } = holderOf(number)
    const name = `${given} ${family}`
    return success({
      account: { id: number, name, holderName: name },
      provider: { id: momo.providerId, type: 'momo', name: momo.name },
    })
  })

  app.get<Query<'limit' | 'after'>>('/payments', ({ query }) => page(codes.payments(), query))
  app.get<ById>('/payments/:id', ({ params }, reply) => {
    const found = codes.payments().find(({ id }) => id === params.id)
    return found === undefined ? refuse(reply, 404, 'not_found') : success(found)
  })

  app.get<Query<'limit' | 'after' | 'withBalance'>>('/financial-accounts', ({ query }) =>
    page([account(query.withBalance === 'true')], query),
  )
  app.get<ById & Query<'withBalance'>>('/financial-accounts/:id', ({ params, query }, reply) =>
    params.id === ACCOUNT ? success(account(query.withBalance === 'true')) : refuse(reply, 404, 'not_found'),
  )

  app.get<Query<'limit' | 'after' | 'type' | 'financialAccountId'>>(
    '/financial-transactions',
    ({ query }) => {
      const { type, financialAccountId = ACCOUNT } = query
      const all = ledger.list().map(({ id, minor, owner, after, at }) => ({
        id,
        type: minor < 0 ? 'debit' : 'credit',
        amount: amount(Math.abs(minor)),
        timestamp: new Date(at).toISOString(),
        financialAccount: { id: ACCOUNT, balance: { after: amount(after) } },
        ownershipGraph: { owner },
      }))
      const wanted =
        financialAccountId === ACCOUNT ? all.filter((one) => (type ?? one.type) === one.type) : []
      return page(wanted, query)
    },
  )
}
