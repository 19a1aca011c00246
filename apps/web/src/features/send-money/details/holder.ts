import { queryOptions } from '@tanstack/react-query'
import { calls, NETWORKS, type RecipientCheck } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import type { Failure } from '@sesa/ui/api/http.ts'
import { tryCall } from '../../../lib/api/api.ts'
import type { TransferRequest } from './transfer-request.ts'

/** A phone number and its network, with the name to compare once there is one. */
export type Wallet = Pick<TransferRequest, 'country' | 'phone' | 'network'> & { readonly name?: string }

/** How long Continue waits for the network's answer: the server asks again before the payment. */
const CONTINUE_WAITS_MS = 4_000

/** Returns the query for a wallet's holder. One answer counts for the whole visit, because checks per day are limited. */
export function holderQuery(owner: string, { country, phone, network, name = '' }: Wallet) {
  const typedName = name.trim()
  return queryOptions({
    queryKey: ['wallet', owner, country, phone, network, typedName],
    queryFn: async ({ signal }): Promise<RecipientCheck> => {
      const body = { country, phone, network, ...(typedName !== '' && { typedName }) }
      const { data, error } = await tryCall(calls.checkRecipient, { body, signal })
      if (error) throw new Error(error.message)
      return data
    },
    staleTime: Infinity,
    retry: false,
    refetchOnReconnect: false,
  })
}

/** Waits briefly for an answer; null without one. */
export function soon<T>(answer: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), CONTINUE_WAITS_MS))
  return Promise.race([answer.catch(() => null), late])
}

export function networkLabel({ country, network }: Pick<Wallet, 'country' | 'network'>): string {
  return (
    NETWORKS.find((entry) => entry.country === country && entry.value === network)?.label ??
    i18n.t('The network')
  )
}

/** Returns why Continue is refused: the number has no wallet. */
export function inactiveFailure(wallet: Pick<Wallet, 'country' | 'network'>): Failure {
  const message = i18n.t('{wallet} doesn’t have a wallet for this number. Check the number and network.', {
    wallet: networkLabel(wallet),
  })
  return { code: 'recipient_inactive', field: 'phone', message }
}

/** Meaning of the holder's state for the customer. */
export type HolderState =
  | { readonly kind: 'checking' | 'unchecked' | 'unsupported' | 'unnamed' | 'inactive' }
  /** No typed name to compare yet; `name` in full, or null where only initials are shown. */
  | { readonly kind: 'named'; readonly name: string | null; readonly shown: string }
  | { readonly kind: 'match'; readonly name: string }
  | { readonly kind: 'close'; readonly name: string }
  /** `name` in full where it may be shown, else null; `shown` may be initials, or null when nothing may be shown. */
  | { readonly kind: 'different'; readonly name: string | null; readonly shown: string | null }

const INITIALS = /^(\p{L}\p{M}*\.\s?)+$/u

/** Returns the state for an answer: undefined while pending, null after a failure. */
export function holderState(check: RecipientCheck | null | undefined): HolderState {
  if (check === undefined) return { kind: 'checking' }
  if (check === null) return { kind: 'unchecked' }
  const { account, name, comparison } = check
  if (account === 'unknown') return { kind: 'unchecked' }
  if (account !== 'active') return { kind: account }
  if (name === null) return { kind: 'unnamed' }
  const full = INITIALS.test(name) ? null : name
  if (comparison === null) return { kind: 'named', name: full, shown: name }
  if (comparison === 'different') return { kind: comparison, name: full, shown: name }
  return comparison === 'match' ? { kind: comparison, name } : { kind: comparison, name }
}
