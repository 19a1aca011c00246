/** Codes that the office alone answers; no call of customers does. */
export const OFFICE_ERRORS = {
  not_permitted: { status: 403, message: 'Your roles don’t allow this. Ask an administrator.' },
  same_person: { status: 403, message: 'You asked for this yourself. Another person has to decide.' },
  asker_not_permitted: {
    status: 409,
    message: 'The member who asked has left, or has other roles now. Another member has to ask again.',
  },
  joined_recently: {
    status: 403,
    message: 'You joined less than 24 hours ago. Until then, ask another member to do this.',
  },
  joined_by_invitation: {
    status: 403,
    message: 'One of you invited the other in the last 30 days. Another member has to decide.',
  },
  second_administrator_missing: {
    status: 409,
    message:
      'This takes two people, and the office has one administrator. Invite the second on the command line: staff invite-first.',
  },
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
  member_exists: { status: 409, message: 'A member of staff already has this name or email address.' },
  last_administrator: {
    status: 409,
    message: 'This is the last administrator. Make another member administrator first.',
  },
  last_passkey: { status: 409, message: 'This is your only passkey. Add another one first.' },
} as const satisfies Record<string, { status: number; message: string }>
