import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { COUNTRIES, type AnswerOf } from '@sesa/contract'
import { officeCalls, type FilingDraft, type SenderFacts } from '@sesa/contract/office'
import { serverNow, type Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { BASE, paths } from '../../lib/paths.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Section } from '../../parts/section.tsx'
import { Indicators } from './indicators.tsx'
import { draftOf, problemsIn, typedFrom, wordsIn, type TypedDraft } from './typed-draft.ts'

const COUNTRY_OPTIONS = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }))

/** Drafts a report of suspicion: from nothing, about a case or an account, or from a report that was withdrawn. */
export default function DraftPage() {
  const [query] = useSearchParams()
  const from = query.get('from')
  const earlier = useQuery({
    queryKey: ['filings', 'one', from],
    queryFn: ({ signal }) => callOffice(officeCalls.showFiling, { params: { number: from ?? '' }, signal }),
    enabled: from !== null,
  })
  return (
    <Page
      title="Draft a SAR"
      lead="A suspicious-activity report. Another member approves it before filing. Neither the customer nor support sees it."
    >
      {from === null ? (
        <DraftForm
          start={{
            ...{ country: '', knownAt: new Date(serverNow()).toISOString().slice(0, 16), transfers: '' },
            ...{ case: query.get('case') ?? '', account: query.get('account') ?? '' },
            ...{ narrative: '', action: '', indicators: '', senders: {} },
          }}
        />
      ) : (
        <Loaded query={earlier} what={`report ${from}`}>
          {(page) => <DraftForm start={typedFrom(page)} />}
        </Loaded>
      )}
    </Page>
  )
}

/** The form. What was typed stays until the draft is stored. */
function DraftForm({ start }: { start: TypedDraft }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const toast = useToast()
  const [typed, setTyped] = useState(start)
  const [problems, setProblems] = useState<ReturnType<typeof problemsIn>>({})
  const [ready, setReady] = useState<FilingDraft | null>(null)
  const [found, setFound] = useState<Findings | null>(null)
  const [refused, setRefused] = useState<Failure | null>(null)
  const change = (part: Partial<TypedDraft>): void => {
    setTyped({ ...typed, ...part })
    setReady(null)
    setFound(null)
  }
  const check = async (): Promise<void> => {
    const wrong = problemsIn(typed)
    setProblems(wrong)
    setRefused(null)
    const draft = Object.keys(wrong).length === 0 ? draftOf(typed) : null
    if (draft === null) return
    const { data, error } = await tryCall(officeCalls.checkFiling, { body: { draft } })
    if (error) return setRefused(error)
    setFound(data)
    setReady(data.refusals.length === 0 ? draft : null)
  }
  const store = async (reason: string): Promise<Failure | null> => {
    if (ready === null) return null
    const { data, error } = await tryCall(officeCalls.draftFiling, { body: { draft: ready, reason } })
    if (error) return error
    await client.invalidateQueries({ queryKey: ['filings'] })
    toast(data.isVoluntary ? 'Drafted. Below the legal threshold, filing is voluntary.' : 'Draft saved')
    await navigate(paths.filing(data.filing.number).slice(BASE.length))
    return null
  }
  const field = (name: 'case' | 'account' | 'transfers') => ({
    id: name,
    value: typed[name],
    error: problems[name],
    autoComplete: 'off' as const,
    onChange: (value: string) => change({ [name]: value }),
  })
  const [day = '', time = ''] = typed.knownAt.split('T')
  return (
    <>
      <Section title="About">
        <SelectField
          id="country"
          label="Authority’s country"
          placeholder="Choose a country"
          value={typed.country}
          options={COUNTRY_OPTIONS}
          error={problems.country}
          onChange={(country) => change({ country })}
        />
        <TextField
          {...field('case')}
          label="Case"
          hint="For example: K-000012. Leave blank if there’s none."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            id="known-on"
            type="date"
            label="Date of knowledge"
            hint="Starts the deadline."
            value={day}
            error={problems.knownAt}
            onChange={(value) => change({ knownAt: `${value}T${time}` })}
          />
          <TextField
            id="known-at"
            label="Time (UTC)"
            hint="For example: 09:30."
            value={time}
            onChange={(value) => change({ knownAt: `${day}T${value.trim()}` })}
          />
        </div>
        <TextField
          {...field('transfers')}
          label="Transfers"
          hint="References, separated by spaces. Leave blank to report an account."
        />
        <TextField {...field('account')} label="Account" hint="Account id, if no transfer is reported." />
      </Section>
      <Section title="Narrative">
        <TextArea
          id="narrative"
          label="Grounds for suspicion"
          rows={8}
          value={typed.narrative}
          error={problems.narrative}
          onChange={(narrative) => change({ narrative })}
        />
        <TextArea
          id="action"
          label="Action taken"
          rows={4}
          value={typed.action}
          error={problems.action}
          onChange={(action) => change({ action })}
        />
        <Indicators
          country={typed.country}
          value={typed.indicators}
          onChange={(indicators) => change({ indicators })}
        />
      </Section>
      {[...wordsIn(typed.transfers), ...wordsIn(typed.account)].map((reference) => (
        <Sender
          key={reference}
          reference={reference}
          facts={typed.senders[reference] ?? {}}
          onChange={(facts) => change({ senders: { ...typed.senders, [reference]: facts } })}
        />
      ))}
      {refused && <Refusal failure={refused} />}
      {found && <Found findings={found} />}
      {ready === null ? (
        <div>
          <Button onClick={() => void check()}>Validate draft</Button>
        </div>
      ) : (
        <div>
          <ReasonDialog
            label="Save draft"
            variant="primary"
            title="Save this draft?"
            confirm="Save"
            onSubmit={store}
          >
            <p>
              A saved draft can’t be edited. To correct it, withdraw it and start a new draft from its
              content.
            </p>
          </ReasonDialog>
        </div>
      )}
    </>
  )
}

type Findings = AnswerOf<typeof officeCalls.checkFiling>

/** Shows the result of a validation, before anything is stored. */
function Found({ findings: { refusals, problems, notes, isVoluntary } }: { findings: Findings }) {
  const isComplete = refusals.length + problems.length === 0
  return (
    <Section title="Validation result">
      {isComplete && <Notice tone="ok">Nothing is missing.</Notice>}
      {refusals.length > 0 && <p>Correct this and validate again:</p>}
      <Points of={refusals} />
      {problems.length > 0 && (
        <p>
          The document is incomplete. You can save the draft, but it can’t be approved until this is fixed.
          Content can’t be added later: add it now.
        </p>
      )}
      <Points of={problems} />
      <Points of={notes} />
      {isVoluntary && <p>Below the legal threshold, filing is voluntary.</p>}
    </Section>
  )
}

const Points = ({ of: points }: { of: readonly string[] }) =>
  points.length > 0 && (
    <ul className="list-disc pl-6">
      {points.map((point) => (
        <li key={point} className="wrap-anywhere">
          {point}
        </li>
      ))}
    </ul>
  )

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
    <Section title={`Sender of ${reference}`}>
      <p className="text-muted">Fill in what our records don’t have.</p>
      <div className="grid gap-4 sm:grid-cols-2">
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
    </Section>
  )
}
