import type { Edit } from './edit.ts'

const MODULES = 'apps/api/src/domains'
const IDENTITY = `${MODULES}/identity`

/** Sessions, rights and tokens: chapters 7 to 9. */
export const SESSION_EDITS: readonly Edit[] = [
  {
    what: 'tokens are accepted without a check',
    rows: ['V7.2.1', 'V9.1.1', 'V9.1.2', 'V9.1.3'],
    file: `${IDENTITY}/tokens/tokens.ts`,
    find: '      } catch {\n        return null\n',
    replace: `      } catch {
        const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
        if (!text.startsWith('{')) return null
        const claims = JSON.parse(text) as { sub: string; sid: string }
        return { userId: claims.sub, sessionId: claims.sid }
`,
  },
  {
    what: 'a new sign-in does not end the earlier session',
    rows: ['V7.2.2', 'V7.2.4'],
    file: `${IDENTITY}/sessions/open-session.ts`,
    find: 'const replaced = await replaceSessions(tx, userId, deviceHash, visitor)',
    replace: 'const replaced = { trusted: replaceSessions.length === 0, unbound: false }',
  },
  {
    what: 'tokens are stored without hashing',
    rows: ['V7.2.3'],
    file: `${IDENTITY}/sessions/open-session.ts`,
    find: "return createHash('sha256').update(token).digest()",
    replace: "return Buffer.from(token, 'base64url')",
  },
  {
    what: 'sessions stay open while idle for ten hours',
    rows: ['V7.3.1'],
    file: `${IDENTITY}/sessions/store.ts`,
    find: "'30 days' : '60 minutes'",
    replace: "'30 days' : '600 minutes'",
  },
  {
    what: 'sessions last for years',
    rows: ['V7.3.2'],
    file: `${IDENTITY}/sessions/store.ts`,
    find: 'const DAYS_AT_MOST = 90',
    replace: 'const DAYS_AT_MOST = 900',
  },
  {
    what: 'an ended session is still valid',
    rows: ['V7.4.1'],
    file: `${IDENTITY}/sessions/store.ts`,
    find: 'sql<boolean>`s.ended_at is null and ',
    replace: 'sql<boolean>`',
  },
  {
    what: 'a closed account stays open',
    rows: ['V7.4.2'],
    file: `${MODULES}/account/service.ts`,
    find: 'await markClosed(tx, userId)',
    replace: '',
    also: [
      {
        file: `${IDENTITY}/forget.ts`,
        find: "await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()",
        replace: '',
      },
    ],
  },
  {
    what: 'other devices stay signed in when the password changes',
    rows: ['V7.4.3'],
    file: `${MODULES}/passwords/service.ts`,
    find: 'await deps.gateway.signOutOthers(tx, userId, sessionId)',
    replace: '',
  },
  {
    what: 'other tabs do not learn of a sign-out',
    rows: ['V7.4.4', 'V14.3.1'],
    file: 'apps/web/src/lib/session/session.ts',
    find: "  channel?.postMessage('signed-out')\n",
    replace: '',
  },
  {
    what: 'a sign-out by staff ends no session',
    rows: ['V7.4.5'],
    file: `${IDENTITY}/staff/actions.ts`,
    find: 'sessionId === undefined ? await endOtherSessions(tx, id, null)',
    replace: 'sessionId === undefined ? 0',
  },
  {
    what: 'a device that was signed out stays signed in',
    rows: ['V7.5.2'],
    file: `${IDENTITY}/service.ts`,
    find: 'const ended = await endSession(tx, { id, userId })',
    replace: 'const ended = { id }',
  },
  {
    what: 'a link in an email signs its reader in',
    rows: ['V7.6.2'],
    file: `${MODULES}/email/verify.ts`,
    find: 'return { email, opened: null, resetFrom: await confirmAddress(tx, parts, { userId, email }, request) }',
    replace:
      "const resetFrom = await confirmAddress(tx, parts, { userId, email }, request)\n    return { email, resetFrom, opened: await parts.gateway.open(tx, { userId, method: 'email', visitor: request.visitor }) }",
  },
  {
    what: 'calls need no token',
    rows: ['V8.2.1', 'V8.3.1'],
    file: 'apps/api/src/http/route.ts',
    find: "if (!request.caller) throw new Refused('unauthenticated')",
    replace: 'if (!request.caller) return',
  },
  {
    what: 'everybody’s transfers are shown',
    rows: ['V8.2.2', 'V8.4.1'],
    file: `${MODULES}/transfers/history/list.ts`,
    find: "paymentId).where('user_id', '=', userId)",
    replace: 'paymentId)',
  },
  {
    what: 'tokens never expire',
    rows: ['V9.2.1'],
    file: `${IDENTITY}/tokens/tokens.ts`,
    find: '          audience: AUDIENCE,\n',
    replace: '          audience: AUDIENCE,\n          clockTolerance: 1e9,\n',
  },
  {
    what: 'tokens of any type are accepted',
    rows: ['V9.2.2'],
    file: `${IDENTITY}/tokens/tokens.ts`,
    find: '          typ: TYPE,\n          issuer',
    replace: '          issuer',
  },
  {
    what: 'tokens for any audience are accepted',
    rows: ['V9.2.3'],
    file: `${IDENTITY}/tokens/tokens.ts`,
    find: '          audience: AUDIENCE,\n',
    replace: '',
  },
  {
    what: 'tokens name a second audience',
    rows: ['V9.2.4'],
    file: `${IDENTITY}/tokens/tokens.ts`,
    find: '.setAudience(AUDIENCE)',
    replace: ".setAudience([AUDIENCE, 'anybody'])",
  },
  {
    what: 'a passkey is added without step-up',
    rows: ['V7.5.1'],
    file: 'packages/contract/src/rules/proofs.ts',
    find: '  addPasskey: always,',
    replace: '  addPasskey: ownThings,',
  },
]
