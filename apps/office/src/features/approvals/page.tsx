import { useParams } from 'react-router'
import * as v from 'valibot'
import { formatMoney, money } from '@sesa/money'
import { officeCalls, type Approval, type ApprovalState } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Facts } from '@sesa/ui/layout/card.tsx'
import { useMay } from '../../lib/session.ts'
import { amountText, dueTone, readable, spanText, STATE_WORDS } from '../../lib/words.ts'
import { useCall } from '../../lib/api.ts'
import { Diff, leavesOf } from '../../parts/diff.tsx'
import { LoadedPage, LoadedSection } from '../../parts/loaded.tsx'
import { PriceSimulation } from '../../parts/price-simulation.tsx'
import { Section } from '../../parts/section.tsx'
import { Tag } from '../../parts/tag.tsx'
import { Values } from '../../parts/values.tsx'
import { aboutFacts, RuleTrial } from './about.tsx'
import { Decide } from './decide.tsx'

const RUNNING_MS = 2000

/** One approval: what was asked for, why, and the decision. */
export default function ApprovalPage() {
  const { id = '' } = useParams()
  const approval = useCall(
    ['approvals', 'one', id],
    officeCalls.showApproval,
    { params: { id } },
    {
      // The worker carries out what was approved.
      refetchInterval: ({ state: { data } }) => data?.state === 'approved' && RUNNING_MS,
    },
  )
  const title = approval.data?.title ?? 'Approval'
  return (
    <LoadedPage title={title} documentTitle="Approval" query={approval} what="this approval">
      {(data) => <Content approval={data} />}
    </LoadedPage>
  )
}

/** The values of these requests that are cents in US dollars, as text. */
const CENTS: Readonly<Partial<Record<Approval['action'], readonly string[]>>> = {
  set_release_threshold: ['amount'],
  set_tier_limits: ['per24Hours', 'per30Days'],
}

type Values = Readonly<Record<string, unknown>>

/** Returns the values of a request as people read them. */
function readableValues(action: Approval['action'], values: Values): Values {
  const inDollars = (value: unknown): unknown =>
    typeof value === 'string' && /^\d+$/.test(value) ? formatMoney(money(BigInt(value), 'USD')) : value
  const names = CENTS[action] ?? []
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, names.includes(name) ? inDollars(value) : value]),
  )
}

function Content({ approval }: { approval: Approval }) {
  const isPending = approval.state === 'pending'
  const { changes, effect } = approval.about
  // A correction’s id says nothing to the approver, who reads its names above.
  const { underReview: _, correction: _id, ...payload } = approval.payload
  const values = readableValues(approval.action, payload)
  return (
    <>
      <Head approval={approval} />
      <p className="text-xl font-semibold wrap-anywhere">{effect}</p>
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <div className="flex min-w-0 flex-col gap-4 lg:col-span-2">
          {isPending && approval.replaces && <Changes approval={approval} />}
          {isPending && !approval.replaces && changes.length > 0 && (
            <Section title="What changes">
              <Diff
                before={Object.fromEntries(changes.map(({ label, from }) => [label, from]))}
                after={Object.fromEntries(changes.map(({ label, to }) => [label, to]))}
              />
            </Section>
          )}
          {approval.action === 'correct_name' && <Correction approval={approval} />}
          {isPending && approval.action === 'set_prices' && <PriceEffects payload={approval.payload} />}
          {isPending && <RuleTrial approval={approval} />}
          <Section title="The record">
            <Facts compact facts={aboutFacts(approval)} />
            <details>
              <summary className="font-semibold text-brand-ink">What runs, with its hash</summary>
              {Object.keys(values).length > 0 && <Values values={values} />}
              <p className="text-muted">
                This can’t change. SHA-256: <span className="break-all">{approval.payloadHash}</span>
              </p>
            </details>
          </Section>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Section title="Asked">
            <p>
              <b>{approval.maker.name}</b>, {formatMoment(approval.madeAt)}
            </p>
            <p className="wrap-anywhere">{approval.reason}</p>
          </Section>
          {isPending ? <Decide approval={approval} /> : <Decision approval={approval} />}
        </div>
      </div>
    </>
  )
}

/** The first line: state, amount, age and expiry. */
function Head({ approval: { state, madeAt, expiresAt, about } }: { approval: Approval }) {
  const now = serverNow()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <StateTag state={state} />
      {about.amount !== null && <b>{amountText(about.amount)}</b>}
      {state === 'pending' && (
        <>
          <span className="text-muted">Waiting for {spanText(Date.parse(madeAt), now)}</span>
          <Tag tone={dueTone(madeAt, expiresAt, now)}>Expires in {spanText(Date.parse(expiresAt), now)}</Tag>
        </>
      )}
    </div>
  )
}

/** The names of a correction, which the audit log records as a read. */
function Correction({ approval: { entity: id, payload } }: { approval: Approval }) {
  const may = useMay()
  const correction = String(payload['correction'])
  const names = useCall(
    ['approvals', 'name', correction],
    officeCalls.showNameCorrection,
    { params: { id, correction } },
    { enabled: may('customers.reveal') },
  )
  if (!may('customers.reveal')) return null
  return (
    <LoadedSection title="What changes" query={names} what="the names">
      {({ from, to, document, seen }) => (
        <>
          <Diff before={leavesOf({ name: from })} after={leavesOf({ name: to })} />
          <p>
            {readable(document)}: {seen}
          </p>
          <p className="text-muted">
            The new name is screened. An identity check verified under another name lapses, so the customer
            drops to tier 1 until the next check.
          </p>
        </>
      )}
    </LoadedSection>
  )
}

/** What differs from the values in force. */
function Changes({ approval: { id, action, payload } }: { approval: Approval }) {
  const inForce = useCall(['approvals', 'in-force', id], officeCalls.showValuesInForce, { params: { id } })
  const leaves = (values: Values | null) => leavesOf(readableValues(action, values ?? {}))
  return (
    <LoadedSection title="What changes" query={inForce} what="the values in force">
      {({ values }) => <Diff before={leaves(values)} after={leaves(payload)} onlyChanges />}
    </LoadedSection>
  )
}

/** What the requested price list changes, by the code that prices quotes. */
function PriceEffects({ payload }: Pick<Approval, 'payload'>) {
  const may = useMay()
  const list = v.is(v.record(v.string(), v.unknown()), payload['list']) ? payload['list'] : {}
  const simulated = useCall(
    ['prices', 'simulated', list],
    officeCalls.simulatePrices,
    { body: { list, past: true } },
    { enabled: may('prices.read') },
  )
  if (!may('prices.read')) return null
  return (
    <LoadedSection title="What changes for customers" query={simulated} what="the simulation">
      {(data) => <PriceSimulation {...data} />}
    </LoadedSection>
  )
}

function Decision({ approval: { checker, decidedAt, note, result, state } }: { approval: Approval }) {
  return (
    <Section title="Decision">
      {state === 'failed' && (
        <Notice tone="error" title="Approved, but it failed">
          {result ?? 'No reason was recorded.'} Check the record, then make a new request.
        </Notice>
      )}
      <Facts
        compact
        facts={[
          { label: 'Decided by', value: checker?.name ?? 'Not decided' },
          { label: 'When', value: decidedAt === null ? 'Not decided' : formatMoment(decidedAt) },
          { label: 'Note', value: note ?? 'None' },
          ...(result === null || state === 'failed' ? [] : [{ label: 'Result', value: result }]),
        ]}
      />
    </Section>
  )
}

const TONES = {
  pending: 'warn',
  approved: 'plain',
  done: 'ok',
  failed: 'danger',
  rejected: 'danger',
  expired: 'plain',
  withdrawn: 'plain',
} as const satisfies Record<ApprovalState, string>

/** The state of an approval. */
function StateTag({ state }: { state: ApprovalState }) {
  return <Tag tone={TONES[state]}>{STATE_WORDS[state]}</Tag>
}
