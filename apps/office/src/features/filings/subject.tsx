import { useState } from 'react'
import { officeCalls } from '@sesa/contract/office'
import { Button } from '@sesa/ui/button.tsx'
import { Checkbox } from '@sesa/ui/fields/checkbox.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { useMay } from '../../lib/session.ts'
import { amountText } from '../../lib/words.ts'
import { useCall } from '../../lib/api.ts'
import { isCaseNumber, transfersIn, wordsIn, type Problems, type TypedDraft } from './typed-draft.ts'

export interface SubjectProps {
  typed: TypedDraft
  problems: Problems
  onChange: (part: Partial<TypedDraft>) => void
}

/** What is reported: transfers of the case to choose from, others by their reference, or an account without any. */
export function Subject({ typed, problems, onChange }: SubjectProps) {
  const may = useMay()
  const [added, setAdded] = useState('')
  const number = typed.case.trim()
  const { data } = useCall(
    ['cases', 'one', number],
    officeCalls.showCase,
    { params: { number } },
    { enabled: isCaseNumber(number) && may('cases.read') },
  )
  const known = data === undefined ? [] : transfersIn(data)
  const chosen = wordsIn(typed.transfers)
  const others = chosen.filter((reference) => !known.some((one) => one.reference === reference))
  const options = [
    ...known.map(({ reference, sent, recipient }) => ({
      reference,
      about: `${amountText(sent)} to ${recipient}`,
    })),
    ...others.map((reference) => ({ reference, about: undefined })),
  ]
  const set = (references: readonly string[]): void => onChange({ transfers: references.join(' ') })
  const add = (): void => {
    set([...chosen, ...wordsIn(added)])
    setAdded('')
  }
  return (
    <>
      {options.length > 0 && (
        <fieldset>
          <legend className="font-semibold">Transfers</legend>
          <div className="max-h-60 overflow-y-auto">
            {options.map(({ reference, about }) => (
              <Checkbox
                key={reference}
                id={`transfer-${reference}`}
                label={reference}
                hint={about}
                checked={chosen.includes(reference)}
                onChange={(checked) =>
                  set(checked ? [...chosen, reference] : chosen.filter((one) => one !== reference))
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      <div className="flex items-end gap-3">
        <div className="grow">
          <TextField
            id="transfers"
            label={options.length === 0 ? 'Transfers' : 'Another transfer'}
            placeholder="S-0A1B2C3D"
            autoComplete="off"
            value={added}
            error={problems.transfers}
            onChange={setAdded}
          />
        </div>
        <Button variant="secondary" disabled={wordsIn(added).length === 0} onClick={add}>
          Add
        </Button>
      </div>
      {chosen.length === 0 && (
        <TextField
          id="account"
          label="Account"
          hint="Account id, if no transfer is reported."
          autoComplete="off"
          value={typed.account}
          error={problems.account}
          onChange={(account) => onChange({ account })}
        />
      )}
    </>
  )
}
