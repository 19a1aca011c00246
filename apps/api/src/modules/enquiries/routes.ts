import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { route, type Handler } from '../../http/route.ts'
import { CONTACT_FORM, INTEREST_FORM } from './forms.ts'
import { readContact } from './input.ts'
import type { Enquiries } from './service.ts'

const ACCEPTED = { status: 'accepted' } as const

export function registerEnquiries(app: FastifyInstance, enquiries: Enquiries): void {
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
}
