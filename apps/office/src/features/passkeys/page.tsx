import { useQueryClient } from '@tanstack/react-query'
import { officeCalls } from '@sesa/contract/office'
import type { AnswerOf } from '@sesa/contract'
import { useForm } from '@sesa/ui/form.ts'
import { formatMoment } from '@sesa/ui/format.ts'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { tryCall, useCall } from '../../lib/api.ts'
import { makePasskey } from '../../lib/passkeys.ts'
import { passkeySchema } from '../../lib/schemas.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { PlainForm } from '../../parts/change-form.tsx'
import { End, Sessions } from './sessions.tsx'

const KEY = ['passkeys']

/** The member's own passkeys: add one, remove one. */
export default function PasskeysPage() {
  const passkeys = useCall(KEY, officeCalls.listOwnPasskeys, {})
  return (
    <Page title="Your passkeys" lead="Keep two, on two devices, so you can always sign in.">
      <Loaded query={passkeys} what="your passkeys">
        {({ passkeys: own }) => (
          <Card>
            <ul className="flex flex-col gap-4">
              {own.map((passkey) => (
                <Passkey key={passkey.id} {...passkey} />
              ))}
            </ul>
          </Card>
        )}
      </Loaded>
      <Add />
      <Sessions />
    </Page>
  )
}

type OwnPasskey = AnswerOf<typeof officeCalls.listOwnPasskeys>['passkeys'][number]

function Passkey({ id, name, createdAt, lastUsedAt }: OwnPasskey) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 not-last:border-b not-last:border-line not-last:pb-4">
      <div>
        <p className="font-bold">{name}</p>
        <p className="text-muted">
          Added {formatMoment(createdAt)}, used {formatMoment(lastUsedAt)}
        </p>
      </div>
      <End
        label="Remove"
        name={`Remove ${name}`}
        end={() => tryCall(officeCalls.removeOwnPasskey, { params: { id } })}
        said="Passkey removed"
        list={KEY}
      />
    </li>
  )
}

function Add() {
  const client = useQueryClient()
  const toast = useToast()
  const form = useForm({
    schema: passkeySchema,
    initial: { name: '' },
    onSubmit: async ({ name }) => {
      const { data, error } = await tryCall(officeCalls.startOwnPasskey, {})
      if (error) return error
      const passkey = await makePasskey(data.options)
      if (passkey.error) return passkey.error
      const added = await tryCall(officeCalls.addOwnPasskey, { body: { name, response: passkey.data } })
      if (added.error) return added.error
      form.set('name', '')
      toast('Passkey added')
      await client.invalidateQueries({ queryKey: KEY })
      return null
    },
  })
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-2xl">Add passkey</h2>
      <p className="text-muted">Confirm with an existing passkey, then create the new one.</p>
      <PlainForm form={form} confirm="Add passkey">
        <TextField label="Name" hint="For example: Work laptop." autoComplete="off" {...form.field('name')} />
      </PlainForm>
    </Card>
  )
}
