import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { callOffice } from '../../lib/api.ts'
import { dueText, dueTone } from '../../lib/words.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Section } from '../../parts/section.tsx'
import { Tag } from '../../parts/tag.tsx'
import { saveFile } from '../../table/csv.ts'
import { checkable, problemsIn, type TypedDraft } from './typed-draft.ts'
import { shortAuthority } from './words.ts'

const PAUSE_MS = 500
/** A list of more points scrolls, also by keyboard. */
const MANY = 8

/** What a draft still lacks, its deadline and its document, while it is typed. Nothing is stored. */
export function LiveCheck({ typed }: { typed: TypedDraft }) {
  const [isOpen, setOpen] = useState(false)
  const [settled] = useSettled(typed, PAUSE_MS)
  const draft = checkable(settled)
  const check = useQuery({
    queryKey: ['filings', 'check', draft, isOpen],
    queryFn: ({ signal }) => {
      if (draft === null) throw new Error('There is nothing to check')
      return callOffice(officeCalls.checkFiling, {
        body: { draft, ...(isOpen && { document: true }) },
        signal,
      })
    },
    enabled: draft !== null,
    placeholderData: keepPreviousData,
  })
  const state = useLoadState(check)
  const found = draft === null ? undefined : check.data
  return (
    <>
      <Completeness missing={Object.values(problemsIn(typed))} found={found} />
      <LoadTrouble what="the check" state={state} />
      {found && <Deadline knownAt={settled.knownAt} {...found} />}
      {found && (
        <Section title="Document">
          <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
            <summary className="font-semibold text-brand-ink">As it would be filed now</summary>
            {found.files.length === 0 ? (
              <p className="text-muted">There is none until nothing is missing.</p>
            ) : (
              <Files files={found.files} />
            )}
          </details>
        </Section>
      )}
    </>
  )
}

type Found = AnswerOf<typeof officeCalls.checkFiling>

function Completeness({ missing, found }: { missing: readonly string[]; found: Found | undefined }) {
  const all = [...missing, ...(found?.refusals ?? []), ...(found?.problems ?? [])]
  const whom = found === undefined ? '' : ` for ${shortAuthority(found)}`
  return (
    <Section title={all.length === 0 ? `Complete${whom}` : `${all.length} missing${whom}`}>
      <div role="status" className="flex flex-col gap-2">
        {all.length === 0 && <Notice tone="ok">Nothing is missing.</Notice>}
        <Points of={all} />
        <Points of={found?.notes ?? []} />
        {found?.isVoluntary && <p>Below the legal threshold, filing is voluntary.</p>}
      </div>
      {missing.length === 0 && (found?.refusals.length ?? 0) === 0 && all.length > 0 && (
        <p className="text-muted">
          You can save a draft with gaps. It can’t be approved until they are filled.
        </p>
      )}
    </Section>
  )
}

/** A list of what a document lacks. */
export const Points = ({ of: points }: { of: readonly string[] }) =>
  points.length > 0 && (
    <ul
      tabIndex={points.length > MANY ? 0 : undefined}
      className={cx('list-disc pl-6', points.length > MANY && 'max-h-60 overflow-y-auto')}
    >
      {points.map((point) => (
        <li key={point} className="wrap-anywhere">
          {point}
        </li>
      ))}
    </ul>
  )

interface DeadlineProps extends Pick<Found, 'deadline' | 'dueAt'> {
  knownAt: string
}

/** When a report is due, by which law. */
export function Deadline({ deadline, dueAt, knownAt }: DeadlineProps) {
  const now = serverNow()
  return (
    <Section title="Deadline">
      <p>
        <Tag tone={dueTone(knownAt, dueAt, now)}>
          {Date.parse(dueAt) < now ? dueText(dueAt, now) : `${dueText(dueAt, now)} left`}
        </Tag>{' '}
        {formatMoment(dueAt)}
      </p>
      <p className="text-muted">
        {deadline.text} ({deadline.source}
        {deadline.isConfirmed ? '' : '; unconfirmed'})
      </p>
    </Section>
  )
}

interface ReadFile {
  readonly name: string
  readonly text: string
}

/** The office's policy refuses styles inside a page, with a warning. */
const STYLE = /<style>[^]*?<\/style>/u

/** The files of a document: a page as it prints, any other as its text. */
export function Files({ files }: { files: readonly ReadFile[] }) {
  return files.map(({ name, text }) => (
    <div key={name} className="mt-2 flex flex-col gap-2">
      <h3 className="font-bold">{name}</h3>
      {name.endsWith('.html') ? (
        <iframe
          title={name}
          sandbox=""
          srcDoc={text.replace(STYLE, '')}
          className="h-80 w-full border border-edge bg-white"
        />
      ) : (
        <pre tabIndex={0} aria-label={name} className="max-h-80 overflow-auto border border-edge p-3">
          {text}
        </pre>
      )}
      <Button
        variant="secondary"
        onClick={() => saveFile(name, text, { isExact: true })}
        className="self-start"
      >
        Save {name}
      </Button>
    </div>
  ))
}
