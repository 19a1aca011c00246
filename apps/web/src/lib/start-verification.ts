import { calls } from '@sesa/contract'
import { api } from './api.ts'
import type { Failure } from './http.ts'
import { phoneMessage } from './phone-schema.ts'
import type { Verification } from './verification.ts'

type Started = { verification: Verification; error?: never } | { error: Failure; verification?: never }

/** Has a code sent to this number (E.164). */
export async function startVerification(phoneNumber: string): Promise<Started> {
  const { data, error } = await api.post(calls.startPhone, { body: { phoneNumber } })
  if (data) {
    const { verificationId, resendAfter } = data
    return { verification: { verificationId, resendAfter, lastDigits: phoneNumber.slice(-2) } }
  }
  return { error: error.code === 'phone_invalid' ? { ...error, message: phoneMessage(error.code) } : error }
}
