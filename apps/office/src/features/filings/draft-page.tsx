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
      title="Draft a report"
      lead="A report of suspicion. Another member approves it before it leaves. Neither the customer nor support learns of it."
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
    toast(data.isVoluntary ? 'Drafted. Below the law’s amount, a report is voluntary.' : 'Drafted')
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
          label="Country of the authority"
          placeholder="Choose a country"
          value={typed.country}
          options={COUNTRY_OPTIONS}
          error={problems.country}
          onChange={(country) => change({ country })}
        />
        <TextField {...field('case')} label="Case" hint="Such as K-000012. Leave it empty without one." />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            id="known-on"
            type="date"
            label="Day when we knew"
            hint="The deadline counts from here."
            value={day}
            error={problems.knownAt}
            onChange={(value) => change({ knownAt: `${value}T${time}` })}
          />
          <TextField
            id="known-at"
            label="Time (UTC)"
            hint="Such as 09:30."
            value={time}
            onChange={(value) => change({ knownAt: `${day}T${value.trim()}` })}
          />
        </div>
        <TextField
          {...field('transfers')}
          label="Transfers"
          hint="References, with spaces between them. Leave it empty to report an account."
        />
        <TextField {...field('account')} label="Account" hint="Its id, when no transfer is reported." />
      </Section>
      <Section title="What happened">
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
          <Button onClick={() => void check()}>Check the draft</Button>
        </div>
      ) : (
        <div>
          <ReasonDialog
            label="Store the draft"
            variant="primary"
            title="Store this draft?"
            confirm="Store it"
            onSubmit={store}
          >
            <p>
              Its content does not change any more. A wrong draft is withdrawn, and another one begins with
              what it says.
            </p>
          </ReasonDialog>
        </div>
      )}
    </>
  )
}

type Findings = AnswerOf<typeof officeCalls.checkFiling>

/** What a check found, before anything is stored. */
function Found({ findings: { refusals, problems, notes, isVoluntary } }: { findings: Findings }) {
  const isComplete = refusals.length + problems.length === 0
  return (
    <Section title="What the check found">
      {isComplete && <Notice tone="ok">Nothing is missing.</Notice>}
      {refusals.length > 0 && <p>Correct this, and check again:</p>}
      <Points of={refusals} />
      {problems.length > 0 && (
        <p>
          The document lacks this. You can store the draft, so that its deadline counts, but it can’t be
          approved until this is mended. What its content lacks can’t be added later: add it now.
        </p>
      )}
      <Points of={problems} />
      <Points of={notes} />
      {isVoluntary && <p>Below the law’s amount, a report is voluntary.</p>}
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
  ['issueDate', 'Document issued', 'date'],
  ['expiryDate', 'Document expires', 'date'],
  ['issueCountry', 'Document’s country, such as GH', 'text'],
  ['taxNumber', 'Tax number', 'text'],
  ['state', 'State of the USA, such as MN', 'text'],
  ['birthPlace', 'Place of birth', 'text'],
  ['taxRegistration', 'Tax registration, as the authority codes it', 'text'],
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
    <Section title={`The sender of ${reference}`}>
      <p className="text-muted">Fill in what you know and our records don’t have.</p>
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
          placeholder="Not known"
          value={facts.gender ?? ''}
          options={GENDERS}
          onChange={(value) => set('gender', value)}
        />
      </div>
    </Section>
  )
}
