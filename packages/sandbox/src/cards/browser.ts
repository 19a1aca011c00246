import type { FastifyInstance, FastifyReply } from 'fastify'
import { readFileSync } from 'node:fs'
import type Stripe from 'stripe'
import type { World } from '../core/world.ts'
import type { NetworkFor } from './events.ts'
import { endChallenge } from './intents.ts'
import { text } from './protocol/params.ts'
import type { Params } from './protocol/params.ts'
import type { CardStore } from './objects/store.ts'

const BASE = '/sandbox/stripe'
const FOLDER = new URL('../../browser/', import.meta.url)
const ASSETS = [
  { path: '/stripe.js', files: ['payment-element.js', 'stripe-stand-in.js'], type: 'text/javascript' },
  { path: '/card-frame', files: ['card-frame.html'], type: 'text/html' },
  { path: '/wallet-frame', files: ['wallet-frame.html'], type: 'text/html' },
  { path: '/wallet-frame.js', files: ['wallet-frame.js'], type: 'text/javascript' },
  { path: '/card-list.js', files: ['card-list.js'], type: 'text/javascript' },
  { path: '/frame.js', files: ['frame.js'], type: 'text/javascript' },
  { path: '/bank-account.js', files: ['bank-account.js'], type: 'text/javascript' },
  { path: '/card-frame.js', files: ['card-frame.js'], type: 'text/javascript' },
  { path: '/card-frame.css', files: ['card-frame.css'], type: 'text/css' },
  { path: '/bank-frame.js', files: ['bank-frame.js'], type: 'text/javascript' },
  { path: '/bank.css', files: ['bank.css'], type: 'text/css' },
]
/** Returns a policy that allows nothing inline or from other origins, and framing only by the product's pages. */
const policyFor = (world: World): string =>
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; " +
  `frame-ancestors 'self' ${productOrigin(world)}`

/** Returns the origin of the product's pages, which differs from the card form's, as with Stripe. */
const productOrigin = (world: World): string => new URL(world.options.publicUrl).origin

/** Registers the browser's resources: the stand-in for Stripe.js, its card form, and the bank's 3-D Secure page. */
export function registerBrowser(
  scope: FastifyInstance,
  world: World,
  store: CardStore,
  networkFor: NetworkFor,
): void {
  const page = pageWith(policyFor(world))
  for (const { path, files, type } of ASSETS) {
    const content = files.map((file) => readFileSync(new URL(file, FOLDER), 'utf8')).join('\n')
    scope.get(BASE + path, (_request, reply) => page(reply, content, type))
  }

  scope.get(`${BASE}/3ds/:id`, (request, reply) => {
    const { id } = request.params as { id: string }
    const kept = store.find('payment_intent', id)
    if (!kept) return page(reply.code(404), notice('This payment is not known to the bank.'))
    const token = text(request.query as Params, 'attempt')
    if (kept.object.status !== 'requires_action' || kept.secret['challenge'] !== token) {
      return page(reply, ended(kept.object, productOrigin(world)))
    }
    const method = store.find('payment_method', kept.secret['method'] ?? '')
    return page(reply, challengePage(kept.object, token ?? '', method?.object.card?.last4 ?? '····'))
  })

  scope.post(`${BASE}/3ds/:id`, (request, reply) => {
    const { id } = request.params as { id: string }
    const form = (request.body ?? {}) as Params
    const before = store.find('payment_intent', id)?.object
    if (!before) return page(reply.code(404), notice('This payment is not known to the bank.'))
    const passed = text(form, 'outcome') === 'complete'
    const after = world.atomically(() =>
      endChallenge(networkFor(null), id, text(form, 'attempt') ?? '', passed),
    )
    if (text(request.query as Params, 'frame') !== undefined) {
      return page(reply, endedInFrame(productOrigin(world)))
    }
    if (!after) return page(reply, ended(before, productOrigin(world)))
    const goTo = returnUrl(before.next_action?.redirect_to_url?.return_url, after)
    return goTo ? reply.redirect(goTo, 303) : page(reply, ended(after, productOrigin(world)))
  })
}

function pageWith(policy: string) {
  return (reply: FastifyReply, content: string, type = 'text/html'): FastifyReply =>
    reply
      .header('Content-Type', `${type}; charset=utf-8`)
      .header('Cache-Control', 'no-cache')
      .header('Content-Security-Policy', policy)
      .header('X-Content-Type-Options', 'nosniff')
      // The product's pages load the script from this origin.
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .send(content)
}

function returnUrl(base: string | null | undefined, intent: Stripe.PaymentIntent): string | null {
  const url = base ? URL.parse(base) : null
  if (!url) return null
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed')
  return url.href
}

function ended(intent: Stripe.PaymentIntent, shop: string): string {
  const sentence =
    intent.status === 'succeeded'
      ? 'You approved this payment.'
      : 'This payment no longer needs your approval.'
  return bankPage('Sandbox Bank', `<p>${sentence}</p><p><a href="${escape(shop)}">Go back to Sesa</a></p>`)
}

/** Returns the page that notifies the page around the frame of the customer's decision. */
function endedInFrame(shop: string): string {
  return bankPage(
    'Sandbox Bank',
    `<p>Thank you.</p><script src="${BASE}/bank-frame.js" data-shop="${escape(shop)}"></script>`,
  )
}

function challengePage(intent: Stripe.PaymentIntent, token: string, last4: string): string {
  return bankPage(
    'Approve this payment',
    `<dl>
      <div><dt>Merchant</dt><dd>Sesa</dd></div>
      <div><dt>Amount</dt><dd>${escape(printed(intent))}</dd></div>
      <div><dt>Card</dt><dd>ending in ${escape(last4)}</dd></div>
    </dl>
    <form method="post">
      <input type="hidden" name="attempt" value="${escape(token)}">
      <button class="main" name="outcome" value="complete">Complete authentication</button>
      <button name="outcome" value="fail">Fail authentication</button>
    </form>`,
  )
}

function notice(sentence: string): string {
  return bankPage('Sandbox Bank', `<p>${escape(sentence)}</p>`)
}

function bankPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${title} · Sandbox Bank</title>
  <link rel="stylesheet" href="${BASE}/bank.css">
</head>
<body>
  <main>
    <p class="bank">Sandbox Bank · 3-D Secure</p>
    <h1>${title}</h1>
    ${body}
    <p class="small">A pretend bank for trying things out. No real money moves.</p>
  </main>
</body>
</html>`
}

/** Formats an amount from its digits, such as `USD 1,234.50`: every currency of the network has two decimals. */
function printed(intent: Stripe.PaymentIntent): string {
  const digits = `${intent.amount}`.padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${intent.currency.toUpperCase()} ${whole}.${digits.slice(-2)}`
}

function escape(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
