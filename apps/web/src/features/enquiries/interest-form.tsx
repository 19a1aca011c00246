import { useState } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { useForm } from '@sesa/ui/form.ts'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { postPublic } from '../../lib/api/post-public.ts'
import { EnquiryForm } from './enquiry-form.tsx'
import { interestSchema } from './schemas.ts'

export type Topic = 'loans' | 'commodities'

const SENT = {
  title: i18n.t('Thank you, you’re on the list'),
  text: i18n.t('We’ve emailed you a confirmation. We’ll email again on the day it opens.'),
}

/** Asks for an email address, to notify when a service opens. */
export function InterestForm({ topic, typed = {} }: { topic: Topic; typed?: { email?: string } }) {
  const [done, setDone] = useState(false)
  const form = useForm({
    schema: interestSchema,
    initial: { email: '' },
    idPrefix: 'interest-',
    onSubmit: async ({ email }) => {
      const failure = await postPublic('/interest', { topic, email })
      setDone(failure === null)
      return failure
    },
  })

  return (
    <EnquiryForm
      action="/interest"
      form={form}
      done={done}
      sent={SENT}
      submitLabel={i18n.t('Tell me when it opens')}
      onAwake={() => form.setValues(typed)}
    >
      <input type="hidden" name="topic" value={topic} />
      <TextField
        label={i18n.t('Email')}
        type="email"
        autoComplete="email"
        spellCheck={false}
        hint={i18n.t('One email when it opens. That’s it.')}
        {...form.field('email')}
      />
    </EnquiryForm>
  )
}
