import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query'
import type { AnswerOf } from '@sesa/contract'
import { OFFICE_HEADER, PROOF_HEADER, type OfficeCall } from '@sesa/contract/office'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { createClient, type InputOf, type Outcome } from '@sesa/ui/api/client.ts'
import { ApiError, request, type ApiRequest, type Failure } from '@sesa/ui/api/http.ts'

interface CallObserver {
  /** A call was answered; a call with a session extends it. */
  answered: () => void
  /** The session has ended. */
  signedOut: () => void
}

let observer: CallObserver | undefined

/** The session follows every call. */
export function observeCalls(next: CallObserver): void {
  observer = next
}

type Options = Readonly<Record<string, unknown>>
type Prove = (options: Options) => Promise<Outcome<Options>>
let prove: Prove | undefined

/** Answers the calls that a passkey confirms. */
export function proveCalls(next: Prove): void {
  prove = next
}

/** Makes calls of the office, confirmed with a passkey where they take one. */
export const { call: callOffice, tryCall } = createClient<OfficeCall>(async (request, definition) => {
  const isRead = definition.method === 'GET'
  try {
    const answer = await sendProven({ ...request, ...(!isRead && { headers: { [OFFICE_HEADER]: '1' } }) })
    if (definition.permission !== 'none') observer?.answered()
    return answer
  } catch (error) {
    if (error instanceof ApiError && error.failure.code === 'unauthenticated') observer?.signedOut()
    throw error
  }
})

/** Sends a request, and once more with the passkey's answer where the server asks for one. */
async function sendProven(call: ApiRequest): Promise<unknown> {
  try {
    return await request(call)
  } catch (error) {
    const failure = error instanceof ApiError ? error.failure : undefined
    const options = failure?.code === 'step_up_required' ? failure.details?.['options'] : undefined
    if (prove === undefined || typeof options !== 'object' || options === null) throw error
    const { data, error: refused } = await prove(options as Options)
    if (refused) throw new ApiError(refused, 403)
    // The answer is ASCII: ids and base64url.
    const proof = btoa(JSON.stringify(data)).replaceAll('+', '-').replaceAll('/', '_')
    return request({ ...call, headers: { ...call.headers, [PROOF_HEADER]: proof } })
  }
}

type ReadOptions<T> = Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'>

/** Reads the answer to a call. Pages with the same key share it. */
export const useCall = <C extends OfficeCall>(
  queryKey: QueryKey,
  call: C,
  input: InputOf<C>,
  options: ReadOptions<AnswerOf<C>> = {},
) => useQuery({ queryKey, queryFn: ({ signal }) => callOffice(call, { ...input, signal }), ...options })

const NO_ROWS: readonly never[] = []

/**
 * Reads a list that comes in pages: its rows so far, and how to load more of them.
 * @param read Reads the page at a cursor; the first one without.
 * @param rowsOf The rows of a page.
 */
export function usePages<Page extends { next: string | null }, Row>(
  queryKey: QueryKey,
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
  { keepsBefore = false } = {},
) {
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => ({ rows: pages.flatMap(rowsOf), first: pages[0] }),
    ...(keepsBefore && { placeholderData: keepPreviousData }),
  })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const more = hasNextPage ? { busy: isFetchingNextPage, load: () => void fetchNextPage() } : undefined
  return { query, rows: data?.rows ?? NO_ROWS, more, first: data?.first }
}

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
