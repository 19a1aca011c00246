import { useState } from 'react'
import { useParams } from 'react-router'
import { officeCalls, type ShownDailyClose } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { Facts, type Fact } from '@sesa/ui/layout/card.tsx'
import { tryCall, useCall, useAct } from '../../lib/api.ts'
import { useMe } from '../../lib/session.ts'
import { LoadedPage } from '../../parts/loaded.tsx'
import { useNextWork } from '../../parts/next-work.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { Checklist, DayStrip } from './checklist.tsx'
import { Report } from './report.tsx'

type Close = NonNullable<ShownDailyClose['close']>

/** The books of one day: a checklist, what to do next, and the report. `latest` is the next day to close. */
export default function DailyClosePage() {
  const { day: asked = '' } = useParams()
  const query = useCall(['closes', asked], officeCalls.showDailyClose, { params: { day: asked } })
  return (
    <LoadedPage
      title={query.data ? `Daily close of ${query.data.day}` : 'Daily close'}
      documentTitle="Daily close"
      query={query}
      what="this day"
    >
      {(shown) => (
        <>
          <DayStrip {...shown} />
          <Checklist {...shown} />
          {!shown.close?.signedAt && <Work key={shown.day} asked={asked} shown={shown} />}
          {shown.close && (
            <>
              <Section title="Report">
                <Facts compact facts={factsOf(shown.close)} />
              </Section>
              <Report report={shown.close.report} />
            </>
          )}
        </>
      )}
    </LoadedPage>
  )
}

function factsOf({ preparedBy, preparedAt, signedBy, signedAt, note, explanation, digest }: Close): Fact[] {
  return [
    { label: 'Prepared', value: `${preparedBy}, ${formatMoment(preparedAt)}` },
    {
      label: 'Signed',
      value: signedAt === null ? 'Not yet' : `${signedBy ?? ''}, ${formatMoment(signedAt)}: ${note ?? ''}`,
    },
    { label: 'Explanation', value: explanation ?? 'None needed' },
    { label: 'Digest', value: <span className="break-all">{digest}</span> },
  ]
}

/** What comes next: prepare the day once it is over, then another member signs it. */
function Work({ asked, shown: { day, checks, close } }: { asked: string; shown: ShownDailyClose }) {
  const me = useMe()
  const act = useAct()
  const openNext = useNextWork()
  const [explanation, setExplanation] = useState('')
  const isOver = checks.some(({ kind, state }) => kind === 'over' && state === 'done')
  const mustExplain = checks.some(
    ({ kind, state }) => (kind === 'breaks' || kind === 'positions') && state === 'problem',
  )
  if (!isOver) return null
  const given = explanation.trim()
  const prepare = (reason: string) =>
    tryCall(officeCalls.prepareDailyClose, {
      params: { day },
      body: { reason, ...(given !== '' && { explanation: given }) },
    })
  const sign = (reason: string) =>
    tryCall(officeCalls.signDailyClose, { params: { day }, body: { digest: close?.digest ?? '', reason } })
  return (
    <>
      {close && (
        <Section title="Sign">
          {close.preparedBy === me.name ? (
            <p>You prepared this report. Another member signs it.</p>
          ) : (
            <>
              <p>You sign exactly this report, by its digest. A signed day never changes.</p>
              <div>
                <ReasonDialog
                  label="Sign"
                  shortcut="e"
                  variant="primary"
                  title={`Sign the books of ${day}?`}
                  onSubmit={act(sign, {
                    stores: ['closes', asked],
                    then: () => openNext('closes', 'Signed'),
                  })}
                />
              </div>
            </>
          )}
        </Section>
      )}
      <Section title={close ? 'Prepare again' : 'Prepare'}>
        <p>
          The report uses the current books and compares them with the providers
          {mustExplain ? '. Explain the differences above.' : '.'}
        </p>
        <TextArea
          id="explanation"
          label="Explanation of differences (if any)"
          rows={3}
          value={explanation}
          onChange={setExplanation}
        />
        <div>
          <ReasonDialog
            label="Prepare"
            shortcut={close ? undefined : 'e'}
            variant={close ? 'secondary' : 'primary'}
            title={`Prepare the books of ${day}?`}
            onSubmit={act(prepare, {
              stores: ['closes', asked],
              then: () => {
                setExplanation('')
                return openNext('closes', 'Prepared')
              },
            })}
          />
        </div>
      </Section>
    </>
  )
}
