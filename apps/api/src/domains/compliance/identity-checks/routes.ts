import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../../../db/index.ts'
import { originOf } from '../../../http/origin.ts'
import { route } from '../../../http/route.ts'
import { signatureRefused } from '../../../lib/refused.ts'
import type { IdentityChecksDeps } from './deps.ts'
import { queueRead } from './queue.ts'
import type { IdentityChecks } from './service.ts'
import { checksOf } from './store.ts'

/** Registers the customer's calls about the identity check. */
export function registerIdentityChecks(app: FastifyInstance, checks: IdentityChecks): void {
  route(app, calls.getIdentityCheck, async ({ caller }) => ({ check: await checks.get(caller) }))
  route(app, calls.startIdentityCheck, async ({ caller }, request) => ({
    url: await checks.start(caller, originOf(request)),
  }))
  route(app, calls.confirmIdentityName, async ({ caller }, request) => ({
    check: await checks.confirmName(caller, originOf(request)),
  }))
}

/**
 * Registers the providers' notifications. Each only triggers a read at the provider, so a repeated, late or out-of-order
 * notification changes nothing.
 */
export function registerNotifications(
  app: FastifyInstance,
  { db, providers }: Pick<IdentityChecksDeps, 'db' | 'providers'>,
): void {
  void app.register((scope, _options, done) => {
    // Signatures cover the raw bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    for (const provider of providers)
      scope.post<{ Body: Buffer }>(`/webhooks/${provider.name}`, async ({ body, headers }) => {
        const notification = provider.readNotification(body, headers)
        if (notification === 'refused') throw signatureRefused('Signature')
        if (notification !== null) {
          await inTransaction(db, 'identity_checks.take_notification', async (tx) => {
            for (const id of await checksOf(tx, provider.name, notification.reference))
              await queueRead(tx, id)
          })
        }
        return { received: true }
      })
    done()
  })
}
