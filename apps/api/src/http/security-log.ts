import type { ErrorCode } from '@sesa/contract'

/** Pseudonyms for values that the security log must not contain in plain text. */
export interface Traces {
  /** The network of an address: the full IPv4 address, or the first 64 bits of IPv6. */
  source(address: string): string
  /** An email address or phone number in any spelling. */
  identifier(text: string): string
}

/**
 * Classifies a refusal for attack detection: `sign_in_failed`, a wrong credential; `access_refused`, a resource that is
 * not the caller's; `limit_reached`, too many requests; `input_refused`, input that our clients never send. Null for
 * everyday refusals, such as a weak password.
 */
export type SecurityEvent = 'sign_in_failed' | 'access_refused' | 'limit_reached' | 'input_refused'

const EVENTS: readonly (readonly [SecurityEvent, readonly ErrorCode[]])[] = [
  [
    'sign_in_failed',
    [
      'credentials_wrong',
      'password_wrong',
      'code_wrong',
      'code_expired',
      'code_used',
      'code_locked',
      'link_expired',
      'token_refused',
      'link_needed',
      'passkey_refused',
      'account_locked',
    ],
  ],
  [
    'access_refused',
    [
      'unauthenticated',
      'profile_incomplete',
      'step_up_required',
      'not_found',
      'method_not_allowed',
      'origin_refused',
      'other_account',
      'phone_taken',
      'email_taken',
      'idempotency_key_reused',
    ],
  ],
  [
    'limit_reached',
    [
      'rate_limited',
      'password_locked',
      'proof_required',
      'sms_unavailable',
      'sign_in_busy',
      'amount_above_limit',
      'limit_24_hours',
      'limit_30_days',
      'limit_person',
      'limit_recipient',
      'cards_declined',
      'payments_declined',
    ],
  ],
  [
    'input_refused',
    [
      'malformed_json',
      'malformed_request',
      'headers_too_large',
      'request_timeout',
      'missing_field',
      'unknown_field',
      'invalid_field',
      'body_too_large',
      'unsupported_media_type',
      'host_refused',
    ],
  ],
]

const EVENT_OF: ReadonlyMap<ErrorCode, SecurityEvent> = new Map(
  EVENTS.flatMap(([event, codes]) => codes.map((code) => [code, event] as const)),
)

/** Returns the kind of security event for a refusal code, or null. */
export function securityEventOf(code: ErrorCode): SecurityEvent | null {
  return EVENT_OF.get(code) ?? null
}
