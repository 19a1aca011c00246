import type { FastifyInstance } from 'fastify'
import { registerOffice, type OfficeDeps } from './routes.ts'

export { amountOf } from './present.ts'
export { createNoteReveal, type NoteReveal } from './reveal.ts'

/** Creates the records for staff: search, customers, transfers, holds and the audit log. */
export function createOfficeModule(deps: OfficeDeps): { routes(app: FastifyInstance): void } {
  return { routes: (app) => registerOffice(app, deps) }
}
