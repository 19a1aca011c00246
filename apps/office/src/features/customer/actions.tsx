import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as v from 'valibot'
import { officeCalls, type CustomerPage, type Permission, NAME_DOCUMENTS } from '@sesa/contract/office'
import { readPersonName } from '@sesa/contract'
import { Button, ButtonLink } from '@sesa/ui/button.tsx'
import { useForm } from '@sesa/ui/form.ts'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { tryCall, useAct } from '../../lib/api.ts'
import { BASE, paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { reasonSchema } from '../../lib/schemas.ts'
import { readable } from '../../lib/words.ts'
import { useAsked } from '../../parts/asked-notice.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { ChangeForm } from '../../parts/change-form.tsx'

/** What the member may do about the account: the everyday changes, and the rest behind ⋯. */
export function Actions({ customer }: { customer: CustomerPage }) {
  const may = useMay()
  const [corrects, setCorrects] = useState(false)
  const { id } = customer
  if (customer.closedAt !== null) return may('cases.decide') && <OpenCase id={id} />
  return (
    <div className="flex flex-col gap-3 print:hidden">
      <div className="flex flex-wrap items-center gap-3">
        <Changes customer={customer} />
        {may('cases.decide') && <OpenCase id={id} />}
        {may('names.correct') && !corrects && (
          <Button variant="secondary" onClick={() => setCorrects(true)}>
            Correct name
          </Button>
        )}
        {may('privacy.manage') && (
          <ButtonLink href={`${paths.privacyRequest('new')}?customer=${id}`} variant="secondary">
            Privacy request
          </ButtonLink>
        )}
        {may('erasure.request') && <Erasure id={id} />}
      </div>
      {corrects && <NameForm id={id} />}
    </div>
  )
}

/** Opens a case about the customer, and leads to it. */
function OpenCase({ id }: { id: string }) {
  const navigate = useNavigate()
  const act = useAct()
  return (
    <ReasonDialog
      label="Open a case"
      title="Open a case?"
      text="The reason becomes its evidence. Only compliance sees it. Transfers continue."
      onSubmit={act((reason) => tryCall(officeCalls.openCase, { params: { id }, body: { reason } }), {
        then: ({ number }) => navigate(paths.case(number).slice(BASE.length)),
      })}
    />
  )
}

function Erasure({ id }: { id: string }) {
  const { ask, asked } = useAsked()
  if (asked) return asked
  return (
    <ReasonDialog
      label="Request erasure"
      variant="danger"
      title="Request erasure of this account?"
      text="Nothing is erased before approval. Records with a legal retention period stay, without the account."
      confirm="Request approval"
      onSubmit={ask((reason) => tryCall(officeCalls.requestErasure, { params: { id }, body: { reason } }))}
    />
  )
}

type ChangeCall = 'lockAccount' | 'unlockAccount' | 'signOutAccount' | 'holdAccount' | 'liftAccountHolds'

interface Change {
  readonly call: ChangeCall
  readonly needs: Permission
  readonly label: string
  readonly title: string
  readonly text: string
  readonly isDangerous?: true
}

/** The changes that the account's state allows. */
function changesOf({ lockedAt, openSessions, holds }: CustomerPage): Change[] {
  const open = holds.filter(({ liftedAt }) => liftedAt === null)
  const lock: Change = {
    call: 'lockAccount',
    needs: 'accounts.change',
    label: 'Lock',
    title: 'Lock this account?',
    text: 'Signs the customer out everywhere and blocks sign-ins until staff unlock it. Transfers continue.',
    isDangerous: true,
  }
  const unlock: Change = {
    call: 'unlockAccount',
    needs: 'accounts.change',
    label: 'Unlock',
    title: 'Unlock this account?',
    text: 'The customer can sign in again.',
  }
  const signOut: Change = {
    call: 'signOutAccount',
    needs: 'accounts.change',
    label: 'Sign out everywhere',
    title: 'Sign out everywhere?',
    text: 'The customer has to sign in again on every device.',
  }
  const hold: Change = {
    call: 'holdAccount',
    needs: 'accounts.hold',
    label: 'Put on hold',
    title: 'Put this account on hold?',
    text: 'Refuses new payments and stops pay-outs that haven’t left. Sent pay-outs may still arrive.',
    isDangerous: true,
  }
  const lift: Change = {
    call: 'liftAccountHolds',
    needs: 'accounts.hold',
    label: open.length === 1 ? 'Lift hold' : `Lift all ${open.length} holds`,
    title: 'Lift every account hold?',
    text: 'Transfers stopped only by these holds continue.',
  }
  return [
    lockedAt === null ? lock : unlock,
    ...(openSessions > 0 ? [signOut] : []),
    ...(open.some(({ cause }) => cause === 'staff') ? [] : [hold]),
    ...(open.length > 0 ? [lift] : []),
  ]
}

function Changes({ customer }: { customer: CustomerPage }) {
  const may = useMay()
  const act = useAct()
  const { id } = customer
  return changesOf(customer)
    .filter(({ needs }) => may(needs))
    .map(({ call, isDangerous, ...words }) => (
      <ReasonDialog
        key={call}
        {...words}
        variant={isDangerous ? 'danger' : 'secondary'}
        onSubmit={act((reason) => tryCall(officeCalls[call], { params: { id }, body: { reason } }), {
          said: 'Done',
          changes: [['customer', id]],
        })}
      />
    ))
}

const schema = v.object({
  name: v.pipe(
    v.string(),
    v.check((text) => readPersonName(text).ok, 'Enter the name as on the document.'),
  ),
  document: v.picklist(NAME_DOCUMENTS, 'Choose the document you saw.'),
  seen: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(3, 'Describe the document you saw.'),
    v.maxLength(200, 'Shorten it to 200 characters.'),
  ),
  reason: reasonSchema,
})

/** Asks a second person to correct the customer's name. */
function NameForm({ id }: { id: string }) {
  const { ask, asked } = useAsked()
  const form = useForm({
    schema,
    initial: { name: '', document: '', seen: '', reason: '' },
    onSubmit: ask((body) => tryCall(officeCalls.requestNameCorrection, { params: { id }, body })),
  })
  if (asked) return asked
  return (
    <ChangeForm title="Correct name" form={form} reason={form.field('reason')}>
      <p className="text-muted">
        Compliance approves the correction. The new name is screened, and the customer is notified.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name on the document"
          hint="Full name, first name first."
          autoComplete="off"
          spellCheck={false}
          {...form.field('name')}
        />
        <SelectField
          label="Document"
          options={[
            { value: '', label: 'Choose one' },
            ...NAME_DOCUMENTS.map((value) => ({ value, label: readable(value) })),
          ]}
          {...form.field('document')}
        />
      </div>
      <TextField
        label="Document details"
        hint="For example: issuer and issue date. Leave out the number."
        {...form.field('seen')}
      />
    </ChangeForm>
  )
}
