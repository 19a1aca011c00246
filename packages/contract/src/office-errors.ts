/** Codes that the office alone answers; no call of customers does. */
export const OFFICE_ERRORS = {
  not_permitted: { status: 403, message: 'Your roles don’t allow this. Ask an administrator.' },
  same_person: { status: 403, message: 'This is your own request. Another member has to decide.' },
  asker_not_permitted: {
    status: 409,
    message: 'The requester has left or changed roles. Another member has to make the request.',
  },
  joined_recently: {
    status: 403,
    message: 'You joined less than 24 hours ago. Ask another member to do this.',
  },
  joined_by_invitation: {
    status: 403,
    message: 'One of you invited the other in the last 30 days. Another member has to decide.',
  },
  second_administrator_missing: {
    status: 409,
    message:
      'This needs approval, and the office has only one administrator. Invite the second on the command line: staff invite-first.',
  },
  approval_pending: { status: 409, message: 'The same request is already awaiting approval.' },
  approval_closed: { status: 409, message: 'This request was already decided or has expired.' },
  approval_outdated: {
    status: 409,
    message: 'This changed after the request was made. Make a new request.',
  },
  action_refused: { status: 409, message: 'This can’t be done now.' },
  enquiry_changed: {
    status: 409,
    message: 'There is a newer message. Read it before you answer.',
  },
  member_exists: { status: 409, message: 'A member already has this name or email address.' },
  last_administrator: {
    status: 409,
    message: 'This is the last administrator. Make another member an administrator first.',
  },
  last_passkey: { status: 409, message: 'This is your only passkey. Add another one first.' },
} as const satisfies Record<string, { status: number; message: string }>
