import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/index.ts'
import { route } from '../../http/route.ts'
import { findDraft, removeDraft, saveDraft } from './store.ts'

export function registerDrafts(app: FastifyInstance, db: Db): void {
  route(app, calls.getDraft, async ({ caller }) => {
    const stored = await findDraft(db, caller.userId)
    return { draft: stored?.content ?? null, updatedAt: stored?.updatedAt.toISOString() ?? null }
  })

  route(app, calls.putDraft, async ({ caller, body }) => {
    const stored = await saveDraft(db, caller.userId, body)
    return { draft: stored.content, updatedAt: stored.updatedAt.toISOString() }
  })

  route(app, calls.deleteDraft, async ({ caller }) => {
    await removeDraft(db, caller.userId)
    return undefined
  })
}
