import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import type { Form } from '../../../http/forms.ts'
import { route, type Handler } from '../../../http/route.ts'
import { readContact } from './input.ts'
import type { Enquiries } from './service.ts'

const ACCEPTED = { status: 'accepted' } as const

/** The contact page's form, for browsers without script. */
const CONTACT_FORM: Form = {
  title: 'Contact us',
  submit: 'Submit',
  fields: [
    { name: 'name', label: 'Name', kind: 'line', autocomplete: 'name' },
    { name: 'email', label: 'Email', kind: 'email', autocomplete: 'email' },
    { name: 'company', label: 'Company (optional)', kind: 'line', autocomplete: 'organization' },
    { name: 'message', label: 'Message', kind: 'area' },
  ],
  done: () => '/contact-us#sent',
}

/** The form for features that are not open yet. */
const INTEREST_FORM: Form = {
  title: 'Tell me when it opens',
  submit: 'Tell me when it opens',
  fields: [
    { name: 'topic', label: 'Topic', kind: 'hidden' },
    { name: 'email', label: 'Email', kind: 'email', autocomplete: 'email' },
  ],
  done: ({ topic }) => (topic === 'loans' ? '/loans#sent' : '/commodities#sent'),
}

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
