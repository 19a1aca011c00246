import { useQueryClient } from '@tanstack/react-query'
import type { OfficeEnquiryPage } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import type { Failure } from '@sesa/ui/api/http.ts'

/** Stores what a call answered, so that the page shows it at once. */
export function useStored(number: string) {
  const client = useQueryClient()
  return async ({ data, error }: Outcome<OfficeEnquiryPage>): Promise<Failure | null> => {
    if (error) return error
    client.setQueryData(['enquiries', 'one', number], data)
    await client.invalidateQueries({ queryKey: ['work'] })
    return null
  }
}
