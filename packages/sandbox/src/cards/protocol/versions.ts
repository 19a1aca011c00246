import type Stripe from 'stripe'
import { Refusal } from './wire.ts'

/** The API version of the pinned SDK (stripe 23.1.0), whose object shapes `objects.ts` builds. */
export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive'

/** Stripe's named releases (the SDK's CHANGELOG.md). */
const RELEASED: ReadonlySet<string> = new Set([
  ...['2024-09-30', '2024-10-28', '2024-11-20', '2024-12-18', '2025-01-27', '2025-02-24'].map(of('acacia')),
  ...['2025-03-31', '2025-04-30', '2025-05-28', '2025-06-30', '2025-07-30', '2025-08-27'].map(of('basil')),
  ...['2025-09-30', '2025-10-29', '2025-11-17', '2025-12-15', '2026-01-28', '2026-02-25'].map(of('clover')),
  ...['2026-03-25', '2026-04-22', '2026-05-27', '2026-06-24', '2026-07-29', '2026-08-26'].map(of('dahlia')),
  ...['2026-09-30', '2026-10-28'].map(of('endive')),
])

/** Preview versions that Stripe granted to the sandbox's account. */
const GRANTED: ReadonlySet<string> = new Set(['2026-05-27.preview', '2026-08-26.preview'])

function of(name: string): (date: string) => string {
  return (date) => `${date}.${name}`
}

/** Parses the header `Stripe-Version`. Throws 400 for a version that Stripe has not released, or not to this account. */
export function readVersion(header: string | readonly string[] | undefined): string {
  const version = header ?? API_VERSION
  if (typeof version === 'string' && (RELEASED.has(version) || GRANTED.has(version))) return version
  const message = String(version).endsWith('.preview')
    ? `Your account has no access to the preview version ${String(version)}.`
    : `Invalid Stripe API version: ${String(version)}`
  throw new Refusal(400, { type: 'invalid_request_error', message })
}

/** Returns true for a preview version, which has parameters that released versions lack. */
export const isPreview = (version: string): boolean => version.endsWith('.preview')
