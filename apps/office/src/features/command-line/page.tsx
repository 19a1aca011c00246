import { useState } from 'react'
import * as v from 'valibot'
import { officeCalls } from '@sesa/contract/office'
import { useForm } from '@sesa/ui/form.ts'
import { formatMoment } from '@sesa/ui/format.ts'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Card, Facts } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { tryCall, useCall } from '../../lib/api.ts'
import { useLinkToken } from '../../lib/link-token.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { PlainForm } from '../../parts/change-form.tsx'

const schema = v.object({
  code: v.pipe(
    v.string(),
    v.transform((code) => code.replaceAll(/\s/g, '')),
    v.regex(/^\d{6}$/, 'Enter the six digits shown in the terminal.'),
  ),
})

/** Signs the command line in, for the member who started it. */
export default function CommandLinePage() {
  const token = useLinkToken()
  const [done, setDone] = useState(false)
  const start = useCall(
    ['command-line', token],
    officeCalls.openCommandLine,
    { body: { token } },
    {
      enabled: token.length >= 10,
      staleTime: Infinity,
    },
  )
  return (
    <Page title="Sign in on the command line">
      {token.length < 10 && (
        <Notice tone="warn">Open the complete link from the terminal. This one has no code.</Notice>
      )}
      {done && (
        <Notice tone="ok" title="The command line is signed in">
          Go back to the terminal. You can close this page.
        </Notice>
      )}
      {token.length >= 10 && !done && (
        <Loaded query={start} what="this sign-in">
          {({ machine, startedAt }) => (
            <>
              <Card>
                <Facts
                  facts={[
                    { label: 'Machine', value: machine },
                    { label: 'Started', value: formatMoment(startedAt) },
                  ]}
                />
              </Card>
              <Notice tone="warn">Continue only if you started this yourself, on this machine.</Notice>
              <Confirm token={token} onDone={() => setDone(true)} />
            </>
          )}
        </Loaded>
      )}
    </Page>
  )
}

interface ConfirmProps {
  token: string
  onDone: () => void
}

function Confirm({ token, onDone }: ConfirmProps) {
  const form = useForm({
    schema,
    initial: { code: '' },
    onSubmit: async ({ code }) => {
      const { error } = await tryCall(officeCalls.confirmCommandLine, { body: { token, code } })
      if (error) return error.code === 'code_wrong' ? { ...error, field: 'code' } : error
      onDone()
      return null
    },
  })
  return (
    <PlainForm form={form} confirm="Confirm with a passkey">
      <TextField
        label="Code"
        hint="The six digits shown in the terminal."
        inputMode="numeric"
        autoComplete="off"
        {...form.field('code')}
      />
    </PlainForm>
  )
}
