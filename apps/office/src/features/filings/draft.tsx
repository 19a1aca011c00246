import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { officeCalls, type OfficeFilingPage } from '@sesa/contract/office'
import { serverNow, type Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { tryCall, useCall, useAct } from '../../lib/api.ts'
import { BASE, paths } from '../../lib/paths.ts'
import { DecisionForm } from '../../parts/decision-form.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'
import { DraftFields } from './form.tsx'
import { LiveCheck } from './live-check.tsx'
import { draftOf, problemsIn, typedFor, typedFrom, type Problems, type TypedDraft } from './typed-draft.ts'

/** A new report: from nothing, about a case or an account, or from a report that was withdrawn. */
export function NewDraft() {
  const [query] = useSearchParams()
  const [from, number] = [query.get('from'), query.get('case')]
  const account = query.get('account') ?? ''
  const earlier = useCall(
    ['filings', 'one', from],
    officeCalls.showFiling,
    { params: { number: from ?? '' } },
    { enabled: from !== null },
  )
  const about = useCall(
    ['cases', 'one', number],
    officeCalls.showCase,
    { params: { number: number ?? '' } },
    { enabled: number !== null },
  )
  if (from !== null)
    return (
      <Loaded query={earlier} what={`report ${from}`}>
        {(page) => <DraftForm start={typedFrom(page)} />}
      </Loaded>
    )
  if (number === null) return <DraftForm start={typedFor(serverNow(), { account })} />
  return (
    <Loaded query={about} what={`case ${number}`}>
      {(page) => <DraftForm start={typedFor(serverNow(), { about: page, account })} />}
    </Loaded>
  )
}

interface DraftFormProps {
  start: TypedDraft
  /** The draft to edit; undefined for a new one. */
  stored?: OfficeFilingPage
  /** Leads back from editing. */
  onEnd?: () => void
}

/** The form. What was typed stays until the draft is stored. */
export function DraftForm({ start, stored, onEnd }: DraftFormProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const act = useAct()
  const [typed, setTyped] = useState(start)
  const [problems, setProblems] = useState<Problems>({})
  const store = async (reason: string): Promise<Failure | null> => {
    const wrong = problemsIn(typed)
    setProblems(wrong)
    const draft = draftOf(typed)
    if (Object.keys(wrong).length > 0 || draft === null)
      return { code: 'invalid_field', message: 'Correct the marked fields, then save.' }
    const { number, draftedAt = '' } = stored ?? {}
    const save = () =>
      number === undefined
        ? tryCall(officeCalls.draftFiling, { body: { draft, reason } })
        : tryCall(officeCalls.editFiling, { params: { number }, body: { draft, draftedAt, reason } })
    return act(save, {
      said: ({ isVoluntary }) =>
        isVoluntary ? 'Saved. Below the legal threshold, filing is voluntary.' : 'Draft saved',
      changes: [['filings', 'list'], ['filings', 'files'], ['work']],
      then: async ({ filing }) => {
        client.setQueryData(['filings', 'one', filing.number], filing)
        onEnd?.()
        if (number === undefined) await navigate(paths.filing(filing.number).slice(BASE.length))
      },
    })()
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      <div className="flex min-w-0 flex-col gap-4 lg:col-span-2">
        <DraftFields
          typed={typed}
          problems={problems}
          isStored={stored !== undefined}
          onChange={(part) => setTyped({ ...typed, ...part })}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-4">
        <LiveCheck typed={typed} />
        <Section title={stored ? 'Save the changes' : 'Save the draft'}>
          <DecisionForm id="save" actions={[{ label: stored ? 'Save changes' : 'Save draft', run: store }]}>
            <p className="text-muted">Drafts stay editable until another member approves.</p>
          </DecisionForm>
          {onEnd && (
            <Button variant="secondary" onClick={onEnd} className="self-start">
              Discard changes
            </Button>
          )}
        </Section>
      </div>
    </div>
  )
}
