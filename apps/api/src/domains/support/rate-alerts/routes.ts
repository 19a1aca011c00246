import { calls } from '@sesa/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendBusyPage } from '../../../http/busy-page.ts'
import { isForm, type Form } from '../../../http/forms.ts'
import { originOf } from '../../../http/origin.ts'
import { route } from '../../../http/route.ts'
import { Refused } from '../../../lib/refused.ts'
import { thresholdOf } from './check.ts'
import {
  createRateAlert,
  deleteRateAlert,
  endByLink,
  listRateAlerts,
  type RateAlertsDeps,
} from './service.ts'
import { findByLink } from './store.ts'
import { alertText } from './words.ts'

/** The page's name in the web build. */
const PAGE = calls.endRateAlertByLink.path

/** The page's button posts a form, and so do mail programs (RFC 8058), which do not follow redirects. */
const FORM: Form = { title: 'Rate alert', fields: [], submit: 'Turn it off', takesMultipart: true }

/** Keeps the secret URL from search engines and other sites. Our own form has to send its origin. */
function hideAddress(reply: FastifyReply): void {
  void reply.headers({
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  })
}

export function registerRateAlerts(app: FastifyInstance, deps: RateAlertsDeps): void {
  route(app, calls.listRateAlerts, ({ caller }) => listRateAlerts(deps, caller.userId, caller.country))
  route(app, calls.createRateAlert, async ({ body, caller }, request) => ({
    alert: await createRateAlert(deps, caller, body, originOf(request)),
  }))
  route(app, calls.deleteRateAlert, async ({ params, caller }, request) => {
    await deleteRateAlert(deps, caller, params.id, originOf(request))
    return undefined
  })
  route(
    app,
    calls.endRateAlertByLink,
    async ({ params }, request, reply) => {
      hideAddress(reply)
      await findCounted(app, deps, request, params.token)
      await endByLink(deps, params.token, originOf(request))
      if (isForm(request) && app.hasReplyDecorator('sendLive')) return reply.sendLive(PAGE, { done: 'done' })
      return { ended: true } as const
    },
    { anonymous: true, form: FORM },
  )
  app.get('/rate-alerts/off/:token', (request: PageRequest, reply) => sendOffPage(app, deps, request, reply))
}

type PageRequest = FastifyRequest<{ Params: { token: string } }>

/** Counts the network address, finds the link by its token and counts it: a flood of guesses does not affect valid links. */
async function findCounted(
  app: FastifyInstance,
  { db }: RateAlertsDeps,
  { ip: address }: FastifyRequest,
  token: string,
) {
  const from = { userId: null, address }
  await app.countCall('endRateAlertByLink', from)
  const alert = await findByLink(db, token)
  await app.countCall('endRateAlertByLink', { ...from, link: alert === undefined ? null : token })
  return alert
}

/** Shows the alert that the link switches off. Opening it changes nothing, since mail scanners open every link. */
async function sendOffPage(
  app: FastifyInstance,
  deps: RateAlertsDeps,
  request: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  hideAddress(reply)
  if (!app.hasReplyDecorator('sendLive')) throw new Refused('not_found')
  try {
    const alert = await findCounted(app, deps, request, request.params.token)
    if (alert === undefined) return await reply.code(404).sendLive(PAGE, { gone: 'gone' })
    return await reply.sendLive(PAGE, { ask: 'ask', about: alertText(alert, thresholdOf(alert)) })
  } catch (error) {
    return sendBusyPage(error as Error, reply, PAGE, { busy: 'busy' })
  }
}
