import { calls, type AnswerOf, type BodyOf } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import type { Outcome } from '@sesa/ui/api/client.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { tryCall } from '../api/api.ts'
import { phoneMessage } from '../forms/phone-schema.ts'
import { proveWork } from './proof-of-work.ts'
import type { Verification } from './verification.ts'

/** The code that was sent, or the failure. */
export type Started = { verification: Verification; error?: never } | { error: Failure; verification?: never }

/** A second proof covers a challenge that expired while the device slept. After that we give up. */
const MOST_PROOFS = 2

const UNPROVEN: Failure = {
  code: 'proof_required',
  message: i18n.t(
    'We couldn’t finish the security check. Check your connection and try again, or use another browser.',
  ),
}

/** Sends a code to this number (E.164) or by email to its owner, after a proof of work where required. */
export async function startVerification(phoneNumber: string, via?: 'email'): Promise<Started> {
  const { data, error } = await askForCode(via ? { phoneNumber, via } : { phoneNumber })
  if (data) {
    const { verificationId, resendAfter, digits, sentBy } = data
    const verification = verificationOf(phoneNumber, { verificationId, resendAfter, digits })
    return { verification: { ...verification, byMail: sentBy === 'email' } }
  }
  const { code } = error
  const isWorded = code === 'phone_invalid' || code === 'country_not_served'
  return { error: isWorded ? { ...error, message: phoneMessage(code) } : error }
}

/** Returns the data about a sent code that the next step needs; of the number, only its last digits. */
export function verificationOf(
  phoneNumber: string,
  sent: Pick<Verification, 'verificationId' | 'resendAfter' | 'digits'>,
): Verification {
  return { ...sent, lastDigits: phoneNumber.slice(-2) }
}

async function askForCode(
  body: BodyOf<typeof calls.startPhone>,
): Promise<Outcome<AnswerOf<typeof calls.startPhone>>> {
  let answer = await tryCall(calls.startPhone, { body })
  for (let proofs = 0; answer.error?.code === 'proof_required'; proofs++) {
    const proof = proofs < MOST_PROOFS ? await proveWork(answer.error.details?.['challenge']) : null
    if (proof === null) return { error: UNPROVEN }
    answer = await tryCall(calls.startPhone, { body: { ...body, proof } })
  }
  return answer
}
