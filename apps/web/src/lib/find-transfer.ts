import { calls, type TransferDetail } from '@sesa/contract'
import { failureOf } from '@sesa/ui/api/http.ts'
import { callApi } from './api/api.ts'

/** Returns a transfer, or null when no paid transfer has this id. */
export async function findTransfer(payment_id: string, signal: AbortSignal): Promise<TransferDetail | null> {
  try {
    return (await callApi(calls.getTransfer, { params: { payment_id }, signal })).transfer
  } catch (error) {
    const { code } = failureOf(error)
    if (code === 'not_found' || code === 'payment_not_successful') return null
    throw error
  }
}
