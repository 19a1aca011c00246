import * as v from 'valibot'
import { officeCalls } from '@sesa/contract/office'
import { useForm } from '@sesa/ui/form.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Card, Facts } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { tryCall } from '../../lib/api.ts'
import { useLinkToken } from '../../lib/link-token.ts'
import { makePasskey } from '../../lib/passkeys.ts'
import { enter } from '../../lib/session.ts'
import { ROLE_WORDS } from '../../lib/words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { useCall } from '../../lib/queries.ts'

const schema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Enter a name for the passkey.'),
    v.maxLength(200, 'Enter a shorter name.'),
  ),
})

/** Opens an invitation: the new member checks their name and makes their first passkey. */
export default function InvitationPage() {
  const token = useLinkToken()
  const invitation = useCall(
    ['invitation', token],
    officeCalls.openInvitation,
    { body: { token } },
    {
      enabled: token.length >= 10,
      staleTime: Infinity,
    },
  )
  return (
    <Page title="Welcome to Sesa’s office" lead="Create a passkey to sign in. The office has no passwords.">
      {token.length < 10 ? (
        <Notice tone="warn">Open the complete link from your invitation. This one has no code.</Notice>
      ) : (
        <Loaded query={invitation} what="your invitation">
          {({ name, email, roles, options }) => (
            <>
              <Card>
                <Facts
                  facts={[
                    { label: 'Name', value: name },
                    { label: 'Email', value: email },
                    { label: 'Roles', value: roles.map((role) => ROLE_WORDS[role]).join(', ') },
                  ]}
                />
              </Card>
              <MakePasskey {...{ token, options }} />
            </>
          )}
        </Loaded>
      )}
    </Page>
  )
}

function MakePasskey({ token, options }: { token: string; options: Record<string, unknown> }) {
  const form = useForm({
    schema,
    initial: { name: '' },
    onSubmit: async ({ name }) => {
      const passkey = await makePasskey(options)
      if (passkey.error) return passkey.error
      const { data, error } = await tryCall(officeCalls.acceptInvitation, {
        body: { token, name, response: passkey.data },
      })
      if (error) return error
      enter(data)
      return null
    },
  })
  return (
    <form
      onSubmit={(event) => void form.submit(event)}
      noValidate
      className="flex flex-col items-start gap-6"
    >
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <TextField
        label="Passkey name"
        hint="For example: Work laptop."
        autoComplete="off"
        {...form.field('name')}
      />
      <Button type="submit" size="lg" busy={form.busy}>
        Create passkey
      </Button>
    </form>
  )
}
