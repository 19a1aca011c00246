import type { Form } from '../../http/forms.ts'

/** The contact page's form, for browsers without script. */
export const CONTACT_FORM: Form = {
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
export const INTEREST_FORM: Form = {
  title: 'Tell me when it opens',
  submit: 'Tell me when it opens',
  fields: [
    { name: 'topic', label: 'Topic', kind: 'hidden' },
    { name: 'email', label: 'Email', kind: 'email', autocomplete: 'email' },
  ],
  done: ({ topic }) => (topic === 'loans' ? '/loans#sent' : '/commodities#sent'),
}
