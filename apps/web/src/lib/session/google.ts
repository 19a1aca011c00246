import { calls, ERRORS, SIGN_IN_CHANNEL, type ErrorCode, type SignedIn } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { tryCall } from '../api/api.ts'

const WINDOW = 'popup,width=480,height=680'
const LOOK_MS = 500
/** The answer and the closed window are detected separately, so the answer may arrive a little later. */
const GRACE_LOOKS = 4

/** The server adds Google to an account only when one of our pages asks for it. */
export type GooglePurpose = 'sign-in' | 'add'

/** Messages for the answers that the window may send; any other answer is a bug. */
const WORDS: Partial<Record<ErrorCode, string>> = {
  sign_in_cancelled: ERRORS.sign_in_cancelled.message,
  sign_in_unavailable: ERRORS.sign_in_unavailable.message,
  token_refused: ERRORS.token_refused.message,
  link_needed: ERRORS.link_needed.message,
  other_account: ERRORS.other_account.message,
  account_locked: ERRORS.account_locked.message,
  step_up_required: ERRORS.step_up_required.message,
  rate_limited: ERRORS.rate_limited.message,
}

/**
 * Signs in with Google in a separate window, or adds Google to the account. Must be called from a click, or
 * browsers block the window.
 */
export async function signInByGoogle(purpose: GooglePurpose): Promise<Outcome<SignedIn>> {
  const query = purpose === 'add' ? '?add=true' : ''
  const popup = window.open(`${calls.startGoogle.path}${query}`, 'sesa-google', WINDOW)
  if (!popup) {
    return failure(
      'sign_in_cancelled',
      i18n.t('Your browser blocked the Google window. Allow pop-up windows for this page, then try again.'),
    )
  }
  const code = await answerOf(popup)
  if (code === 'closed') {
    return failure('sign_in_cancelled', i18n.t('The Google window closed before you signed in. Try again.'))
  }
  if (code !== 'ok') return failure(code, WORDS[code] ?? ERRORS.internal.message)
  // The window shares its session cookie with this tab, which only lacks the token.
  return tryCall(calls.refreshToken, {})
}

function answerOf(popup: Window): Promise<'ok' | 'closed' | ErrorCode> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(SIGN_IN_CHANNEL)
    let looksSinceClosed = 0
    const end = (answer: 'ok' | 'closed' | ErrorCode) => {
      clearInterval(timer)
      channel.close()
      resolve(answer)
    }
    const timer = setInterval(() => {
      if (popup.closed && ++looksSinceClosed > GRACE_LOOKS) end('closed')
    }, LOOK_MS)
    channel.onmessage = ({ data }: MessageEvent<{ ok: true } | { ok: false; code: ErrorCode }>) =>
      end(data.ok ? 'ok' : data.code)
  })
}

function failure(code: ErrorCode, message: string): Outcome<SignedIn> {
  return { error: { code, message } }
}
