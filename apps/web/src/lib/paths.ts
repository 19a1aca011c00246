/** The public pages: separate documents, built by the site. */
const publicPaths = {
  home: '/',
  about: '/about',
  howItWorks: '/how-it-works',
  contact: '/contact-us',
  loans: '/loans',
  commodities: '/commodities',
  testimonials: '/testimonials',
  help: '/help',
  helpBankTransfer: '/help/bank-transfer',
  helpMobileMoney: '/help/mobile-money',
  helpAgents: '/help/agents',
  helpPayByCard: '/help/pay-by-card',
  helpWhereIsMyMoney: '/help/where-is-my-money',
  helpCancel: '/help/cancel-or-change',
  helpRefunds: '/help/refunds',
  helpFees: '/help/fees-and-rates',
  helpLimits: '/help/limits',
  helpNames: '/help/name-does-not-match',
  helpScams: '/help/scams',
  helpSignIn: '/help/sign-in',
  helpClose: '/help/close-account',
  terms: '/terms',
  privacy: '/privacy',
  electronicReceipts: '/electronic-receipts',
  fees: '/fees',
  rates: '/rates',
  licences: '/licences',
  complaints: '/complaints',
  accessibility: '/accessibility',
  security: '/security',
} as const

/** The pages that the app's shell serves. */
const appPaths = {
  signIn: '/sign-in',
  signUp: '/sign-up',
  phoneSignIn: '/signin',
  emailSignUp: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  undoEmail: '/undo-email',
  sendMoney: '/send-money',
  transferStatus: '/transfer-status',
  receipt: '/receipt',
  me: '/me',
  dashboard: '/me/dashboard',
  recipients: '/me/recipients',
  reminders: '/me/reminders',
  newReminder: '/me/reminders/new',
  rateAlerts: '/me/rate-alerts',
  statement: '/me/statement',
  profile: '/me/profile',
  editProfile: '/me/edit-profile',
  senderDetails: '/me/sender-details',
  setUpProfile: '/me/set-up-profile',
  settings: '/me/settings',
  notifications: '/me/notifications',
  limits: '/me/limits',
  cards: '/me/cards',
  notices: '/me/notices',
  messages: '/me/messages',
  newMessage: '/me/messages/new',
  agreements: '/me/agreements',
  oldProfile: '/profile',
} as const

/** The part of an address that asks the limits page how to send more. */
export const WANTS_MORE = 'more'

/** Every path of the web app. Links and navigation use only these constants. */
export const paths = { ...publicPaths, ...appPaths } as const

const KNOWN: ReadonlySet<string> = new Set(Object.values(paths))

/** Any other path below `/me`. Its guards run before it is reported as not found. */
export const BENEATH_ME = `${appPaths.me}/*`

/** The paths that the server answers with the app's document. */
export const APP_PATHS: readonly string[] = [...Object.values(appPaths), BENEATH_ME]

const KNOWN_TO_APP: ReadonlySet<string> = new Set(Object.values(appPaths))

/** Returns true for a path that the app shows; every other path is a separate document. */
export function isAppPath(pathname: string): boolean {
  return KNOWN_TO_APP.has(pathname) || pathname.startsWith(`${appPaths.me}/`)
}

/**
 * Returns the path to continue to from a `to` in the address: one of our paths with its query, leading slash
 * optional. Anything else (another origin, `//host`, a backslash, an unknown path) is undefined, so that a
 * link cannot lead customers to another site.
 */
export function safeTo(to: string | null | undefined): string | undefined {
  if (!to || hasControlOrBackslash(to)) return undefined
  const local = to.startsWith('/') ? to : `/${to}`
  if (local.startsWith('//')) return undefined
  const base = 'https://sesa.invalid'
  if (!URL.canParse(local, base)) return undefined
  const url = new URL(local, base)
  const isOurs = url.origin === base && (KNOWN.has(url.pathname) || isAppPath(url.pathname))
  return isOurs ? url.pathname + url.search : undefined
}

function hasControlOrBackslash(text: string): boolean {
  return [...text].some((character) => character === '\\' || character < ' ')
}

/** Returns `path?to=…`, which leads back to `to` afterwards. */
export function withTo(path: string, to: string): string {
  return `${path}?to=${encodeURIComponent(to).replaceAll('%2F', '/')}`
}

/** Returns the page of one transfer. `intent=view` only reads. */
export function transferStatusPath(paymentId: string, intent?: 'view'): string {
  const query = new URLSearchParams({ payment_intent: paymentId, ...(intent && { intent }) })
  return `${paths.transferStatus}?${query}`
}

/** Returns the receipt of one transfer. */
export function receiptPath(paymentId: string): string {
  return `${paths.receipt}?${new URLSearchParams({ payment_intent: paymentId })}`
}

/** Returns the form for a question about the transfer with this reference. */
export function contactPath(reference: string): string {
  return `${paths.newMessage}?${new URLSearchParams({ reference })}`
}

/** Returns the page of one conversation with support. */
export function messagePath(id: string): string {
  return `${paths.messages}/${encodeURIComponent(id)}`
}

/** Returns the send form, filled in like an earlier transfer. */
export function resendPath(paymentId: string): string {
  return `${paths.sendMoney}?${new URLSearchParams({ resend: paymentId })}`
}

/** Returns the send form, filled in for a saved recipient. */
export function sendToPath(recipientId: string): string {
  return `${paths.sendMoney}?${new URLSearchParams({ recipient: recipientId })}`
}

/** Returns the send form, filled in from a reminder. */
export function sendReminderPath(reminderId: string): string {
  return `${paths.sendMoney}?reminder=${reminderId}`
}

/** Returns the form for a new reminder: about a saved recipient, or like an earlier transfer. */
export function newReminderPath(about: 'recipient' | 'like', id: string): string {
  return `${paths.newReminder}?${about}=${id}`
}

/** Returns the page of a saved recipient. */
export function recipientPath(id: string): string {
  return `${paths.recipients}?${new URLSearchParams({ person: id })}`
}

/** Returns the page of transfers to one number, without the rest of the home page. */
export function transfersToPath(phone: string): string {
  return `${paths.dashboard}?${new URLSearchParams({ page: '1', search: phone })}`
}

/** Returns a path with its query, if there is one. */
export function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query}`
}
