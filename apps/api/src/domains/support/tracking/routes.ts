import { calls, type TrackedState } from '@sesa/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendBusyPage } from '../../../http/busy-page.ts'
import { route } from '../../../http/route.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Tracking } from './service.ts'

/** The page's name in the web build. */
const PAGE = calls.trackTransfer.path.replace('/status', '')

/** Final states. Undelivered money may still arrive. */
const LAST: readonly TrackedState[] = ['arrived', 'cancelled']

/** Keeps the secret URL from search engines and other sites. */
function hideAddress(reply: FastifyReply): void {
  void reply.headers({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
}

export function registerTracking(app: FastifyInstance, tracking: Tracking): void {
  route(app, calls.createTrackingLink, ({ params, caller }) =>
    tracking.createLink(caller.userId, params.payment_id),
  )
  route(app, calls.endTrackingLinks, async ({ params, caller }) => {
    await tracking.endLinks(caller.userId, params.payment_id)
    return undefined
  })
  route(
    app,
    calls.trackTransfer,
    async ({ params }, request, reply) => {
      hideAddress(reply)
      const tracked = await trackCounted(app, tracking, request, params.token)
      if (tracked === null) throw new Refused('not_found')
      return tracked.answer
    },
    { anonymous: true },
  )
  app.get('/track/:token', (request: PageRequest, reply) => sendTrackingPage(app, tracking, request, reply))
  // Longer paths get the same answer, so that a malformed link cannot be distinguished from an ended one.
  app.get('/track/*', (request: PageRequest, reply) => sendTrackingPage(app, tracking, request, reply))
}

type PageRequest = FastifyRequest<{ Params: { token?: string; '*'?: string } }>

/** Counts the network address, finds the link by its token and counts it: a flood of guesses does not affect valid links. */
async function trackCounted(
  app: FastifyInstance,
  tracking: Tracking,
  { ip: address }: FastifyRequest,
  token: string,
): ReturnType<Tracking['track']> {
  const from = { userId: null, address }
  await app.countCall('trackTransfer', from)
  const tracked = await tracking.track(token)
  await app.countCall('trackTransfer', { ...from, link: tracked === null ? null : token })
  return tracked
}

async function sendTrackingPage(
  app: FastifyInstance,
  tracking: Tracking,
  request: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  hideAddress(reply)
  const { token, '*': rest = '' } = request.params
  const isPage = token !== undefined || (request.headers.accept ?? '').includes('text/html')
  if (!isPage || !app.hasReplyDecorator('sendLive')) throw new Refused('not_found')
  try {
    const tracked = await trackCounted(app, tracking, request, token ?? rest)
    if (tracked === null)
      return await reply.code(404).sendLive(PAGE, { ended: 'ended', now: 'ended', since: '' })
    const { answer, words } = tracked
    return await reply.sendLive(PAGE, {
      [answer.state]: answer.state,
      now: answer.state,
      since: answer.updatedAt,
      todo: answer.whatToDo,
      ...(!LAST.includes(answer.state) && { open: 'open' }),
      ...words,
    })
  } catch (error) {
    return sendBusyPage(error as Error, reply, PAGE, { busy: 'busy', now: 'busy', since: '' })
  }
}
