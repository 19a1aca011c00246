/** The outcome of a request about a number. `pending` without an end stays pending; `asked` depends on its payer. */
export type Outcome =
  | { kind: 'asked' }
  | { kind: 'paid' | 'answer_lost' | 'request_lost' }
  | { kind: 'failed'; code: string }
  | { kind: 'pending'; forMs: number | null }
  | { kind: 'refused'; status: number; code: string }

const MINUTE_MS = 60_000

const failed = (code: string): Outcome => ({ kind: 'failed', code })
const refused = (code: string, status = 500): Outcome => ({ kind: 'refused', status, code })

/**
 * MTN's own test numbers, `46733123` and three digits (docs/providers.md). MTN does not publish the answer
 * for 464: it is our guess.
 */
const DOCUMENTED: Readonly<Record<string, Outcome>> = {
  '450': failed('INTERNAL_PROCESSING_ERROR'),
  '451': failed('APPROVAL_REJECTED'),
  '452': failed('EXPIRED'),
  '453': { kind: 'pending', forMs: null },
  '454': { kind: 'pending', forMs: MINUTE_MS },
  '455': failed('NOT_ENOUGH_FUNDS'),
  '456': failed('PAYER_LIMIT_REACHED'),
  '457': failed('PAYEE_NOT_FOUND'),
  '458': refused('NOT_ALLOWED'),
  '459': refused('NOT_ALLOWED_TARGET_ENVIRONMENT'),
  '460': refused('INVALID_CALLBACK_URL_HOST'),
  '461': refused('INVALID_CURRENCY'),
  '462': refused('INTERNAL_PROCESSING_ERROR'),
  '463': refused('SERVICE_UNAVAILABLE', 503),
  '464': refused('TRANSFER_TYPE_UNKNOWN', 400),
}

/** The same numbers as payers, where they mean something else. The answers for 463 and 464 are our guesses. */
const DOCUMENTED_PAYERS: Readonly<Record<string, Outcome>> = {
  '450': failed('INTERNAL_PROCESSING_ERROR'),
  '451': failed('APPROVAL_REJECTED'),
  '452': failed('EXPIRED'),
  '453': { kind: 'pending', forMs: null },
  '454': { kind: 'pending', forMs: MINUTE_MS },
  '455': failed('PAYER_NOT_FOUND'),
  '456': failed('PAYEE_NOT_ALLOWED_TO_RECEIVE'),
  '457': refused('NOT_ALLOWED'),
  '458': refused('NOT_ALLOWED_TARGET_ENVIRONMENT'),
  '459': refused('INVALID_CALLBACK_URL_HOST'),
  '460': refused('INVALID_CURRENCY'),
  '461': refused('INTERNAL_PROCESSING_ERROR'),
  '462': refused('SERVICE_UNAVAILABLE', 503),
  '463': failed('COULD_NOT_PERFORM_TRANSACTION'),
  '464': refused('TRANSFER_TYPE_UNKNOWN', 400),
}

/** Endings with the same meaning on every rail. */
const ENDINGS: Readonly<Record<string, Outcome>> = {
  '0001': failed('PAYEE_NOT_FOUND'),
  '0002': { kind: 'pending', forMs: MINUTE_MS },
  '0003': { kind: 'answer_lost' },
  '0004': { kind: 'request_lost' },
  '0005': failed('PAYEE_NOT_ALLOWED_TO_RECEIVE'),
}

const DOCUMENTED_PREFIX = '46733123'

/** Returns the outcome of a transfer to `msisdn` (digits only). */
export function outcomeOf(msisdn: string): Outcome {
  const documented = msisdn.startsWith(DOCUMENTED_PREFIX) ? DOCUMENTED[msisdn.slice(-3)] : undefined
  return documented ?? ENDINGS[msisdn.slice(-4)] ?? { kind: 'paid' }
}

/** Invented, as for transfers; payers that end in `0002` approve, and the carrier reports it a minute later. */
const PAYER_ENDINGS: Readonly<Record<string, Outcome>> = {
  '0001': failed('PAYER_NOT_FOUND'),
  '0003': { kind: 'answer_lost' },
  '0004': { kind: 'request_lost' },
}

/** Returns the outcome of a request to pay: the published numbers decide, every other payer is asked. */
export function payerOutcomeOf(msisdn: string): Outcome {
  const documented = msisdn.startsWith(DOCUMENTED_PREFIX) ? DOCUMENTED_PAYERS[msisdn.slice(-3)] : undefined
  return documented ?? PAYER_ENDINGS[msisdn.slice(-4)] ?? { kind: 'asked' }
}

/** Whether a wallet exists and can receive money, or the error in the answer. */
export type HolderStatus = { kind: 'active' | 'inactive' } | { kind: 'refused'; status: number; code: string }

const DOCUMENTED_STATUSES: Readonly<Record<string, HolderStatus>> = {
  '450': { kind: 'refused', status: 404, code: 'RESOURCE_NOT_FOUND' },
  '451': { kind: 'inactive' },
  '452': { kind: 'refused', status: 500, code: 'NOT_ALLOWED' },
  '453': { kind: 'refused', status: 500, code: 'NOT_ALLOWED_TARGET_ENVIRONMENT' },
  '454': { kind: 'refused', status: 500, code: 'INTERNAL_PROCESSING_ERROR' },
  '455': { kind: 'refused', status: 503, code: 'SERVICE_UNAVAILABLE' },
}

/** Returns whether `msisdn` has an active wallet, by MTN's test numbers; `…0001` has none on any rail. */
export function holderStatusOf(msisdn: string): HolderStatus {
  const documented = msisdn.startsWith(DOCUMENTED_PREFIX) ? DOCUMENTED_STATUSES[msisdn.slice(-3)] : undefined
  if (documented !== undefined) return documented
  return msisdn.endsWith('0001')
    ? { kind: 'refused', status: 404, code: 'RESOURCE_NOT_FOUND' }
    : { kind: 'active' }
}

const GIVEN = ['Ama', 'Kofi', 'Isata', 'Moses', 'Fatu', 'Joseph', 'Efua', 'Sahr', 'Comfort', 'Emmanuel']
const FAMILY = [
  'Mensah',
  'Kamara',
  'Kollie',
  'Boateng',
  'Sesay',
  'Johnson',
  'Owusu',
  'Koroma',
  'Weah',
  'Asante',
]

/**
 * Returns the holder of a number: the `registered` one, or an invented one, always the same: the two digits before the last four choose the names, so
 * that the last four can choose the outcome. `…00` and four digits belongs to Ama Mensah. A number that got a code for
 * our site has no name unless it is registered: the sandbox does not know its owner's.
 */
export function holderOf(msisdn: string, registered?: string): { given_name: string; family_name: string } {
  const [given_name, ...others] = registered?.split(' ') ?? []
  if (given_name !== undefined) return { given_name, family_name: others.join(' ') }
  return {
    given_name: GIVEN[Number(msisdn.at(-5))] ?? 'Ama',
    family_name: FAMILY[Number(msisdn.at(-6))] ?? 'Mensah',
  }
}
