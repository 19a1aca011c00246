import { generateKeyPairSync } from 'node:crypto'
import { text } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import { COUNTRIES } from './providers.ts'
import type { Country, Operator } from './providers.ts'

export interface ToolkitFilter {
  country?: string
  operationType?: string
}

const PAYOUT = 'PAYOUT'
const KEY_ID = 'HTTP_EC_P256_KEY:1'

/** `GET /v2/active-conf`: what this account may do, with whom and within which bounds. */
export function activeConfiguration(callbackUrl: string, filter: ToolkitFilter) {
  return {
    companyName: 'Sandbox business',
    signatureConfiguration: { signedRequestsOnly: false, signedCallbacks: false },
    countries: selected(filter).map((country) => ({
      country: country.country,
      prefix: country.prefix,
      displayName: country.name,
      providers: country.operators.map((operator) => configured(operator, callbackUrl)),
    })),
  }
}

function configured(operator: Operator, callbackUrl: string) {
  const { provider, displayName, currency, minAmount, maxAmount } = operator
  const payout = { minAmount, maxAmount, decimalsInAmount: 'TWO_PLACES', status: 'OPERATIONAL', callbackUrl }
  return {
    provider,
    displayName,
    nameDisplayedToCustomer: 'Sandbox business',
    currencies: [{ currency, displayName: currency, operationTypes: { [PAYOUT]: payout } }],
  }
}

/** `GET /v2/availability`. */
export function availability(filter: ToolkitFilter) {
  return selected(filter).map(({ country, prefix, name, operators }) => ({
    country,
    prefix,
    displayName: name,
    providers: operators.map(({ provider }) => ({ provider, operationTypes: { [PAYOUT]: 'OPERATIONAL' } })),
  }))
}

function selected({ country, operationType = PAYOUT }: ToolkitFilter): readonly Country[] {
  if (operationType !== PAYOUT) return []
  return COUNTRIES.filter((candidate) => country === undefined || candidate.country === country)
}

/** `GET /v2/public-key/http`: a key made once and kept in the books, so that it outlives a restart. */
export function publicKeys(world: World): { id: string; key: string }[] {
  const { db } = world
  return world.atomically(() => {
    db.exec(
      'create table if not exists signing_keys (id text primary key, public text not null, private text not null)',
    )
    const kept = db.prepare('select public from signing_keys where id = ?').get(KEY_ID)
    if (kept !== undefined) return [{ id: KEY_ID, key: text(kept, 'public') }]
    const pair = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    db.prepare('insert into signing_keys values (?, ?, ?)').run(KEY_ID, pair.publicKey, pair.privateKey)
    return [{ id: KEY_ID, key: pair.publicKey }]
  })
}
