import { randomInt, randomUUID } from 'node:crypto'
import type { Collection, Collections } from '../carriers/collections.ts'
import type { Phones } from '../carriers/phones.ts'
import type { World } from '../core/world.ts'
import { notify } from './hooks.ts'
import { ACCOUNT, CURRENCY } from './ledger.ts'
import type { Ledger } from './ledger.ts'
import { digits } from './requests.ts'
import type { NewCode } from './requests.ts'

/** Invented: how long the menu waits for the PIN. */
const MENU_MS = 120_000
const EXPIRY = 'monime-code'
const BUSY_MS = 5_000
const CODE_DIGITS = 1_000_000_000

interface Wire extends Omit<NewCode, 'lifeMs'> {
  id: string
  ussdCode: string
  expireTime: string
}
type Code = ReturnType<typeof toCode>

export interface Codes {
  /** Creates a code under its idempotency key; a repeated key returns the first one. */
  create(key: string, code: NewCode): Code
  lose(key: string): boolean
  isKnown(key: string): boolean
  find(id: string): Code | null
  /** Returns the codes, newest first. */
  list(): Code[]
  /** Takes a code back. Returns false if it is in use or has ended; null without such a code. */
  cancel(id: string): boolean | null
  payments(): Payment[]
}
type Payment = ReturnType<typeof toPayment>

/** Opens Monime's payment codes: the payer dials one and enters the PIN. */
export function openCodes(
  world: World,
  { collections, phones, ledger }: { collections: Collections; phones: Phones; ledger: Ledger },
): Codes {
  const all = () => collections.of('monime')
  const isAsking = ({ reference, msisdn }: Collection) =>
    phones.prompts(msisdn).some(({ id }) => id === reference)
  const code = (collection: Collection) =>
    toCode(collection, collection.status === 'pending' && isAsking(collection))
  const byId = (id: string) => collections.findBy('id', id)

  collections.onEnd('monime', {
    // The code can be dialled again.
    poor: null,
    ended(collection) {
      const data = code(collection)
      if (collection.status === 'completed') {
        ledger.move(collection.amount, { id: paymentId(collection), type: 'payment' })
        notify(world, 'payment_code.processed', 'payment_code', {
          ...data,
          processedPaymentData: { amount: data.amount, paymentId: paymentId(collection) },
        } as Code)
      }
      notify(world, `payment_code.${data.status}`, 'payment_code', data)
    },
  })

  world.onDue(EXPIRY, (reference) => {
    const found = collections.find('monime', reference)
    if (found?.status !== 'pending') return
    if (code(found).status === 'processing') world.schedule(EXPIRY, reference, world.now() + BUSY_MS, null)
    else collections.end(reference, 'expired')
  })

  phones.onDial((msisdn, dialled) => {
    const found = collections.findBy('ussdCode', dialled)
    if (found?.status !== 'pending') return null
    const { name, expireTime } = wireOf(found)
    if (found.msisdn !== msisdn) return 'This code is for another number.'
    if (found.isApproved || isAsking(found)) return 'This code is in use.'
    if (Date.parse(expireTime) <= world.now()) return null
    phones.ask({
      ...{ reference: found.reference, msisdn, amount: found.amount, currency: found.currency },
      ...{ name, isShown: true, codes: [], lifeMs: MENU_MS },
      // The payer can dial again.
      ...{ declined: null, expired: null },
    })
    return `${name}: enter your PIN to pay.`
  })

  return {
    create: (key, { lifeMs, ...asked }) =>
      world.atomically(() => {
        const endsAt = world.now() + lifeMs
        const wire: Wire = {
          id: `pmc-${randomUUID()}`,
          ussdCode: `*715*1*${String(randomInt(CODE_DIGITS)).padStart(9, '0')}#`,
          expireTime: new Date(endsAt).toISOString(),
          ...asked,
        }
        const isNew = collections.open({
          ...{ provider: 'monime', reference: key, wire, currency: CURRENCY },
          msisdn: digits(asked.authorizedPhoneNumber),
          minor: BigInt(asked.amount.value),
        })
        if (isNew) world.schedule(EXPIRY, key, endsAt, null)
        const found = collections.find('monime', key)
        if (found === null) throw new Error(`the key ${key} belongs to another provider`)
        return code(found)
      }),
    lose: (key) => collections.lose(key),
    isKnown: (key) => collections.find('monime', key) !== null,
    find(id) {
      const found = byId(id)
      return found && code(found)
    },
    list: () => all().map(code),
    cancel: (id) =>
      world.atomically(() => {
        const found = byId(id)
        if (found === null) return null
        if (code(found).status !== 'pending') return false
        collections.end(found.reference, 'cancelled')
        return true
      }),
    payments: () =>
      all()
        .filter((one) => one.status === 'completed')
        .map(toPayment),
  }
}

const wireOf = ({ wire }: Collection) => wire as unknown as Wire

const paymentId = ({ transactionId }: Collection): string => `pay-${transactionId}`

function toCode(collection: Collection, isAsking: boolean) {
  const { status, failure, isApproved, created } = collection
  const { id, ...asked } = wireOf(collection)
  const open = isAsking || isApproved ? 'processing' : 'pending'
  return {
    id,
    mode: 'one_time',
    status: status === 'pending' ? open : status === 'completed' ? 'completed' : (failure ?? 'expired'),
    enable: true,
    financialAccountId: ACCOUNT,
    ...asked,
    createTime: new Date(created).toISOString(),
  }
}

function toPayment(collection: Collection) {
  const { name, amount, reference, authorizedProviders, metadata } = wireOf(collection)
  return {
    id: paymentId(collection),
    status: 'completed',
    amount,
    channel: {
      type: 'momo',
      provider: authorizedProviders[0],
      reference: collection.transactionId,
      phoneNumber: `${collection.msisdn.slice(0, 5)}****${collection.msisdn.slice(-2)}`,
    },
    ...{ name, reference, financialAccountId: ACCOUNT, fees: [] },
    createTime: new Date(collection.created).toISOString(),
    ownershipGraph: { owner: { id: wireOf(collection).id, type: 'payment_code' } },
    metadata,
  }
}
