import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import * as v from 'valibot'
import { formatMoney, money } from '@sesa/money'
import { isReplacing, officeCalls, PERMISSIONS, type Approval } from '@sesa/contract/office'
import { formatMoment } from '@sesa/web/format'
import { serverNow, type Failure } from '@sesa/web/http'
import { ButtonRow, TextLink } from '@sesa/web/ui/button.tsx'
import { Notice } from '@sesa/web/ui/feedback/notice.tsx'
import { useToast } from '@sesa/web/ui/feedback/toast.tsx'
import { Facts, type Fact } from '@sesa/web/ui/layout/card.tsx'
import { Page } from '@sesa/web/ui/layout/page.tsx'
import { callOffice, tryCall, type Outcome } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay, useMe } from '../../lib/session.ts'
import { ACTION_WORDS, anyOf, ROLE_WORDS, spanText } from '../../lib/words.ts'
import { Diff, leavesOf } from '../../parts/diff.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PriceSimulation } from '../../parts/price-simulation.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { SandboxNotice } from '../../parts/sandbox-notice.tsx'
import { Section } from '../../parts/section.tsx'
import { Values } from '../../parts/values.tsx'
import { StateTag } from './state-tag.tsx'

const RUNNING_MS = 2000

/** One approval: what was asked for, why, and the decision. */
export default function ApprovalPage() {
  const { id = '' } = useParams()
  const approval = useQuery({
    queryKey: ['approvals', 'one', id],
    queryFn: ({ signal }) => callOffice(officeCalls.showApproval, { params: { id }, signal }),
    // The worker carries out what was approved.
    refetchInterval: ({ state: { data } }) => data?.state === 'approved' && RUNNING_MS,
  })
  const title = approval.data ? ACTION_WORDS[approval.data.action] : 'Approval'
  return (
    <Page title={title} documentTitle="Approval" width="wide">
      <Loaded query={approval} what="this approval">
        {(data) => <Content approval={data} />}
      </Loaded>
    </Page>
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
  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Section title="The request">
          <Facts compact facts={requestFacts(approval)} />
        </Section>
        <Section title="What runs when it is approved">
          <Values values={readableValues(approval.action, approval.payload)} />
          <p className="text-muted">
            These values can’t change. SHA-256: <span className="break-all">{approval.payloadHash}</span>
          </p>
        </Section>
      </div>
      {approval.state === 'pending' && isReplacing(approval.action) && <Changes approval={approval} />}
      {approval.state === 'pending' && approval.action === 'set_prices' && (
        <PriceEffects payload={approval.payload} />
      )}
      {approval.state !== 'pending' ? (
        <Decision approval={approval} />
      ) : MAY_BE_UNUSUAL.includes(approval.action) ? (
        <DecideWithCaution approval={approval} />
      ) : (
        <Decide approval={approval} confirm={null} />
      )}
    </>
  )
}

/** What differs from the values in force. */
function Changes({ approval: { id, action, payload } }: { approval: Approval }) {
  const inForce = useQuery({
    queryKey: ['approvals', 'in-force', id],
    queryFn: ({ signal }) => callOffice(officeCalls.showValuesInForce, { params: { id }, signal }),
  })
  const leaves = (values: Values | null) => leavesOf(readableValues(action, values ?? {}))
  return (
    <Section title="What changes">
      <Loaded query={inForce} what="the values in force">
        {({ values }) => <Diff before={leaves(values)} after={leaves(payload)} onlyChanges />}
      </Loaded>
    </Section>
  )
}

/** What the requested price list changes, by the code that prices quotes. */
function PriceEffects({ payload }: Pick<Approval, 'payload'>) {
  const may = useMay()
  const list = v.is(v.record(v.string(), v.unknown()), payload['list']) ? payload['list'] : {}
  const simulated = useQuery({
    queryKey: ['prices', 'simulated', list],
    queryFn: ({ signal }) => callOffice(officeCalls.simulatePrices, { body: { list }, signal }),
    enabled: may('prices.read'),
  })
  if (!may('prices.read')) return null
  return (
    <Section title="What changes for customers">
      <Loaded query={simulated} what="the simulation">
        {(data) => <PriceSimulation {...data} />}
      </Loaded>
    </Section>
  )
}

const isOfTransfer = ({ action }: Approval): boolean =>
  action === 'refund' || action === 'repaid' || action === 'release'

/** Requests whose values can be beyond a bound, or those of another request. */
const MAY_BE_UNUSUAL: readonly Approval['action'][] = [
  'set_prices',
  'set_release_threshold',
  'book_treasury_entry',
]

/** The decision, below what one should know first. */
function DecideWithCaution({ approval }: { approval: Approval }) {
  const { id } = approval
  const caution = useQuery({
    queryKey: ['approvals', 'caution', id],
    queryFn: ({ signal }) => callOffice(officeCalls.showCaution, { params: { id }, signal }),
  })
  return (
    <Loaded query={caution} what="what to know about it">
      {({ warnings, confirm }) => (
        <>
          {warnings.length > 0 && (
            <Notice
              tone={confirm === null ? 'warn' : 'error'}
              title={confirm === null ? 'Look again' : 'These values are unusual'}
            >
              {warnings.map((warning) => (
                <p key={warning}>{warning}</p>
              ))}
            </Notice>
          )}
          <Decide approval={approval} confirm={confirm} />
        </>
      )}
    </Loaded>
  )
}

function requestFacts(approval: Approval): Fact[] {
  const { state, maker, madeAt, expiresAt, reason } = approval
  const pending = state === 'pending'
  return [
    { key: 'state', label: 'State', value: <StateTag state={state} /> },
    { key: 'about', label: 'About', value: <Entity approval={approval} /> },
    { key: 'maker', label: 'Asked by', value: maker.name },
    { key: 'reason', label: 'Reason', value: reason },
    { key: 'made', label: 'Asked', value: formatMoment(madeAt) },
    ...(pending
      ? [
          { key: 'age', label: 'Waiting for', value: spanText(Date.parse(madeAt), serverNow()) },
          { key: 'left', label: 'Expires in', value: spanText(Date.parse(expiresAt), serverNow()) },
        ]
      : []),
  ]
}

/** Leads to what the request is about, where it has a page. */
function Entity({ approval }: { approval: Approval }) {
  const { action, entity } = approval
  const may = useMay()
  if (isOfTransfer(approval) && may('transfers.read'))
    return <TextLink href={paths.transfer(entity)}>{entity}</TextLink>
  if (action === 'erase_account' && may('customers.read'))
    return <TextLink href={paths.customer(entity)}>{entity}</TextLink>
  return entity
}

function Decide({ approval, confirm }: { approval: Approval; confirm: string | null }) {
  const me = useMe()
  const client = useQueryClient()
  const toast = useToast()
  const { id, maker, mayDecide, permission } = approval
  const decide =
    (call: (note: string, confirmed: string | undefined) => Promise<Outcome<Approval>>, said: string) =>
    async (note: string, confirmed: string | undefined): Promise<Failure | null> => {
      const { data, error } = await call(note, confirmed)
      if (error) return error
      client.setQueryData(['approvals', 'one', id], data)
      toast(data.state === 'failed' ? 'Approved, but it could not be carried out' : said)
      await Promise.all([
        client.invalidateQueries({ queryKey: ['approvals', 'list'] }),
        client.invalidateQueries({ queryKey: ['transfer'] }),
        client.invalidateQueries({ queryKey: ['holds'] }),
      ])
      return null
    }
  const input = (note: string) => ({ params: { id }, body: { note } })

  if (maker.id === me.id)
    return (
      <Section title="Your own request">
        <p>You asked for this, so another person decides. You can withdraw it.</p>
        <SandboxNotice />
        <div>
          <ReasonDialog
            label="Withdraw"
            title="Withdraw this request?"
            confirm="Withdraw"
            field="Note"
            onSubmit={decide((note) => tryCall(officeCalls.withdraw, input(note)), 'Withdrawn')}
          />
        </div>
      </Section>
    )
  if (!mayDecide) return <Notice>{decidersOf(permission)}</Notice>
  const approve = (text: string, confirmed: string | undefined) => {
    const body = { note: text, ...(confirmed !== undefined && { confirmed }) }
    return tryCall(officeCalls.approve, { params: { id }, body })
  }
  return (
    <Section title="Your decision">
      <p>Check the values above against the record first.</p>
      {isOfTransfer(approval) && (
        <p className="text-muted">
          Only carrying it out can tell what the card provider and the carrier say. If they stand in the way,
          it ends as failed and says why.
        </p>
      )}
      <ButtonRow>
        <ReasonDialog
          label="Approve"
          variant="primary"
          title="Approve and carry out?"
          confirm="Approve"
          field="Note"
          {...(confirm !== null && { typed: confirm })}
          onSubmit={decide(approve, 'Approved')}
        >
          <p>It runs within seconds, exactly as this page shows it.</p>
        </ReasonDialog>
        <ReasonDialog
          label="Reject"
          variant="danger"
          title="Reject this request?"
          confirm="Reject"
          field="Note"
          onSubmit={decide((note) => tryCall(officeCalls.reject, input(note)), 'Rejected')}
        >
          <p>{maker.name} can read your note, and ask again.</p>
        </ReasonDialog>
      </ButtonRow>
    </Section>
  )
}

function decidersOf(permission: Approval['permission']): string {
  const { approvers = [] }: { approvers?: readonly (keyof typeof ROLE_WORDS)[] } = PERMISSIONS[permission]
  return `Your roles don’t decide this. ${anyOf(approvers.map((role) => ROLE_WORDS[role]))} does.`
}

function Decision({ approval: { checker, decidedAt, note, result, state } }: { approval: Approval }) {
  return (
    <Section title="The decision">
      {state === 'failed' && (
        <Notice tone="error" title="Approved, but it could not be carried out">
          {result ?? 'No reason was recorded.'} Check the record, then ask again.
        </Notice>
      )}
      <Facts
        compact
        facts={[
          { key: 'checker', label: 'Decided by', value: checker?.name ?? 'Nobody' },
          { key: 'at', label: 'When', value: decidedAt === null ? 'Not decided' : formatMoment(decidedAt) },
          { key: 'note', label: 'Note', value: note ?? 'None' },
          ...(result === null || state === 'failed'
            ? []
            : [{ key: 'result', label: 'Result', value: result }]),
        ]}
      />
    </Section>
  )
}
