import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { parseJson } from '../../lib/parse-json.ts'
import {
  REFUSED_CALLBACK,
  type CallbackRequest,
  type PayoutCallbacks,
} from '../../domains/transfers/ports.ts'

/** How far a signature's time may differ from now, in seconds. */
const TOLERANCE = 300

const uuid = v.pipe(v.string(), v.uuid())
const event = v.object({
  object: v.object({ type: v.string() }),
  data: v.object({
    reference: v.optional(v.unknown()),
    metadata: v.nullish(v.object({ attempt: v.optional(v.unknown()) })),
  }),
})

/** Returns true for `t=<seconds>,v1=<HMAC-SHA256 over "t.body">` by this secret, within five minutes of now. */
function isSigned({ headers, body }: CallbackRequest, secret: string): boolean {
  const [, seconds, given] =
    /^t=(\d{1,12}),\s*v1=([\w+/=-]{40,100})$/.exec(String(headers['monime-signature'])) ?? []
  if (seconds === undefined || given === undefined) return false
  if (Math.abs(Date.now() / 1_000 - Number(seconds)) > TOLERANCE) return false
  const right = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
  // Monime documents no encoding, and public integrations use both.
  const claimed = Buffer.from(given, /^[0-9a-f]{64}$/i.test(given) ? 'hex' : 'base64')
  return claimed.length === right.length && timingSafeEqual(claimed, right)
}

/** Parses Monime's notifications of payment codes, and of the pay-outs that give money back. Others than signed ones are refused. */
export function createMonimeCallbacks(secret: string): PayoutCallbacks {
  return {
    name: 'monime',
    read(request) {
      if (!isSigned(request, secret)) return REFUSED_CALLBACK
      const parsed = v.safeParse(event, parseJson(request.body.toString('utf8')))
      if (!parsed.success) return null
      const { object, data } = parsed.output
      if (object.type === 'payment_code' && v.is(uuid, data.reference))
        return { kind: 'collection', reference: data.reference }
      const attempt = data.metadata?.attempt
      return object.type === 'payout' && v.is(uuid, attempt) ? { kind: 'refund', reference: attempt } : null
    },
  }
}
