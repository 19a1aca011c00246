import { calls } from '@sesa/contract'
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { inTransaction } from '../../../db/index.ts'
import { route } from '../../../http/route.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { Refused } from '../../../lib/refused.ts'
import { spendProofOfWork } from '../identity/index.ts'
import { join, joinByPhone, type JoinParts } from './join.ts'
import type { FirebaseService } from './ports.ts'

const TOKEN_MINUTES = 10

export function registerFirebase(app: FastifyInstance, parts: JoinParts, firebase: FirebaseService): void {
  const { db, gateway } = parts
  route(app, calls.signInByFirebase, async ({ body, caller }, request, reply) => {
    const person = await callProvider('firebase.verify', () => firebase.verify(body.idToken)).catch(() => {
      throw new Refused('sign_in_unavailable')
    })
    if (!person) throw new Refused('token_refused')
    const visitor = gateway.visitor(request, caller, body.trustDevice)
    const opened = await inTransaction(db, 'firebase.join', async (tx) => {
      const expiresAt = sql<Date>`now() + make_interval(mins => ${TOKEN_MINUTES}::int)`
      const digest = createHash('sha256').update(body.idToken).digest()
      if (!(await spendProofOfWork(tx, digest, expiresAt))) throw new Refused('token_refused')
      return person.phoneNumber === null
        ? join(tx, parts, { service: 'firebase', person, visitor, caller, mayAdd: true })
        : joinByPhone(tx, parts, { phoneNumber: person.phoneNumber, visitor })
    })
    // Linked to the caller's account: its session continues with a fresh ID token.
    const answer = opened
      ? await gateway.startSession(reply, opened)
      : caller && (await gateway.renew(caller))
    if (!answer) throw new Refused('token_refused')
    return answer
  })
}
