import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { officeCalls, WORK_KINDS, WORK_VIEWS, type Work } from '@sesa/contract/office'
import { formatDate } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { LoadingCard } from '@sesa/ui/feedback/loading-card.tsx'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice, tryCall, usePages } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMe } from '../../lib/session.ts'
import { spanText } from '../../lib/words.ts'
import { pathOfWork, WORK_KIND_WORDS } from '../../lib/work.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { SandboxNotice } from '../../parts/sandbox-notice.tsx'
import { workDue, WorkDue, workName, workText } from '../../parts/work-words.tsx'
import { amountColumn, type GridColumn } from '../../table/columns.ts'
import { DataTable } from '../../table/data-table.tsx'
import { InboxTabs } from './tabs.tsx'

const Templates = lazy(() => import('./templates.tsx'))

const columnsFor = (
  me: string,
  take: (rows: readonly Work[]) => Promise<void>,
): readonly GridColumn<Work>[] => [
  { key: 'name', header: 'Item', width: 160, text: workName },
  { key: 'about', header: 'About', width: 220, text: workText },
  { key: 'kind', header: 'Queue', width: 130, text: ({ kind }) => WORK_KIND_WORDS[kind], hidden: true },
  { ...amountColumn<Work>('amount', 'Amount', 140, ({ amount }) => amount), leaves: 1 },
  {
    key: 'age',
    header: 'Age',
    width: 120,
    text: ({ since }) => ageText(since),
    leaves: 2,
    at: ({ since }) => since,
  },
  {
    key: 'due',
    header: 'Due in',
    width: 150,
    text: workDue,
    order: ({ dueAt }) => (dueAt === null ? Infinity : Date.parse(dueAt)),
    at: ({ dueAt }) => dueAt,
    render: (row) => <WorkDue {...row} />,
  },
  {
    key: 'owner',
    header: 'Owner',
    width: 144,
    text: ({ owner, waitsFor }) => owner?.name ?? waitsFor ?? 'Nobody',
    render: (row) => (
      <span className="flex min-w-0 gap-3">
        {(row.owner ?? row.waitsFor) !== null && (
          <span className="truncate">
            {row.owner?.id === me ? 'You' : (row.owner?.name ?? `For: ${row.waitsFor ?? ''}`)}
          </span>
        )}
        {row.waitsFor === null && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={`${row.owner?.id === me ? 'Give back' : 'Take'} ${workName(row)}`}
            onClick={() => void take([row])}
            className="font-semibold whitespace-nowrap text-brand-ink underline underline-offset-4"
          >
            {row.owner?.id === me ? 'Give back' : 'Take'}
          </button>
        )}
      </span>
    ),
  },
]

/** What waits for the member, over all queues: the first due item first, then the one with most money. */
export default function InboxPage() {
  const [search] = useSearchParams()
  const me = useMe()
  const client = useQueryClient()
  const toast = useToast()
  const isTemplates = search.get('kind') === 'templates'
  const kind = WORK_KINDS.find((one) => one === search.get('kind'))
  const view = WORK_VIEWS.find((one) => one === search.get('view'))
  // The tabs keep their counts while another tab loads.
  const { query, rows, more, first } = usePages(
    ['work', 'inbox', kind, view],
    (cursor, signal) => callOffice(officeCalls.inbox, { query: { kind, view, cursor }, signal }),
    ({ work }) => work,
    { keepsBefore: true },
  )
  const take = useCallback(
    async (rows: readonly Work[]): Promise<void> => {
      const failures: string[] = []
      for (const { kind: of, id, owner } of rows) {
        const to = owner?.id === me.id ? 'nobody' : 'me'
        const body = { kind: of, id, from: owner?.id ?? null, to } as const
        const { error } = await tryCall(officeCalls.take, { body })
        if (error) failures.push(error.message)
      }
      await client.invalidateQueries({ queryKey: ['work'] })
      toast(failures[0] ?? (rows.length === 1 ? 'Owner changed' : `${rows.length} owners changed`))
    },
    [client, me.id, toast],
  )
  const columns = useMemo(() => columnsFor(me.id, take), [me.id, take])

  return (
    <Page width="wide" title="Inbox">
      {kind === 'approvals' && <SandboxNotice />}
      <InboxTabs kind={isTemplates ? 'templates' : kind} view={view} queues={first?.queues ?? []}>
        {kind === 'privacy' && (
          <ButtonLink href={paths.privacyRequest('new')} variant="secondary">
            Record a request
          </ButtonLink>
        )}
      </InboxTabs>
      {isTemplates ? (
        <Suspense fallback={<LoadingCard lines={6} />}>
          <Templates />
        </Suspense>
      ) : query.isPlaceholderData ? (
        <LoadingCard lines={6} />
      ) : (
        <Loaded query={query} what="the inbox">
          {() => (
            <DataTable
              name="inbox"
              caption="Open work"
              columns={columns}
              rows={rows}
              rowKey={(row) => `${row.kind} ${row.id}`}
              hrefOf={pathOfWork}
              rowKeys={{ a: (chosen) => void take(chosen) }}
              more={more}
              empty={
                view === undefined
                  ? { title: 'Nothing waits for you', text: nextDueText(first?.nextDue ?? null) }
                  : { title: 'Nothing in this view', text: 'Choose Everything for the rest.' }
              }
            />
          )}
        </Loaded>
      )}
    </Page>
  )
}

const ageText = (since: string): string => {
  const text = spanText(Date.parse(since), serverNow())
  return text.startsWith('less') ? 'now' : text
}

const nextDueText = (work: Work | null): string =>
  work?.dueAt ? `Next due: ${workName(work)}, ${formatDate(work.dueAt)}.` : 'New work appears here.'
