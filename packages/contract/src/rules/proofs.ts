/**
 * How a customer call treats a stolen session. `asks`: it turns a session into money, a new way to sign in or a copy of
 * the data, so it requires a proof from the last ten minutes (`step_up_required`), always or in the named case. `free`:
 * why a session, or no session, is enough. `proves`: the call is itself a proof.
 */
export type Proof = { readonly asks: string } | { readonly free: string } | { readonly proves: string }

const ALWAYS = 'always'

const always = { asks: ALWAYS } as const
const ownThings = { free: 'It arranges the customer’s own pages, and moves no money.' } as const
const message = { free: 'It sends words to our support.' } as const
const paid = { free: 'It acts on a transfer that was paid, and sends money to no other place.' } as const
const quieter = { free: 'It ends something, and opens nothing.' } as const

/**
 * Every call that changes something, and every other one that returns a way to sign in, data in bulk or a card. The
 * server requires the proofs marked `always` by this list.
 */
export const PROOFS = {
  // Ways to sign in
  startPhone: { free: 'It sends a code to its number. The code counts when it comes back.' },
  verifyPhone: { asks: 'when it links a number to the signed-in account; else the code is the proof' },
  changePhone: always,
  startGoogle: { asks: 'when it adds Google to the signed-in account, at the callback' },
  removeGoogle: always,
  signInByFirebase: {
    asks: 'when it links a number or Google to the signed-in account; else its token is the proof',
  },
  signUpByEmail: { free: 'It opens nothing before the link in the email is followed.' },
  verifyEmail: {
    proves: 'The link does. A stale session, or none, opens the reset of a password after 24 hours only',
  },
  resendEmail: { free: 'It sends a link to the address that the profile already has.' },
  undoEmail: { proves: 'The link in the email to the former address does' },
  signInByEmail: { proves: 'The password does' },
  forgotPassword: { free: 'It sends a link to the confirmed address.' },
  resetPassword: { proves: 'The link in the email does' },
  putPassword: { asks: 'for the first password; later ones want the current password' },
  startPasskey: always,
  addPasskey: always,
  removePasskey: always,
  declinePasskey: ownThings,
  challengePasskey: { free: 'It returns a random challenge.' },
  signInByPasskey: { proves: 'The passkey does' },
  refreshToken: { free: 'It renews the session as it is, with the age of its proof.' },
  signOut: quieter,
  endSession: { asks: 'for another device than the caller’s' },
  endOtherSessions: always,
  // The person
  createUser: { free: 'It needs the number that the account has proved.' },
  putProfile: { asks: 'for an address, and after a transfer for name and date of birth' },
  putSenderDetails: {
    free: 'It changes what the receiving network learns, and no way in. The owner is notified.',
  },
  startIdentityCheck: { free: 'Only a document and a face that match the profile pass it.' },
  confirmIdentityName: { asks: 'after a transfer' },
  exportData: always,
  deleteUser: always,
  // Money
  createPaymentIntent: {
    asks: 'when it offers saved cards, except on a known device for a recipient that was paid with a proof before; without them a card is typed',
  },
  addPayerNumber: always,
  removePayerNumber: quieter,
  setRefundNumber: always,
  pay: { proves: 'The PIN on the payer’s own phone does' },
  stopPayment: { free: 'It takes an unused code back, and pays nobody.' },
  sendMoney: paid,
  complete: paid,
  cancelTransfer: { free: 'It stops a transfer, and pays nobody.' },
  listCards: { free: 'It names cards by their last digits. None pays outside a payment that offers it.' },
  removeCard: quieter,
  createTrackingLink: { free: 'It shows a transfer that was paid, without its sender’s details.' },
  endTrackingLinks: quieter,
  putDraft: ownThings,
  deleteDraft: ownThings,
  addRecipient: {
    free: 'It saves a name and a number. A first payment to them is a payment to a new recipient.',
  },
  updateRecipient: { free: 'A payment to the changed number is a payment to a new recipient.' },
  removeRecipient: quieter,
  checkRecipient: { free: 'It asks a network for the name of a wallet, within limits.' },
  createReminder: { free: 'It reminds, and pays nothing.' },
  updateReminder: { free: 'It reminds, and pays nothing.' },
  pauseReminder: quieter,
  resumeReminder: { free: 'It reminds, and pays nothing.' },
  endReminder: quieter,
  createRateAlert: ownThings,
  deleteRateAlert: quieter,
  endRateAlertByLink: quieter,
  // Messages
  putNotifications: { free: 'Security messages are sent whatever it says.' },
  readNotices: ownThings,
  subscribePush: { free: 'Push notifications hold no amounts, names or codes.' },
  keepPush: { free: 'Push notifications hold no amounts, names or codes.' },
  unsubscribePush: quieter,
  declinePush: ownThings,
  sendContact: message,
  expressInterest: message,
  openEnquiry: message,
  addEnquiryMessage: message,
  putConsents: { free: 'It records agreements to our documents.' },
} as const satisfies Readonly<Record<string, Proof>>

const known: Readonly<Record<string, Proof>> = PROOFS

/** Returns how a call treats a stolen session; undefined for a call that neither changes nor returns anything sensitive. */
export const proofOf = (name: string): Proof | undefined =>
  Object.hasOwn(known, name) ? known[name] : undefined

/** Returns true for a call that always requires a proof from the last ten minutes. */
export function asksAlways(name: string): boolean {
  const proof = proofOf(name)
  return proof !== undefined && 'asks' in proof && proof.asks === ALWAYS
}
