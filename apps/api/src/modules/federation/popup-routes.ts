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

/** Reports to the window that opened it, through our own origin's channel, and closes itself. */
const SCRIPT = `const result = location.hash.slice(1)
const channel = new BroadcastChannel(${JSON.stringify(SIGN_IN_CHANNEL)})
channel.postMessage(result === 'ok' ? { ok: true } : { ok: false, code: result })
channel.close()
history.replaceState(null, '', location.pathname)
window.close()
`

/** Serves the last page of a sign-in popup. */
export function registerPopup(app: FastifyInstance): void {
  app.get('/auth/popup', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      // Any other value cuts the popup from its opener on the way back from Google, and the opener believes it was
      // closed.
      .header('cross-origin-opener-policy', 'unsafe-none')
      .send(PAGE),
  )
  app.get('/auth/popup.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(SCRIPT))
}
