import type { ErrorCode } from '@sesa/contract'

/** Names that the security log has for what it must not hold in clear. */
export interface Traces {
  /** The network of an address: all of IPv4, the first 64 bits of IPv6. */
  source(address: string): string
  /** An email address or number in any spelling. */
  identifier(text: string): string
}

/**
 * What a refusal is to whoever looks for attacks: `sign_in_failed`, a proof of who is there that was not one;
 * `access_refused`, something that was not the caller's to ask for; `limit_reached`, more than is allowed;
 * `input_refused`, what no client of ours sends. Null is everyday business, such as a weak password.
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

/** The kind of security event that a refusal with this code is, or null. */
export function securityEventOf(code: ErrorCode): SecurityEvent | null {
  return EVENT_OF.get(code) ?? null
}
