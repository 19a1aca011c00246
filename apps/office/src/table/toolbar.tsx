import { useState, type FormEvent } from 'react'
import { Button } from '@sesa/ui/button.tsx'
import { Checkbox } from '@sesa/ui/fields/checkbox.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import type { GridColumn, OfficeTable } from './columns.ts'
import type { SavedView } from './views.ts'

interface ToolbarProps<Row extends object> {
  /** Distinguishes the ids of two tables on one page. */
  name: string
  table: OfficeTable<Row>
  columns: readonly GridColumn<Row>[]
  views: readonly SavedView[]
  onOpenView: (view: SavedView | undefined) => void
  onSaveView: (name: string) => void
  onRemoveView: (view: SavedView) => void
  /** Saves the selected rows as CSV, or all loaded ones if none is selected. */
  onExport: () => void
  /** How many rows are selected. */
  selected: number
}

/** What can be done with a table: saved views, the choice of columns, and a CSV file. */
export function Toolbar<Row extends object>(props: ToolbarProps<Row>) {
  const { name, table, columns, views, onOpenView, onSaveView, onRemoveView, onExport, selected } = props
  const [open, setOpen] = useState<'columns' | 'save' | null>(null)
  const [current, setCurrent] = useState('')
  const view = views.find((saved) => saved.name === current)
  return (
    <div className="flex flex-wrap items-end gap-3 print:hidden">
      {views.length > 0 && (
        <div className="w-56">
          <SelectField
            id={`${name}-view`}
            label="Saved view"
            optional
            placeholder="None"
            value={view?.name ?? ''}
            options={views.map((saved) => ({ value: saved.name, label: saved.name }))}
            onChange={(chosen) => {
              setCurrent(chosen)
              onOpenView(views.find((saved) => saved.name === chosen))
            }}
          />
        </div>
      )}
      {view && (
        <Button variant="quiet" onClick={() => onRemoveView(view)}>
          Delete this view
        </Button>
      )}
      <Button variant="secondary" onClick={() => setOpen('columns')}>
        Columns
      </Button>
      <Button variant="secondary" onClick={() => setOpen('save')}>
        Save view
      </Button>
      <Button variant="secondary" onClick={onExport}>
        {selected > 0 ? 'Export selected rows' : 'Export loaded rows'}
      </Button>
      {open === 'columns' && (
        <Dialog open title="Columns" closeLabel="Done" onClose={() => setOpen(null)}>
          <div>
            {columns.map(({ key, header }) => (
              <Checkbox
                key={key}
                id={`${name}-column-${key}`}
                label={header}
                checked={table.getColumn(key)?.getIsVisible() ?? false}
                onChange={(checked) => table.getColumn(key)?.toggleVisibility(checked)}
              />
            ))}
          </div>
        </Dialog>
      )}
      {open === 'save' && (
        <SaveView
          {...{ name, views }}
          onClose={() => setOpen(null)}
          onSave={(chosen) => {
            setOpen(null)
            setCurrent(chosen)
            onSaveView(chosen)
          }}
        />
      )}
    </div>
  )
}

interface SaveViewProps {
  name: string
  views: readonly SavedView[]
  onSave: (name: string) => void
  onClose: () => void
}

function SaveView({ name: table, views, onSave, onClose }: SaveViewProps) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const form = `${table}-save-view`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = name.trim()
    if (chosen === '') return setError('Enter a name.')
    onSave(chosen)
  }
  return (
    <Dialog
      open
      title="Save this view"
      closeLabel="Cancel"
      onClose={onClose}
      actions={
        <Button type="submit" form={form}>
          Save
        </Button>
      }
    >
      <p>Saves filters, columns and sort order, in this browser only.</p>
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          id={`${form}-name`}
          label="Name"
          autoComplete="off"
          value={name}
          onChange={setName}
          {...(views.some((saved) => saved.name === name.trim()) && {
            hint: 'Replaces the view with this name.',
          })}
          {...(error !== undefined && { error })}
        />
      </form>
    </Dialog>
  )
}
