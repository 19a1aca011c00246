import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { Outcome } from '@sesa/ui/api/client.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { useToast } from '@sesa/ui/feedback/toast.tsx'

interface After<T> {
  /** What a toast says then. */
  readonly said?: string | ((answer: T) => string)
  /** Where the answer is stored. */
  readonly stores?: QueryKey
  readonly then?: (answer: T) => unknown
  /** What else changed, and is read again. */
  readonly changes?: readonly QueryKey[]
}

/** Returns what makes a call into an action: after success it says so and shows what changed, else it returns why it failed. */
export function useAct() {
  const client = useQueryClient()
  const toast = useToast()
  return <Given extends readonly unknown[], T>(
    call: (...given: Given) => Promise<Outcome<T>>,
    { said, stores, changes = [], then }: After<T> = {},
  ) =>
    async (...given: Given): Promise<Failure | null> => {
      const { data, error } = await call(...given)
      if (error) return error
      if (stores) client.setQueryData(stores, data)
      if (said !== undefined) toast(typeof said === 'string' ? said : said(data))
      await then?.(data)
      await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })))
      return null
    }
}
