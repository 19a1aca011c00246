import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { calls, NETWORKS, type RecipientCheck } from '@sesa/contract'
import { api } from '../../../lib/api/api.ts'
import { cx } from '../../../ui/class-names.ts'
import { AlertIcon, UserIcon } from '../../../ui/art/icons.tsx'
import type { TransferRequest } from './transfer-request.ts'

/** A number and its network. */
export type Wallet = Pick<TransferRequest, 'country' | 'phone' | 'network'>

interface WalletHolderProps {
  owner: string
  /** Null while the number or the network is not filled in. */
  wallet: Wallet | null
  /** Stands by itself, as a note of its own, and not beneath a field. */
  alone?: boolean
}

/** Typing settles for this long before the network is asked: the questions of a day are counted. */
const SETTLE_MS = 600

/**
 * Whose account a number is, as its network has it. Where the network does not tell, or not in time, nothing is said:
 * it helps to find a wrong number, and stops nobody.
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
          This number has no active {label} account. Check the number and network before you continue.
        </span>
      </>
    )
  }
  if (account === 'unknown') return null
  return name === null ? (
    <>
      <UserIcon className="text-brand-ink" />
      <span>This number has an active {label} account.</span>
    </>
  ) : (
    <>
      <UserIcon className="text-brand-ink" />
      <span className="min-w-0">
        Name on the account: <strong className="inline-block max-w-full break-words">{name}</strong>
      </span>
    </>
  )
}

/** Whether this text has stood unchanged for a while. */
function useSettled(text: string | null): boolean {
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    if (text === null) return
    const timer = setTimeout(() => setSettled(text), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return text !== null && settled === text
}
