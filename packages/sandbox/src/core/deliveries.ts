import { createHmac, randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { signatureHeaders } from '../pawapay/signatures.ts'
import type { DueWork } from './due.ts'
import type { Faults, FaultTarget, OutgoingRequest, World, WorldOptions } from './world.ts'

type Recipient = Parameters<World['deliver']>[0]

interface Delivery {
  target: Recipient
  request: OutgoingRequest
  firstAt: number
  failures: number
  /** True once a fault has delayed it: from then on it is sent normally. */
  held: boolean
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const BACK_OFF = [SECOND, 2 * SECOND, 5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR]
const LONGEST_BACK_OFF = 3 * HOUR
const ANSWER_WITHIN_MS = 10 * SECOND
const HOLD_MS = 3 * SECOND
const KIND = 'delivery'

/** How long a sender retries: Stripe for three days, pawaPay and Smile ID for 15 minutes; MTN sends once. Monime's is invented. */
const GIVE_UP_AFTER: Record<Recipient, number> = {
  stripe: 72 * HOUR,
  pawapay: 15 * MINUTE,
  'mtn-momo': 0,
  monime: 15 * MINUTE,
  'smile-id': 15 * MINUTE,
}

/** The rail whose faults can affect a sender's notifications rather than its calls. */
const RAIL: Record<Recipient, FaultTarget> = {
  stripe: 'card',
  pawapay: 'payout',
  'mtn-momo': 'payout',
  monime: 'collection',
  'smile-id': 'identity',
}

interface Deliveries {
  deliver: World['deliver']
  /** Aborts deliveries in flight; they count as not sent. */
  stop(): void
}

/** Sends notifications to the product until it accepts them, subject to the faults set for them. */
export function openDeliveries(
  due: DueWork,
  faults: Faults,
  options: WorldOptions,
  now: () => number,
): Deliveries {
  const stopping = new AbortController()

  function signatureOf(method: string, url: URL, { headers, body, sign }: OutgoingRequest) {
    if (sign === 'stripe') return { 'stripe-signature': signature(body, now(), options) }
    if (sign === 'monime') return { 'monime-signature': monimeSignature(body, now(), options) }
    if (sign !== 'pawapay') return {}
    const { signingKey, form } = options.pawapay
    return signatureHeaders({ method, url, headers, body }, signingKey, form, now())
  }

  async function send({ request }: Delivery): Promise<boolean> {
    const { method = 'POST', path, headers, body } = request
    const url = new URL(options.webhookBase + path)
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)])
    try {
      const response = await fetch(url, {
        method,
        headers: { ...headers, ...signatureOf(method, url, request) },
        body,
        signal,
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }

  function meetFault({ target, request }: Delivery) {
    const rail = request.rail ?? RAIL[target]
    return faults.take('webhook') ?? faults.take(rail, ['duplicate', 'reorder', 'drop'])
  }

  function again(key: string, delivery: Delivery) {
    const wait = BACK_OFF[delivery.failures] ?? LONGEST_BACK_OFF
    const next = { ...delivery, failures: delivery.failures + 1 }
    if (now() + wait - delivery.firstAt < GIVE_UP_AFTER[delivery.target]) {
      due.schedule(KIND, key, now() + wait, next)
    }
  }

  async function attempt(key: string, delivery: Delivery): Promise<void> {
    const fault = delivery.held ? null : meetFault(delivery)
    switch (fault?.mode) {
      case 'drop':
        return
      case 'reorder':
      case 'slow':
        // Notifications sent in the meantime overtake it.
        due.schedule(KIND, key, now() + (fault.ms ?? HOLD_MS), { ...delivery, held: true })
        return
      case 'time_out_before':
      case 'error_500':
        return again(key, delivery)
      case 'time_out_after':
        await send(delivery)
        return again(key, delivery)
      case 'duplicate':
        await send(delivery)
        break
      case 'unavailable':
      case undefined:
    }
    if (await send(delivery)) return
    // A delivery aborted by our own shutdown stays due at once.
    if (stopping.signal.aborted) due.schedule(KIND, key, now(), delivery)
    else again(key, delivery)
  }

  due.onDue(KIND, (key, payload) => attempt(key, payload as Delivery))

  return {
    deliver(target, request, dueAt = now()) {
      const delivery: Delivery = { target, request, firstAt: dueAt, failures: 0, held: false }
      due.schedule(KIND, randomUUID(), dueAt, delivery)
    },
    stop() {
      stopping.abort()
    },
  }
}

/** Header and form are from third parties, which disagree; ours is hexadecimal. */
function monimeSignature(body: string, nowMs: number, { stripeWebhookSecret }: WorldOptions): string {
  const seconds = Math.floor(nowMs / SECOND)
  const mac = createHmac('sha256', stripeWebhookSecret).update(`${seconds}.${body}`)
  return `t=${seconds},v1=${mac.digest('hex')}`
}

function signature(payload: string, nowMs: number, options: WorldOptions): string {
  return Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: options.stripeWebhookSecret,
    timestamp: Math.floor(nowMs / 1000),
  })
}
