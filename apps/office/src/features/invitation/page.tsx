import { officeCalls } from '@sesa/contract/office'
import { useForm } from '@sesa/ui/form.ts'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Card, Facts } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { tryCall, useCall } from '../../lib/api.ts'
import { useLinkToken } from '../../lib/link-token.ts'
import { makePasskey } from '../../lib/passkeys.ts'
import { enter } from '../../lib/session.ts'
import { ROLE_WORDS } from '../../lib/words.ts'
import { passkeySchema } from '../../lib/schemas.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { PlainForm } from '../../parts/change-form.tsx'

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
    schema: passkeySchema,
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
    <PlainForm form={form} confirm="Create passkey">
      <TextField
        label="Passkey name"
        hint="For example: Work laptop."
        autoComplete="off"
        {...form.field('name')}
      />
    </PlainForm>
  )
}
