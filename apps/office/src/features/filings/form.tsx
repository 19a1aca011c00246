import { COUNTRIES } from '@sesa/contract'
import { type SenderFacts, officeCalls } from '@sesa/contract/office'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Button } from '@sesa/ui/button.tsx'
import { useCall } from '../../lib/api.ts'
import { Section } from '../../parts/section.tsx'
import { Subject, type SubjectProps } from './subject.tsx'
import { wordsIn, type TypedDraft } from './typed-draft.ts'
import { codesAt, indicatorsOf } from './code-lists.ts'

const COUNTRY_OPTIONS = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }))

interface DraftFieldsProps extends SubjectProps {
  /** A stored draft keeps its country. */
  isStored: boolean
}

/** The parts of a report of suspicion, on one page. */
export function DraftFields({ typed, problems, isStored, onChange }: DraftFieldsProps) {
  const [day = '', time = ''] = typed.knownAt.split('T')
  const field = <K extends 'country' | 'case' | 'narrative' | 'action'>(key: K) => ({
    ...{ id: key, value: typed[key], error: problems[key] },
    onChange: (value: TypedDraft[K]) => onChange({ [key]: value }),
  })
  return (
    <>
      <Section title="1. About">
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            {...field('country')}
            label="Authority’s country"
            placeholder="Choose a country"
            options={COUNTRY_OPTIONS}
            disabled={isStored}
          />
          <TextField {...field('case')} label="Case" optional placeholder="K-000012" autoComplete="off" />
          <TextField
            id="known-on"
            type="date"
            label="Date of knowledge"
            value={day}
            error={problems.knownAt}
            onChange={(value) => onChange({ knownAt: `${value}T${time}` })}
          />
          <TextField
            id="known-at"
            label="Time (UTC)"
            placeholder="09:30"
            value={time}
            onChange={(value) => onChange({ knownAt: `${day}T${value.trim()}` })}
          />
        </div>
      </Section>
      <Section title="2. Transfers or account">
        <Subject {...{ typed, problems, onChange }} />
      </Section>
      <Section title="3. Narrative">
        <TextArea {...field('narrative')} label="Grounds for suspicion" rows={6} />
        <TextArea {...field('action')} label="Action taken" rows={2} />
      </Section>
      <Section title="4. Indicators">
        <Indicators {...{ typed, onChange }} />
      </Section>
      <Section title="5. What our records don’t have">
        <Senders {...{ typed, onChange }} />
      </Section>
    </>
  )
}

function Senders({ typed, onChange }: Pick<DraftFieldsProps, 'typed' | 'onChange'>) {
  const references = [...wordsIn(typed.transfers), ...wordsIn(typed.account)]
  if (references.length === 0) return <p className="text-muted">Choose transfers or an account first.</p>
  return references.map((reference) => (
    <Sender
      key={reference}
      reference={reference}
      facts={typed.senders[reference] ?? {}}
      onChange={(facts) => onChange({ senders: { ...typed.senders, [reference]: facts } })}
    />
  ))
}

interface SenderProps {
  reference: string
  facts: SenderFacts
  onChange: (facts: SenderFacts) => void
}

const FACTS: readonly (readonly [
  key: Exclude<keyof SenderFacts, 'gender'>,
  label: string,
  type: 'text' | 'date',
])[] = [
  ['firstName', 'First name', 'text'],
  ['lastName', 'Last name', 'text'],
  ['issueDate', 'Document issue date', 'date'],
  ['expiryDate', 'Document expiry date', 'date'],
  ['issueCountry', 'Document country code (GH)', 'text'],
  ['taxNumber', 'Tax number', 'text'],
  ['state', 'US state code (MN)', 'text'],
  ['birthPlace', 'Place of birth', 'text'],
  ['taxRegistration', 'Tax registration code', 'text'],
  ['sourceOfWealth', 'Source of wealth', 'text'],
]
const GENDERS = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
] as const

/** Facts about a transfer's sender that staff know and our records lack. All are optional. */
function Sender({ reference, facts, onChange }: SenderProps) {
  const set = (key: keyof SenderFacts, value: string): void => {
    const { [key]: _before, ...rest } = facts
    onChange(value.trim() === '' ? rest : { ...rest, [key]: value })
  }
  return (
    <details>
      <summary className="font-semibold text-brand-ink">
        Sender of {reference}
        {Object.keys(facts).length > 0 && `, ${Object.keys(facts).length} given`}
      </summary>
      <div className="mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {FACTS.map(([key, label, type]) => (
          <TextField
            key={key}
            id={`${reference}-${key}`}
            type={type}
            label={label}
            optional
            autoComplete="off"
            value={facts[key] ?? ''}
            onChange={(value) => set(key, value)}
          />
        ))}
        <SelectField
          id={`${reference}-gender`}
          label="Gender"
          optional
          placeholder="Unknown"
          value={facts.gender ?? ''}
          options={GENDERS}
          onChange={(value) => set('gender', value)}
        />
      </div>
    </details>
  )
}

/** The indicators of a report: chosen from the authority's list where we have it, and typed where we don't. */
function Indicators({ typed, onChange }: Pick<SubjectProps, 'typed' | 'onChange'>) {
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
