import type { TransferDetail } from '@sesa/contract'
import { serverNow } from '@sesa/ui/api/http.ts'

/** How long an arrival counts as new, for the celebration. */
const NEWS_MS = 10 * 60_000
const KEY = 'sesa-cheered'
const MOST = 20

/** Returns a short digest of a payment's id: the browser stores no id. */
export function markOf(paymentId: string): string {
  let hash = 0x811c9dc5
  for (const letter of paymentId) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash.toString(36)
}

/** Returns true if the money has just arrived and this browser has not celebrated it yet. */
export function isNews(
  { payment_id, status, timeline }: Pick<TransferDetail, 'payment_id' | 'status' | 'timeline'>,
  { now, cheered }: { now: number; cheered: readonly string[] },
): boolean {
  const at = timeline.find(({ step }) => step === 'sent')?.at
  if (status !== 'sent' || !at || now - Date.parse(at) > NEWS_MS) return false
  return !cheered.includes(markOf(payment_id))
}

/** Celebrates an arrival once, unless the customer prefers reduced motion. Never on a later visit. */
export async function cheerOnce(detail: TransferDetail): Promise<void> {
  const cheered = read()
  if (!isNews(detail, { now: serverNow(), cheered })) return
  try {
    localStorage.setItem(KEY, [...cheered, markOf(detail.payment_id)].slice(-MOST).join(' '))
  } catch {
    // A browser without storage would celebrate at each visit.
    return
  }
  if (!matchMedia('(prefers-reduced-motion: no-preference)').matches) return
  const { throwConfetti } = await import('./confetti.ts')
  throwConfetti()
}

function read(): string[] {
  try {
    return localStorage.getItem(KEY)?.split(' ') ?? []
  } catch {
    return []
  }
}
