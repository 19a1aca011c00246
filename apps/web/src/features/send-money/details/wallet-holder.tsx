import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { calls, NETWORKS, type RecipientCheck } from '@sesa/contract'
import { api } from '../../../lib/api/api.ts'
import { cx } from '../../../ui/class-names.ts'
import { AlertIcon, UserIcon } from '../../../ui/art/icons.tsx'
import type { TransferRequest } from './transfer-request.ts'

/** A phone number and its network. */
export type Wallet = Pick<TransferRequest, 'country' | 'phone' | 'network'>

interface WalletHolderProps {
  owner: string
  /** Null until the number and the network are filled in. */
  wallet: Wallet | null
  /** True to show it as a separate note instead of below a field. */
  alone?: boolean
}

/** The check waits for this pause in typing, because checks per day are limited. */
const SETTLE_MS = 600

/**
 * Shows the account that the network reports for a number. Shows nothing when the network does not answer, or
 * not in time: the check helps to find a wrong number, and never blocks a transfer.
 */
export function WalletHolder({ owner, wallet, alone = false }: WalletHolderProps) {
  const settled = useSettled(wallet && JSON.stringify(wallet))
  const { data } = useQuery({
    queryKey: ['wallet', owner, wallet],
    queryFn: ({ signal }) => (wallet === null ? null : ask(wallet, signal)),
    enabled: settled,
    staleTime: Infinity,
    retry: false,
    refetchOnReconnect: false,
  })
  const words = wallet && data ? wordsOf(wallet, data) : null
  return (
    <p role="status" className={alone ? noteClass(data, words !== null) : '-my-2 flex min-h-7 gap-2'}>
      {words}
    </p>
  )
}

function noteClass(check: RecipientCheck | null | undefined, isTold: boolean): string {
  if (!isTold) return 'sr-only'
  return cx('flex gap-3 rounded-md p-4', check?.account === 'inactive' ? 'bg-accent-soft' : 'bg-brand-soft')
}

async function ask({ country, phone, network }: Wallet, signal: AbortSignal): Promise<RecipientCheck> {
  const { data, error } = await api.post(calls.checkRecipient, { body: { country, phone, network }, signal })
  if (error) throw new Error(error.message)
  return data
}

function wordsOf({ country, network }: Wallet, { account, name }: RecipientCheck): ReactNode {
  const label = NETWORKS.find((entry) => entry.country === country && entry.value === network)?.label
  if (account === 'inactive') {
    return (
      <>
        <AlertIcon className="text-warn" />
        <span>
          This number has no active {label} wallet. Check the number and network before you continue.
        </span>
      </>
    )
  }
  if (account === 'unknown') return null
  return name === null ? (
    <>
      <UserIcon className="text-brand-ink" />
      <span>This number has an active {label} wallet.</span>
    </>
  ) : (
    <>
      <UserIcon className="text-brand-ink" />
      <span className="min-w-0">
        Wallet registered to: <strong className="inline-block max-w-full break-words">{name}</strong>
      </span>
    </>
  )
}

/** True once this text has not changed for `SETTLE_MS`. */
function useSettled(text: string | null): boolean {
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    if (text === null) return
    const timer = setTimeout(() => setSettled(text), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return text !== null && settled === text
}
