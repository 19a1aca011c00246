import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { officeCalls, type Role, type SavedView, type ViewPage } from '@sesa/contract/office'
import { Button } from '@sesa/ui/button.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { tryCall, useCall, useAct } from '../lib/api.ts'
import { useMe } from '../lib/session.ts'
import { ROLE_WORDS } from '../lib/words.ts'
import { FormDialog } from './form-dialog.tsx'
import { useRun } from './use-run.tsx'

interface SavedViewsProps {
  page: ViewPage
  /** What follows `?` in the open address. */
  address: string
}

/** The named views of a list, of the member and of their roles: opens, saves and removes them. */
export function SavedViews({ page, address }: SavedViewsProps) {
  const navigate = useNavigate()
  const act = useAct()
  const [saving, setSaving] = useState(false)
  const { run, refusal } = useRun('The view wasn’t removed')
  const key = ['views', page]
  const saved = useCall(key, officeCalls.listViews, { params: { page } })
  const views = saved.data?.views ?? []
  const open = views.find((view) => view.address === address)
  if (views.length === 0 && address === '') return null
  const remove = ({ id }: SavedView) =>
    run(
      act(() => tryCall(officeCalls.removeView, { params: { page, id } }), {
        stores: key,
        said: 'View removed',
      }),
    )
  return (
    <div className="flex flex-wrap items-end gap-3 print:hidden">
      {views.length > 0 && (
        <div className="w-56">
          <SelectField
            id="saved-view"
            label="Saved view"
            optional
            placeholder="None"
            value={open?.id ?? ''}
            options={views.map(({ id, name, role }) => ({
              value: id,
              label: role === null ? name : `${name} (${ROLE_WORDS[role]})`,
            }))}
            onChange={(id) => void navigate({ search: views.find((view) => view.id === id)?.address ?? '' })}
          />
        </div>
      )}
      {open ? (
        <Button variant="quiet" onClick={() => void remove(open)}>
          Remove this view
        </Button>
      ) : (
        address !== '' && (
          <Button variant="secondary" onClick={() => setSaving(true)}>
            Save view
          </Button>
        )
      )}
      {refusal}
      {saving && (
        <SaveDialog
          {...{ page, address }}
          names={views.map(({ name }) => name)}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  )
}

interface SaveDialogProps extends SavedViewsProps {
  names: readonly string[]
  onClose: () => void
}

function SaveDialog({ page, address, names, onClose }: SaveDialogProps) {
  const { roles } = useMe()
  const [name, setName] = useState('')
  const [owner, setOwner] = useState<Role | 'me'>('me')
  const [error, setError] = useState<string>()
  const act = useAct()
  const { busy, run, refusal } = useRun('The view wasn’t saved')
  const chosen = name.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen === '') return setError('Enter a name.')
    const body = { name: chosen, address, role: owner === 'me' ? null : owner }
    void run(
      act(() => tryCall(officeCalls.saveView, { params: { page }, body }), {
        stores: ['views', page],
        said: 'View saved',
        then: onClose,
      }),
    )
  }
  return (
    <FormDialog
      title="Save this view"
      confirm="Save"
      {...{ busy, onClose }}
      onSubmit={submit}
      intro={
        <>
          {refusal}
          <p>Saves filters, days, order and columns. Names and numbers that you searched for are left out.</p>
        </>
      }
    >
      <TextField
        id="view-name"
        label="Name"
        autoComplete="off"
        value={name}
        onChange={setName}
        {...(names.includes(chosen) && { hint: 'Replaces the view with this name.' })}
        {...(error !== undefined && { error })}
      />
      <SelectField
        id="view-owner"
        label="Shown to"
        value={owner}
        options={[
          { value: 'me', label: 'Only me' },
          ...roles.map((role) => ({ value: role, label: `Everyone in ${ROLE_WORDS[role].toLowerCase()}` })),
        ]}
        onChange={setOwner}
      />
    </FormDialog>
  )
}
