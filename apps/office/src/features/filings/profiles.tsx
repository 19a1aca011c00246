import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeCalls } from '@sesa/contract/office'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { countryName } from '../../lib/words.ts'
import { useAsked } from '../../parts/asked-notice.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { SchemaFields } from './schema-fields.tsx'
import { dayFromNow } from '../../lib/days.ts'

type Profile = Record<string, unknown>
type CountryProfile = Awaited<ReturnType<typeof listProfiles>>['profiles'][number]

const listProfiles = (signal: AbortSignal) => callOffice(officeCalls.listReportProfiles, { signal })
const isProfile = (value: unknown): value is Profile =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a profile as typed; null for what is not a JSON object. */
function readTyped(text: string): Profile | null {
  try {
    const value: unknown = JSON.parse(text)
    return isProfile(value) ? value : null
  } catch {
    return null
  }
}

/** The profiles of the countries: deadlines, codes and our ids at each authority. */
export function Profiles() {
  const [country, setCountry] = useState<CountryProfile['country']>('GH')
  const profiles = useQuery({
    queryKey: ['report-profiles'],
    queryFn: ({ signal }) => listProfiles(signal),
  })
  return (
    <>
      <p className="text-muted">
        Each authority’s deadlines, codes and ids, with their sources. Changes need approval.
      </p>
      <Loaded query={profiles} what="the profiles">
        {(data) => {
          const shown = data.profiles.find((one) => one.country === country)
          return (
            <>
              <div className="max-w-80">
                <SelectField
                  id="country"
                  label="Country"
                  value={country}
                  options={data.profiles.map((one) => ({
                    value: one.country,
                    label: countryName(one.country),
                  }))}
                  onChange={setCountry}
                />
              </div>
              {shown && <EditProfile key={country} shown={shown} />}
            </>
          )
        }}
      </Loaded>
    </>
  )
}

function EditProfile({ shown: { country, profile, codeLists } }: { shown: CountryProfile }) {
  const may = useMay()
  const inForce = JSON.stringify(profile, null, 2)
  const [text, setText] = useState(inForce)
  const [validFrom, setValidFrom] = useState(() => dayFromNow(1))
  const { ask, asked } = useAsked()
  const typed = readTyped(text)
  const request = ask((reason: string) => {
    const body = { validFrom, profile: typed ?? {}, reason }
    return tryCall(officeCalls.requestReportProfile, { params: { country }, body })
  })
  if (!may('reports.change'))
    return (
      <Section title={countryName(country)}>
        <pre className="overflow-x-auto" tabIndex={0}>
          {inForce}
        </pre>
      </Section>
    )
  return (
    <Section title={countryName(country)}>
      {asked}
      <TextArea
        id="profile"
        label="Profile"
        rows={20}
        value={text}
        onChange={setText}
        error={typed === null ? 'Enter the profile as a JSON object.' : undefined}
      />
      {typed !== null && (
        <SchemaFields
          profile={typed}
          codeLists={codeLists}
          onChange={(changed) => setText(JSON.stringify(changed, null, 2))}
        />
      )}
      <div className="max-w-80">
        <TextField
          id="valid-from"
          type="date"
          label="Effective date"
          value={validFrom}
          onChange={setValidFrom}
        />
      </div>
      {text === inForce ? (
        <p className="text-muted">This is the profile in force. Edit it to request a change.</p>
      ) : (
        typed !== null && (
          <div>
            <ReasonDialog
              label="Request approval"
              variant="primary"
              title={`Change the profile of ${countryName(country)}?`}
              text={`It sets the deadlines of reports drafted from ${validFrom} on.`}
              confirm="Send request"
              onSubmit={request}
            />
          </div>
        )
      )}
    </Section>
  )
}
