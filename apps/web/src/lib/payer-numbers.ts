import { useQuery } from '@tanstack/react-query'
import { calls } from '@sesa/contract'
import { callApi } from './api/api.ts'

export const NUMBERS_KEY = ['payer-numbers']

/** Returns the confirmed numbers that the customer can pay from by mobile money. */
export function usePayerNumbers() {
  return useQuery({
    queryKey: NUMBERS_KEY,
    queryFn: ({ signal }) => callApi(calls.listPayerNumbers, { signal }),
  })
}

/** Returns true if a masked number, such as "+231 77 ••• ••56", may be this one, E.164. */
export function isMaskOf(masked: string | null, phone: string): boolean {
  if (masked === null) return false
  const digits = masked.replace(/[^\d•]/g, '')
  return (
    digits.length === phone.length - 1 && [...digits].every((one, at) => one === '•' || one === phone[at + 1])
  )
}
