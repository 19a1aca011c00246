import { CURRENCY_CODES } from '@sesa/money'
import { OFFICE_ERRORS } from './office-errors.ts'
import { PAYMENT_ERRORS } from './payment-errors.ts'

/**
 * Every error code the API can answer with, its HTTP status and its default sentence for people. The list is closed: a
 * code that is not here does not compile, and each code has exactly one status. A sentence gives the remedy; if it
 * needs a limit or a name, the server's own message has it.
 */
export const ERRORS = {
  // The request itself
  malformed_json: { status: 400, message: 'The request body is not valid JSON. Send a JSON object.' },
  malformed_request: {
    status: 400,
    message: 'We couldn’t read the request. Check its address and headers.',
  },
  headers_too_large: {
    status: 431,
    message: 'The headers of the request are too large. Send less than 16 kB.',
  },
  request_timeout: { status: 408, message: 'The request took too long to arrive. Send it again.' },
  missing_field: { status: 400, message: 'A required field is missing. Add it and send the request again.' },
  unknown_field: { status: 400, message: 'The request has a field this call does not know. Remove it.' },
  invalid_field: { status: 400, message: 'A field does not have the form this call expects.' },
  body_too_large: { status: 413, message: 'The request is too large. Send less than 32 kB.' },
  unsupported_media_type: { status: 415, message: 'Send the request body as application/json.' },
  not_found: { status: 404, message: 'There is nothing here that you can see. Check the address.' },
  method_not_allowed: { status: 405, message: 'This address does not take that method.' },
  rate_limited: { status: 429, message: 'Too many attempts. Wait a little and try again.' },
  origin_refused: { status: 403, message: 'This request came from another site and was refused.' },
  host_refused: {
    status: 421,
    message: 'This server does not answer for that host. Use the address of the site.',
  },
  internal: { status: 500, message: 'Something went wrong on our side. Nothing was lost. Try again.' },
  unavailable: { status: 503, message: 'The service is busy or restarting. Try again in a moment.' },

  // Signing in
  unauthenticated: { status: 401, message: 'Sign in to continue.' },
  profile_incomplete: { status: 403, message: 'Complete your profile before sending money.' },
  step_up_required: { status: 403, message: 'Confirm it’s you, then try again.' },
  saved_cards_locked: {
    status: 403,
    message:
      'Your saved cards are locked for 24 hours after a sign-in on a new device or a recovery of your account. Pay with a new card.',
  },
  proof_required: { status: 403, message: 'We need one more check before we can send a code.' },
  code_wrong: { status: 422, message: 'That code isn’t right. Check the message and enter it again.' },
  code_expired: { status: 422, message: 'That code has expired. Request a new one.' },
  code_used: { status: 422, message: 'That code has been used. Request a new one.' },
  code_locked: { status: 422, message: 'Too many wrong codes. Request a new one.' },
  sms_unavailable: { status: 503, message: 'We can’t send codes right now. Try again in a few minutes.' },
  sign_in_busy: {
    status: 503,
    message: 'Many people are signing in right now. Try again in a few seconds.',
  },
  credentials_wrong: { status: 422, message: 'The email address or the password isn’t right.' },
  password_locked: {
    status: 403,
    message:
      'Too many wrong passwords were entered for this account. Choose a new password, or sign in another way.',
  },
  password_weak: {
    status: 422,
    message: 'Choose a password of at least 8 characters that is hard to guess.',
  },
  password_wrong: { status: 422, message: 'The password isn’t right.' },
  password_needed: { status: 422, message: 'Enter the password you chose when you signed up.' },
  password_mismatch: { status: 422, message: 'The new passwords don’t match. Enter the same one twice.' },
  link_expired: { status: 422, message: 'This link has expired or was used. Request a new one.' },
  token_refused: {
    status: 401,
    message: 'The sign-in service couldn’t confirm who you are. Sign in again.',
  },
  sign_in_cancelled: {
    status: 409,
    message: 'You didn’t finish signing in with Google. Try again, or sign in another way.',
  },
  sign_in_unavailable: {
    status: 503,
    message: 'We can’t reach the sign-in service right now. Try again, or sign in another way.',
  },
  link_needed: {
    status: 409,
    message:
      'An account with this email address exists. Sign in the way you usually do, then add Google in Security.',
  },
  only_way_in: {
    status: 409,
    message: 'This is your only way to sign in. Add a phone number or an email address first.',
  },
  passkey_refused: {
    status: 422,
    message: 'We couldn’t confirm the passkey. Try again, or sign in another way.',
  },
  account_locked: { status: 403, message: 'You can’t sign in to this account. Contact support.' },
  other_account: {
    status: 409,
    message: 'That belongs to another account. Sign out first, then sign in with it.',
  },
  email_taken: {
    status: 409,
    message: 'This email address belongs to another account. Sign in with it instead.',
  },

  // Profile and phone numbers
  phone_invalid: { status: 422, message: 'Your phone number is not valid' },
  phone_wrong_country: {
    status: 422,
    message: 'This number belongs to another country. Check the number or the country.',
  },
  phone_not_mobile: { status: 422, message: 'This isn’t a mobile number. Enter a mobile number.' },
  phone_mismatch: { status: 422, message: 'The phone number isn’t the one you verified.' },
  phone_taken: { status: 409, message: 'This number belongs to another account. Sign in with it instead.' },
  country_not_served: { status: 422, message: 'We don’t serve this country yet.' },
  name_mismatch: {
    status: 409,
    message: 'This wallet is registered to a different name. Check the number, or confirm the recipient.',
  },
  recipient_inactive: {
    status: 422,
    message: 'The network doesn’t have a wallet for this number. Check the number and the network.',
  },
  recipient_exists: {
    status: 409,
    message: 'You’ve already saved this number. Edit it in your recipients.',
  },
  recipients_full: {
    status: 422,
    message: 'You’ve saved the maximum of 500 recipients. Remove one, then try again.',
  },
  reminders_full: {
    status: 422,
    message: 'You have the maximum of 20 reminders. End one, then try again.',
  },
  day_invalid: { status: 422, message: 'Choose a day from today on, at most a year ahead.' },
  zone_unknown: {
    status: 422,
    message: 'We don’t know this time zone. Set the time zone of your device, then try again.',
  },
  rate_alerts_full: {
    status: 422,
    message: 'You have the maximum of 10 rate alerts. Delete one, then try again.',
  },
  rate_alert_exists: { status: 409, message: 'You already have this alert. Choose another amount.' },
  threshold_invalid: { status: 422, message: 'Enter an amount above zero, like 67.63.' },
  threshold_reached: { status: 422, message: 'Today’s rate is there already. Choose another amount.' },
  name_invalid: { status: 422, message: 'Enter the full name, using letters.' },
  email_invalid: { status: 422, message: 'Enter an email address like name@example.com.' },
  identification_invalid: {
    status: 422,
    message: 'Enter your ID number exactly as on the document: 5 to 40 letters, digits, spaces or - / .',
  },
  date_invalid: { status: 422, message: 'Enter a real date of birth.' },
  identity_check_not_open: {
    status: 409,
    message: 'Your identity check needs nothing from you right now. Open your limits to see its state.',
  },
  identity_check_unavailable: {
    status: 503,
    message: 'We can’t start the identity check right now. Your limits stay as they are. Try again later.',
  },
  message_empty: { status: 422, message: 'Write your message.' },
  message_too_long: { status: 422, message: 'Shorten your message to 5,000 characters.' },
  enquiry_closed: { status: 409, message: 'This conversation is closed. Start a new one.' },
  document_version_unknown: {
    status: 422,
    message: 'This document has changed. Reload the page and read the new version.',
  },
  consent_stays: {
    status: 409,
    message: 'You can’t withdraw this while your account is open. Close your account instead.',
  },
  age_below_18: { status: 422, message: 'You must be 18 or over to send money.' },

  payment_refused: {
    status: 403,
    message: 'We can’t accept this transfer right now. Try again later, or contact support.',
  },
  account_on_hold: {
    status: 403,
    message: 'You can’t send money from this account right now. Contact support.',
  },

  // Prices and amounts
  amount_not_a_number: { status: 422, message: 'Enter the amount as a number.' },
  amount_negative: { status: 422, message: 'The amount must be more than zero.' },
  amount_too_many_decimals: { status: 422, message: 'Amounts have at most two decimals.' },
  amount_below_minimum: { status: 422, message: 'The amount is below the minimum for this transfer.' },
  amount_above_limit: { status: 422, message: 'The amount is above the limit for one transfer.' },
  limit_24_hours: {
    status: 422,
    message: 'This is over your 24-hour limit. Send less, or try again tomorrow.',
  },
  limit_30_days: {
    status: 422,
    message: 'This is over your 30-day limit. Send less, or try again later.',
  },
  limit_person: {
    status: 422,
    message: 'This is over the limit for one person. Send less, or try again later.',
  },
  limit_recipient: {
    status: 422,
    message: 'We can’t send this much to this number. Send less, or try again later.',
  },
  currency_unknown: {
    status: 422,
    message: `We don’t support this currency. Use ${CURRENCY_CODES.join(', ').replace(/, (?=\w+$)/, ' or ')}.`,
  },
  corridor_unavailable: {
    status: 422,
    message: 'Sending between these countries isn’t available right now.',
  },
  method_unavailable: { status: 422, message: 'Bank transfers are coming soon. Choose mobile money.' },
  network_unknown: { status: 422, message: 'Choose a mobile network from the list.' },
  network_unavailable: {
    status: 422,
    message: 'This network isn’t available right now. Try again in a few minutes.',
  },
  sender_details_required: {
    status: 403,
    message: 'This network needs your sender details. Add them, then try again.',
  },
  agreements_due: {
    status: 409,
    message: 'Please read and agree to our current terms before you send money.',
  },
  declaration_required: {
    status: 422,
    message: 'Choose what the money is for and where it comes from.',
  },
  rate_changed: { status: 409, message: 'The exchange rate has changed. Check the new amounts and confirm.' },
  rate_unavailable: {
    status: 503,
    message: 'We can’t get an exchange rate right now. Try again in a few minutes.',
  },
  quote_expired: { status: 409, message: 'This price has expired. Get a new one; nothing was charged.' },
  draft_changed: {
    status: 409,
    message: 'This transfer was changed or paid in another window or on another device. Choose what to keep.',
  },

  // Payments and transfers
  idempotency_key_in_progress: {
    status: 409,
    message: 'We’re still working on the same request. Wait a moment.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used with another request. Use a new key.',
  },
  ...PAYMENT_ERRORS,
  not_cancellable: {
    status: 409,
    message: 'You can no longer cancel this transfer. Open it to see where the money is.',
  },
  tracking_over: {
    status: 409,
    message: 'This transfer ended more than 30 days ago, so you can no longer share it.',
  },
  money_in_flight: {
    status: 409,
    message: 'A transfer is still in progress. Try again when it has finished.',
  },

  // Push notifications
  push_unavailable: {
    status: 503,
    message: 'Push notifications aren’t available right now. Every notice is in the app.',
  },
  push_refused: {
    status: 422,
    message: 'We can’t send push notifications through this browser. Try another browser.',
  },

  ...OFFICE_ERRORS,
} as const satisfies Record<string, { status: number; message: string }>

/** A code of the closed list. */
export type ErrorCode = keyof typeof ERRORS

/** All codes, for schemas and tests. */
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]

/** Codes that customer calls can answer, as their documentation lists them. */
export const CUSTOMER_CODES = ERROR_CODES.filter((code) => !Object.hasOwn(OFFICE_ERRORS, code))
