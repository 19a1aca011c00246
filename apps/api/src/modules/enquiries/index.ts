import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { route, type Handler } from '../../http/route.ts'
import type { Cron } from '../../jobs/index.ts'
import { CONTACT_FORM, INTEREST_FORM } from './forms.ts'
import { readContact } from './input.ts'
import { createEnquiries, type EnquiriesDeps } from './service.ts'
import { purgeEnquiries } from './store.ts'

export { forgetInterests, interestsOf } from './store.ts'
export { SANDBOX_ENQUIRY_LIMITS, STRICT_ENQUIRY_LIMITS } from './limits.ts'

const ACCEPTED = { status: 'accepted' } as const

/** What people who need not be signed in write to us: messages to support, and what they want to be told of. */
export function createEnquiriesModule(deps: EnquiriesDeps): {
  routes(app: FastifyInstance): void
  readonly crons: readonly Cron[]
} {
  const enquiries = createEnquiries(deps)
  return {
    crons: [{ task: 'enquiries_purge', pattern: '27 3 * * *', run: () => purgeEnquiries(deps.db) }],
    routes(app) {
      const contact: Handler<typeof calls.sendContact> = async ({ body }, request) => {
        await enquiries.contact(readContact(body), request.ip)
        return ACCEPTED
      }
      route(app, calls.sendContact, contact, { form: CONTACT_FORM })
      const interest: Handler<typeof calls.expressInterest> = async ({ body }, request) => {
        await enquiries.interest(body.topic, body.email, request.ip)
        return ACCEPTED
      }
      route(app, calls.expressInterest, interest, { form: INTEREST_FORM })
    },
  }
}
