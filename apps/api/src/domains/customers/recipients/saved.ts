import type { CountryCode, NameCheck, NetworkValue, Recipient } from '@sesa/contract'
import type { PaidRecipient } from '../../transfers/index.ts'

/** A stored recipient. Removed recipients stay stored, so that earlier transfers do not list the person again. */
export interface SavedRecipient {
  readonly id: string
  readonly country: CountryCode
  /** E.164. */
  readonly phone: string
  readonly network: NetworkValue
  readonly name: string
  readonly nickname: string | null
  readonly favourite: boolean
  readonly nameCheck: NameCheck
  readonly nameCheckedAt: Date | null
  readonly accountName: string | null
  readonly changedAt: Date
  readonly removedAt: Date | null
}

type Walleted = Pick<SavedRecipient, 'phone' | 'network'>

/** Returns a wallet's key. */
export const walletKey = ({ phone, network }: Walleted): string => `${phone} ${network}`

function byWallet<T extends Walleted>(all: readonly T[]): ReadonlyMap<string, T> {
  return new Map(all.map((each) => [walletKey(each), each]))
}

/** Returns the wallets to store: paid and not yet stored, or paid again after their removal. */
export function unsaved(
  paid: readonly PaidRecipient[],
  saved: readonly SavedRecipient[],
): readonly PaidRecipient[] {
  const stored = byWallet(saved)
  return paid.filter((person) => {
    const row = stored.get(walletKey(person))
    return row === undefined || (row.removedAt !== null && row.removedAt < person.at)
  })
}

/** Presents a stored recipient with the data of its transfers. The newer of both names counts, and the newer check. */
export function present(row: SavedRecipient, paid: PaidRecipient | undefined): Recipient {
  const { id, country, phone, network, nickname, favourite } = row
  const isPaidSince = paid !== undefined && paid.at > row.changedAt
  const isCheckedSince =
    paid !== undefined &&
    paid.nameCheckedAt !== null &&
    (row.nameCheckedAt === null || paid.nameCheckedAt > row.nameCheckedAt)
  const check = isCheckedSince ? paid : row
  return {
    id,
    name: isPaidSince ? paid.name : row.name,
    nickname,
    favourite,
    country,
    phone,
    network,
    check: {
      verdict: check.nameCheck ?? 'unknown',
      name: check.accountName,
      checkedAt: check.nameCheckedAt?.toISOString() ?? null,
    },
    lastSentAt: paid?.at.toISOString() ?? null,
    payment_id: paid?.paymentId ?? null,
    transfers: paid?.transfers ?? 0,
  }
}

export interface Page {
  readonly recipients: readonly Recipient[]
  readonly nextCursor: string | null
}

/**
 * Returns a page of the list: last paid or saved first. The cursor is the last transfer of the page's last person, or that
 * person's own id; both kinds of ids sort by time.
 */
export function pageOf(
  saved: readonly SavedRecipient[],
  paid: readonly PaidRecipient[],
  { before, size }: { before: string | undefined; size: number },
): Page {
  const payments = byWallet(paid)
  const ordered = saved
    .filter(({ removedAt }) => removedAt === null)
    .map((row) => ({ row, last: payments.get(walletKey(row)) }))
    .map(({ row, last }) => ({ row, last, place: last?.id ?? row.id }))
    .filter(({ place }) => before === undefined || place < before)
    .toSorted((a, b) => (a.place < b.place ? 1 : -1))
  const shown = ordered.slice(0, size)
  return {
    recipients: shown.map(({ row, last }) => present(row, last)),
    nextCursor: ordered.length > size ? (shown.at(-1)?.place ?? null) : null,
  }
}
