import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { officeCalls, type Role, type SavedView, type ViewPage } from '@sesa/contract/office'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { tryCall } from '../lib/api.ts'
import { useMe } from '../lib/session.ts'
import { ROLE_WORDS } from '../lib/words.ts'
import { Refusal } from './refusal.tsx'
import { useCall } from '../lib/queries.ts'
import { FormDialog } from './form-dialog.tsx'

interface SavedViewsProps {
  page: ViewPage
  /** What follows `?` in the open address. */
  address: string
}

/** The named views of a list, of the member and of their roles: opens, saves and removes them. */
export function SavedViews({ page, address }: SavedViewsProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toast = useToast()
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const key = ['views', page]
  const saved = useCall(key, officeCalls.listViews, { params: { page } })
  const views = saved.data?.views ?? []
  const open = views.find((view) => view.address === address)
  if (views.length === 0 && address === '') return null
  const remove = async (view: SavedView) => {
    const { data, error } = await tryCall(officeCalls.removeView, { params: { page, id: view.id } })
    setFailure(error ?? null)
    if (!data) return
    queries.setQueryData(key, data)
    toast('View removed')
  }
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
      {failure && <Refusal failure={failure} title="The view wasn’t removed" />}
      {saving && (
        <SaveDialog
          {...{ page, address }}
          names={views.map(({ name }) => name)}
          onClose={() => setSaving(false)}
          onSaved={(data) => {
            queries.setQueryData(key, data)
            setSaving(false)
            toast('View saved')
          }}
        />
      )}
    </div>
  )
}

interface SaveDialogProps extends SavedViewsProps {
  names: readonly string[]
  onClose: () => void
  onSaved: (data: { views: SavedView[] }) => void
}

function SaveDialog({ page, address, names, onClose, onSaved }: SaveDialogProps) {
  const { roles } = useMe()
  const [name, setName] = useState('')
  const [owner, setOwner] = useState<Role | 'me'>('me')
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const chosen = name.trim()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (chosen === '') return setError('Enter a name.')
    setBusy(true)
    const answer = await tryCall(officeCalls.saveView, {
      params: { page },
      body: { name: chosen, address, role: owner === 'me' ? null : owner },
    }).finally(() => setBusy(false))
    setFailure(answer.error ?? null)
    if (answer.data) onSaved(answer.data)
  }
  return (
    <FormDialog
      title="Save this view"
      confirm="Save"
      {...{ busy, onClose }}
      onSubmit={submit}
      intro={
        <>
          {failure && <Refusal failure={failure} title="The view wasn’t saved" />}
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
