import { calls, type DraftAnswer } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../../http/route.ts'
import { Refused } from '../../../lib/refused.ts'
import { findDraft, removeDraft, saveDraft, type Base, type DraftsDeps } from './store.ts'

export function registerDrafts(app: FastifyInstance, deps: DraftsDeps): void {
  route(app, calls.getDraft, ({ caller }) => readDraft(deps, caller.userId))

  route(app, calls.putDraft, async ({ caller, body, query }) => {
    if (!caller.profileComplete && !body.profile) throw new Refused('profile_incomplete')
    const stored = await saveDraft(deps, caller.userId, body, baseOf(query.basedOn))
    if (stored) return { draft: stored.content, updatedAt: stored.updatedAt.toISOString() }
    throw new Refused('draft_changed', { details: await readDraft(deps, caller.userId) })
  })

  route(app, calls.deleteDraft, async ({ caller }) => {
    await removeDraft(deps.db, caller.userId)
    return undefined
  })
}

/** Returns the user's draft in the contract's form. */
export async function readDraft(deps: DraftsDeps, userId: string): Promise<DraftAnswer> {
  const stored = await findDraft(deps, deps.db, userId)
  return { draft: stored?.content ?? null, updatedAt: stored?.updatedAt.toISOString() ?? null }
}

function baseOf(basedOn: string | undefined): Base {
  if (basedOn === undefined) return 'any'
  return basedOn === 'none' ? 'none' : new Date(basedOn)
}
