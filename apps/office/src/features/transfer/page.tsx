import { useParams } from 'react-router'
import { officeCalls, type TransferPage as Transfer } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { useMay } from '../../lib/session.ts'
import { amountText, exactMoment } from '../../lib/words.ts'
import { useCall } from '../../lib/api.ts'
import { ApprovalList } from '../../parts/approval-list.tsx'
import { LoadedPage } from '../../parts/loaded.tsx'
import { Notes } from '../../parts/notes.tsx'
import { whereText } from '../../parts/notices.tsx'
import { Section } from '../../parts/section.tsx'
import { TransferState } from '../../parts/transfer-columns.tsx'
import { Actions } from './actions.tsx'
import { Ids, Money, Recipient, Records } from './side.tsx'
import { Story } from './story.tsx'

/** Everything about a transfer, a sentence first: how it stands, why, and what may be done now. */
export default function TransferPage() {
  const { reference = '' } = useParams()
  const transfer = useCall(['transfer', reference], officeCalls.showTransfer, { params: { reference } })
  return (
    <LoadedPage
      title={reference}
      documentTitle={`Transfer ${reference}`}
      beside={transfer.data && <Head transfer={transfer.data} />}
      query={transfer}
      what="this transfer"
    >
      {(data) => <Content transfer={data} />}
    </LoadedPage>
  )
}

function Head({ transfer: { state, hold, sent, arrives, createdAt } }: { transfer: Transfer }) {
  return (
    <>
      <TransferState {...{ state, hold }} isWhole />
      <p className="font-bold tabular-nums">
        {amountText(sent)} → {amountText(arrives)}
      </p>
      <p className="text-muted tabular-nums">{formatMoment(createdAt)}</p>
    </>
  )
}

function Content({ transfer }: { transfer: Transfer }) {
  const may = useMay()
  const { approvals, story, archived, reference } = transfer
  return (
    <div className="-mt-2 flex flex-col gap-4">
      <Summary transfer={transfer} />
      <Actions transfer={transfer} />
      {approvals.length > 0 && (
        <Section title="Awaiting approval">
          <ApprovalList approvals={approvals} />
        </Section>
      )}
      <div className="grid items-start gap-4 md:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <Story entries={story.entries} archived={archived} />
          <Recipient transfer={transfer} />
          <Records transfer={transfer} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Money transfer={transfer} />
          {may('notes.write') && <Notes subject={{ transfer: reference }} />}
          <Ids transfer={transfer} />
        </div>
      </div>
    </div>
  )
}

/** How it stands, in the customer's words; why, for staff; and what happens next by itself. */
function Summary({ transfer: { story, holdDetail, notices } }: { transfer: Transfer }) {
  const { headline, cause, next } = story
  const [told] = notices
  return (
    <div className="flex flex-col gap-1">
      <p className="text-lg font-semibold">{headline}</p>
      {cause !== null && <p>{cause}</p>}
      {holdDetail && (
        <p className="text-muted">
          Held since {formatMoment(holdDetail.since)}.
          {holdDetail.runbook !== null && (
            <>
              {' '}
              Runbook: <span className="wrap-anywhere">{holdDetail.runbook}</span>
            </>
          )}
        </p>
      )}
      {next !== null && (
        <p>
          <b>Next:</b> {next.at !== null && `${exactMoment(next.at)}. `}
          {next.text}
        </p>
      )}
      <p className="text-muted">
        {told === undefined
          ? 'The customer got no notice yet.'
          : `Told the customer ${exactMoment(told.at)} ${whereText(told)}.`}
      </p>
    </div>
  )
}
