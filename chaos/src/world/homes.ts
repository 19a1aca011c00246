import { randomInt } from 'node:crypto'

/** Where a customer lives; in Liberia and Sierra Leone also the network of their wallet, by default Orange. */
export type Home = 'LR' | 'LR/mtn' | 'SL' | 'SL/afrimoney' | 'US'
export const HOMES = {
  LR: { country: 'LR', network: 'orange', currency: 'LRD', amount: 100_000, prefix: '+23177', digits: 3 },
  'LR/mtn': { country: 'LR', network: 'mtn', currency: 'LRD', amount: 100_000, prefix: '+23188', digits: 3 },
  SL: { country: 'SL', network: 'orange', currency: 'SLE', amount: 12_000, prefix: '+23276', digits: 2 },
  'SL/afrimoney': {
    country: 'SL',
    network: 'afrimoney',
    currency: 'SLE',
    amount: 12_000,
    prefix: '+23288',
    digits: 2,
  },
  US: { country: 'US', network: '', currency: 'USD', amount: 600, prefix: '+12137', digits: 2 },
} as const

/** Returns a number that no customer has. Its last four digits decide how the carrier behaves; by default as usual. */
export function newNumber(home: Home, ending?: string): string {
  const { prefix, digits } = HOMES[home]
  const random = (count: number) => String(randomInt(10 ** count)).padStart(count, '0')
  for (let tries = 0; tries < 10_000; tries++) {
    const phone = prefix + random(digits) + (ending ?? (home === 'US' ? random(4) : `${random(2)}55`))
    if (used.has(phone)) continue
    used.add(phone)
    return phone
  }
  throw new Error(`There are no more numbers of ${home}`)
}

/** Prefixes of one Ghanaian carrier: with three more digits, they give thousands of numbers per ending. */
const PREFIXES = ['24', '54', '55', '59']
/** An ending without a meaning to the carrier: a long run needs more numbers than one ending has. */
const ORDINARY = '1234'
const used = new Set<string>()

/** Returns a number that no transfer has used; its last four digits decide how the carrier behaves. */
export function newRecipient(ending = ORDINARY): string {
  for (let tries = 0; tries < 10_000; tries++) {
    const last = ending === ORDINARY ? randomInt(1_000, 10_000) : ending
    const phone = `+233${PREFIXES[randomInt(PREFIXES.length)]}${randomInt(100, 1_000)}${last}`
    if (used.has(phone)) continue
    used.add(phone)
    return phone
  }
  throw new Error(`There are no more numbers that end with ${ending}`)
}
