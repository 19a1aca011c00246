import { SIGN_IN_CHANNEL } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'

const POLICY =
  "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Signing in</title>
<script src="/auth/popup.js" defer></script></head>
<body><main><h1>You can close this window</h1><p>Go on in the window you came from.</p>
<p><a href="/sign-in">Or sign in here</a></p></main></body>
</html>
`

/** Tells the window that opened it, through our own origin's channel, and closes itself. */
const SCRIPT = `const result = location.hash.slice(1)
const channel = new BroadcastChannel(${JSON.stringify(SIGN_IN_CHANNEL)})
channel.postMessage(result === 'ok' ? { ok: true } : { ok: false, code: result })
channel.close()
history.replaceState(null, '', location.pathname)
window.close()
`

/** The page that a sign-in popup ends on. */
export function registerPopup(app: FastifyInstance): void {
  app.get('/auth/popup', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      // Any other value cuts the popup from its opener as it comes back from Google, which then takes it for closed.
      .header('cross-origin-opener-policy', 'unsafe-none')
      .send(PAGE),
  )
  app.get('/auth/popup.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(SCRIPT))
}
