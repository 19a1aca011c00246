import { useState } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { useForm } from '@sesa/ui/form.ts'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { postPublic } from '../../lib/api/post-public.ts'
import { EnquiryForm } from './enquiry-form.tsx'
import { contactSchema } from './schemas.ts'

const EMPTY = { name: '', email: '', company: '', message: '' }
const SENT = {
  title: i18n.t('Message sent'),
  text: i18n.t('Thank you. We’ve emailed you a confirmation and will reply there.'),
}

/** Renders a message form to support. `typed` has the texts entered before the form hydrated. */
export function ContactForm({ typed = {} }: { typed?: Partial<typeof EMPTY> }) {
  const [done, setDone] = useState(false)
  const form = useForm({
    schema: contactSchema,
    initial: EMPTY,
    idPrefix: 'contact-',
    onSubmit: async ({ company, ...rest }) => {
      const failure = await postPublic('/contact', { ...rest, ...(company !== '' && { company }) })
      setDone(failure === null)
      return failure
    },
  })

  return (
    <EnquiryForm
      action="/contact"
      form={form}
      done={done}
      sent={SENT}
      submitLabel={i18n.t('Submit')}
      onAwake={() => form.setValues(aboutTransfer(typed))}
    >
      <TextField label={i18n.t('Name')} autoComplete="name" spellCheck={false} {...form.field('name')} />
      <TextField
        label={i18n.t('Email')}
        type="email"
        autoComplete="email"
        spellCheck={false}
        {...form.field('email')}
      />
      <TextField label={i18n.t('Company')} optional autoComplete="organization" {...form.field('company')} />
      <TextArea
        label={i18n.t('Message')}
        hint={i18n.t('About a transfer? Add its reference so we can find it.')}
        rows={6}
        {...form.field('message')}
      />
    </EnquiryForm>
  )
}

/** Starts the message with the transfer in the address, unless the customer has typed a message. */
function aboutTransfer(typed: Partial<typeof EMPTY>): Partial<typeof EMPTY> {
  const reference = new URLSearchParams(location.search).get('reference') ?? ''
  // Any link can set the address, so read only a reference from it.
  if (typed.message || !/^S-[0-9A-Z]{8}$/.test(reference)) return typed
  return { ...typed, message: `About transfer ${reference}: ` }
}
