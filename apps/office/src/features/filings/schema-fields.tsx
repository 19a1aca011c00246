import { useState } from 'react'
import { IDENTIFICATION_TYPES } from '@sesa/contract'
import { MOST_SCHEMA_BYTES, officeCalls } from '@sesa/contract/office'
import type { Failure } from '@sesa/ui/api/http.ts'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { tryCall } from '../../lib/api.ts'
import { readable } from '../../lib/words.ts'
import { Refusal } from '../../parts/refusal.tsx'
import { codesAt, valueAt, withValue, type CodeLists } from './code-lists.ts'

type Profile = Readonly<Record<string, unknown>>

interface SchemaFieldsProps {
  profile: Profile
  codeLists: CodeLists
  onChange: (profile: Profile) => void
}

/** The places of a profile that take a code: our document types each take one of `codes.documents`. */
const placesOf = (lists: CodeLists): (readonly [place: string, list: string])[] =>
  Object.keys(lists).flatMap((list) =>
    list === 'codes.documents'
      ? IDENTIFICATION_TYPES.map((type) => [`${list}.${type}`, list] as const)
      : /^(codes\.single|entity)\./u.test(list)
        ? [[list, list] as const]
        : [],
  )

/** The authority's schema file of a profile, and the codes that the file lists. */
export function SchemaFields({ profile, codeLists, onChange }: SchemaFieldsProps) {
  const [added, setAdded] = useState<CodeLists | null>(null)
  const [refused, setRefused] = useState<Failure | null>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const format = profile['format']
  if (format !== 'goaml' && format !== 'fincen') return null
  const lists = added ?? codeLists
  const add = async (file: File): Promise<void> => {
    setTooLarge(file.size > MOST_SCHEMA_BYTES)
    setRefused(null)
    if (file.size > MOST_SCHEMA_BYTES) return
    const body = { format, name: file.name, content: await file.text() } as const
    const { data, error } = await tryCall(officeCalls.addReportSchema, { body })
    if (error) return setRefused(error)
    setAdded(data.codeLists)
    onChange(withValue(profile, 'schema', data.schema))
  }
  const name = valueAt(profile, 'schema.name')
  return (
    <>
      <div className="flex flex-col gap-1">
        <label htmlFor="schema" className="font-semibold">
          Authority’s schema file
        </label>
        <p id="schema-hint" className="text-muted">
          {name === ''
            ? 'None yet. Reports can’t be approved without it.'
            : `${name}, ${valueAt(profile, 'schema.sha256')}`}
        </p>
        <input
          id="schema"
          type="file"
          accept=".xsd"
          aria-describedby="schema-hint"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void add(file)
            // The same file may be chosen again after it was mended.
            target.value = ''
          }}
        />
        {isTooLarge && <p role="alert">The file is larger than 1 MB. Choose only the schema.</p>}
        {refused && <Refusal failure={refused} />}
      </div>
      {placesOf(lists).length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {placesOf(lists).map(([place, list]) => (
            <SelectField
              key={place}
              id={place}
              label={readable(place.replace(/^.*\./u, ''))}
              hint={place}
              placeholder="Choose a code"
              value={valueAt(profile, place)}
              options={codesAt(lists[list] ?? {})}
              onChange={(code) => onChange(withValue(profile, place, code))}
            />
          ))}
        </div>
      )}
    </>
  )
}
