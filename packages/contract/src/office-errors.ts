/** Codes that the office alone answers; no call of customers does. */
export const OFFICE_ERRORS = {
  not_permitted: { status: 403, message: 'Your roles don’t allow this. Ask an administrator.' },
  same_person: { status: 403, message: 'You asked for this yourself. Another person has to decide.' },
  approval_pending: { status: 409, message: 'The same request already waits for a second person.' },
  approval_closed: { status: 409, message: 'This request was already decided, or it expired.' },
  approval_outdated: {
    status: 409,
    message: 'What this request is about has changed since. Make a new request.',
  },
  action_refused: { status: 409, message: 'This can’t be done now.' },
  enquiry_changed: {
    status: 409,
    message: 'There is a newer message. Read it before you answer.',
  },
  member_exists: { status: 409, message: 'A member of staff already has this email address.' },
  last_administrator: {
    status: 409,
    message: 'This is the last administrator. Make another member administrator first.',
  },
  last_passkey: { status: 409, message: 'This is your only passkey. Add another one first.' },
} as const satisfies Record<string, { status: number; message: string }>
