import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { originOf } from '../../../http/origin.ts'
import { route } from '../../../http/route.ts'
import { listCards, removeCard, type SavedCardsDeps } from './service.ts'

export function registerSavedCards(app: FastifyInstance, deps: SavedCardsDeps): void {
  route(app, calls.listCards, async ({ caller }) => ({ cards: await listCards(deps, caller.userId) }))

  route(app, calls.removeCard, async ({ params, caller }, request) => {
    await removeCard(deps, caller, params.id, originOf(request))
    return undefined
  })
}
