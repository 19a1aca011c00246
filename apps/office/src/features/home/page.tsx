import { lazy, Suspense } from 'react'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls, type HomeTile, type SetUpStep, type Work, type WorkQueue } from '@sesa/contract/office'
import { formatDate, formatMoment } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { cx } from '@sesa/ui/class-names.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { useMe } from '../../lib/session.ts'
import { amountText, spanText } from '../../lib/words.ts'
import { countText, inboxPath, pathOfWork, WORK_KIND_WORDS } from '../../lib/work.ts'
import { useCall } from '../../lib/api.ts'
import { LoadedPage } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'
import { Tag } from '../../parts/tag.tsx'
import { WorkDue, workName, workText } from '../../parts/work-words.tsx'
import { changeText, figureText, SET_UP_WORDS, TILE_WORDS } from './words.ts'

type Home = AnswerOf<typeof officeCalls.home>

// The charts' code comes after the work.
const RoleCharts = lazy(async () => ({
  default: (await import('../../parts/charts/role-charts.tsx')).RoleCharts,
}))

/** What needs the member now, their queues, today so far, and the charts of their role. */
export default function HomePage() {
  const [role] = useMe().roles
  const home = useCall(['work', 'home'], officeCalls.home, {})
  return (
    <LoadedPage title="Home" query={home} what="your work">
      {(data) => (
        <>
          {data.setUp && <SetUp steps={data.setUp} />}
          <Now {...data} />
          <Queues queues={data.queues} />
          <Today {...data} />
          {role !== undefined && (
            <Suspense>
              <RoleCharts role={role} />
            </Suspense>
          )}
        </>
      )}
    </LoadedPage>
  )
}

function SetUp({ steps }: { steps: readonly SetUpStep[] }) {
  return (
    <Section title="Set up your company">
      <ul className="flex flex-col gap-2">
        {steps.map(({ step, isDone }) => (
          <li key={step} className="flex flex-wrap items-center gap-3">
            <Tag tone={isDone ? 'ok' : 'warn'}>{isDone ? 'Done' : 'To do'}</Tag>
            <TextLink href={SET_UP_WORDS[step].href}>{SET_UP_WORDS[step].label}</TextLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Now({ now, nextDue }: Pick<Home, 'now' | 'nextDue'>) {
  return (
    <Section title="Needs me now">
      {now.length === 0 ? (
        <p>
          Nothing waits for you.
          {nextDue?.dueAt && (
            <>
              {' '}
              Next due: <TextLink href={pathOfWork(nextDue)}>{workName(nextDue)}</TextLink>,{' '}
              {formatDate(nextDue.dueAt)}.
            </>
          )}
        </p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {now.map((work) => (
            <Item key={`${work.kind} ${work.id}`} work={work} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Item({ work }: { work: Work }) {
  const { amount, since, dueAt, owner } = work
  return (
    <li className="grid items-center gap-x-4 py-2 sm:grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_9rem_7rem_12rem]">
      <span className="min-w-0 wrap-anywhere">
        <TextLink href={pathOfWork(work)}>{workName(work)}</TextLink> {workText(work)}
        {owner && <span className="text-muted"> · yours</span>}
      </span>
      <span className="tabular-nums sm:text-right">{amount && amountText(amount)}</span>
      <span className="text-muted">{spanText(Date.parse(since), serverNow())}</span>
      <span>{dueAt === null ? '' : <WorkDue dueAt={dueAt} />}</span>
    </li>
  )
}

function Queues({ queues }: { queues: readonly WorkQueue[] }) {
  const open = queues.filter(({ count, others }) => count + others > 0)
  return (
    <Section title="Queues">
      {open.length === 0 ? (
        <p>All queues are empty.</p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {open.map(({ kind, count, oldest, overdue, mine, others }) => (
            <li key={kind} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <span className="min-w-44">
                <TextLink href={inboxPath(kind)}>{WORK_KIND_WORDS[kind]}</TextLink>{' '}
                <span className="font-semibold tabular-nums">{countText(count)}</span>
              </span>
              {oldest !== null && <span>oldest {spanText(Date.parse(oldest), serverNow())}</span>}
              {overdue > 0 && (
                <a href={inboxPath(kind, 'overdue')}>
                  <Tag tone="danger">{overdue} overdue</Tag>
                </a>
              )}
              {mine > 0 && <TextLink href={inboxPath(kind, 'mine')}>mine {mine}</TextLink>}
              {others > 0 && (
                <TextLink href={inboxPath(kind, 'others')}>{others} waiting for others</TextLink>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Today({ tiles, asOf }: Pick<Home, 'tiles' | 'asOf'>) {
  return (
    <section aria-labelledby="today" className="flex flex-col gap-4">
      <h2 id="today">Today until {formatMoment(asOf)}, against the same hours a week ago</h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {tiles.map((tile) => (
          <Tile key={tile.tile} {...tile} />
        ))}
      </ul>
    </section>
  )
}

function Tile({ tile, unit, now, before }: HomeTile) {
  const { label, href } = TILE_WORDS[tile]
  const change = changeText({ unit, now, before })
  return (
    <li className="flex">
      <a
        href={href}
        className="flex w-full flex-col gap-1 rounded-lg border border-line bg-surface p-4 shadow-card hover:bg-sunken"
      >
        <span className="text-muted">{label}</span>
        <span className={cx('text-2xl font-bold tabular-nums', now === null && 'text-muted')}>
          {figureText(unit, now)}
        </span>
        {change !== null && <span className="text-muted">{change}</span>}
      </a>
    </li>
  )
}
