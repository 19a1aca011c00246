import { calls, type BodyOf } from '@sesa/contract'
import { api, type Result } from '../api/api.ts'
import type { Failure } from '../api/http.ts'
import { phoneMessage } from '../forms/phone-schema.ts'
import { proveWork } from './proof-of-work.ts'
import type { Verification } from './verification.ts'

/** A code is on its way, or why none is. */
export type Started = { verification: Verification; error?: never } | { error: Failure; verification?: never }

/** A device that slept over its first challenge gets another; a proof that is refused again and again is given up. */
const MOST_PROOFS = 2

const UNPROVEN: Failure = {
  code: 'proof_required',
  message:
    'A short check of your device could not be finished, and without it we do not send a code. Check your connection and try again, or use another browser.',
}

/** Has a code sent to this number (E.164), or by mail to its owner, and does the work that this may cost first. */
export async function startVerification(phoneNumber: string, via?: 'email'): Promise<Started> {
  const { data, error } = await askForCode(via ? { phoneNumber, via } : { phoneNumber })
  if (data) {
    const { verificationId, resendAfter, digits, sentBy } = data
    const verification = verificationOf(phoneNumber, verificationId, resendAfter)
    return { verification: { ...verification, digits, byMail: sentBy === 'email' } }
  }
  const { code } = error
  const isWorded = code === 'phone_invalid' || code === 'country_not_served'
  return { error: isWorded ? { ...error, message: phoneMessage(code) } : error }
}

/** What the next step needs to know about a sent code; of the number only its last digits. */
export function verificationOf(
  phoneNumber: string,
  verificationId: string,
  resendAfter: string,
): Verification {
  return { verificationId, resendAfter, lastDigits: phoneNumber.slice(-2) }
}

async function askForCode(body: BodyOf<typeof calls.startPhone>): Promise<Result<typeof calls.startPhone>> {
  let answer = await api.post(calls.startPhone, { body })
  for (let proofs = 0; answer.error?.code === 'proof_required'; proofs++) {
    const proof = proofs < MOST_PROOFS ? await proveWork(answer.error.details?.['challenge']) : null
    if (proof === null) return { error: UNPROVEN }
    answer = await api.post(calls.startPhone, { body: { ...body, proof } })
  }
  return answer
}
