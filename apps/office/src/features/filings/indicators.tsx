import { officeCalls } from '@sesa/contract/office'
import { Button } from '@sesa/ui/button.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { codesAt, indicatorsOf } from './code-lists.ts'
import { wordsIn } from './typed-draft.ts'
import { useCall } from '../../lib/api.ts'
import type { SubjectProps } from './subject.tsx'

/** The indicators of a report: chosen from the authority's list where we have it, and typed where we don't. */
export function Indicators({ typed, onChange }: Pick<SubjectProps, 'typed' | 'onChange'>) {
  const { country, indicators } = typed
  const set = (codes: string) => onChange({ indicators: codes })
  const { data } = useCall(['report-profiles'], officeCalls.listReportProfiles, {})
  const shown = data?.profiles.find((one) => one.country === country)
  const list = shown === undefined ? [] : codesAt(indicatorsOf(shown))
  const chosen = wordsIn(indicators)
  if (list.length === 0)
    return (
      <TextField
        id="indicators"
        label="Indicators"
        hint="Codes from the authority’s list, separated by spaces. Not needed for a printed report."
        autoComplete="off"
        value={indicators}
        onChange={set}
      />
    )
  const left = list.filter((option) => !chosen.includes(option.value))
  return (
    <>
      <SelectField
        id="indicators"
        label="Indicators"
        hint="From the authority’s list. Choose as many as apply."
        placeholder="Choose an indicator"
        value=""
        options={left}
        onChange={(code) => set([...chosen, code].join(' '))}
      />
      <ul className="flex flex-col gap-2">
        {chosen.map((code) => (
          <li key={code} className="flex items-center justify-between gap-4">
            <span>{list.find((option) => option.value === code)?.label ?? `${code}: not in the list`}</span>
            <Button variant="secondary" onClick={() => set(chosen.filter((one) => one !== code).join(' '))}>
              Remove {code}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
