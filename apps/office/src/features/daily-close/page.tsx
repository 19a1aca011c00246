import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { formatMoment } from '@sesa/ui/format.ts'
import { ApiError, type Failure } from '@sesa/ui/api/http.ts'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { Facts, type Fact } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { useMe } from '../../lib/session.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { Report } from './report.tsx'

type Shown = AnswerOf<typeof officeCalls.showDailyClose>

/** The books of one day: prepare them, read the report, sign it. */
export default function DailyClosePage() {
  const { day = '' } = useParams()
  const close = useQuery({
    queryKey: ['closes', 'one', day],
    // Nobody has prepared the day yet: that is no error.
    queryFn: async ({ signal }): Promise<Shown | null> => {
      try {
        return await callOffice(officeCalls.showDailyClose, { params: { day }, signal })
      } catch (error) {
        if (error instanceof ApiError && error.failure.code === 'not_found') return null
        throw error
      }
    },
  })
  return (
    <Page title={`Books of ${day}`} documentTitle="Daily close" width="wide">
      <Loaded query={close} what="this day">
        {(shown) => (
          <>
            {shown !== null && (
              <>
                <Section title="Report">
                  <Facts compact facts={factsOf(shown)} />
                </Section>
                <Report report={shown.report} />
              </>
            )}
            {(shown === null || shown.signedAt === null) && <Work day={day} shown={shown} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function factsOf({ preparedBy, preparedAt, signedBy, signedAt, note, explanation, digest }: Shown): Fact[] {
  return [
    { key: 'prepared', label: 'Prepared', value: `${preparedBy}, ${formatMoment(preparedAt)}` },
    {
      key: 'signed',
      label: 'Signed',
      value: signedAt === null ? 'Not yet' : `${signedBy ?? ''}, ${formatMoment(signedAt)}: ${note ?? ''}`,
    },
    { key: 'explanation', label: 'Explanation', value: explanation ?? 'None needed' },
    { key: 'digest', label: 'Digest', value: <span className="break-all">{digest}</span> },
  ]
}

function Work({ day, shown }: { day: string; shown: Shown | null }) {
  const me = useMe()
  const client = useQueryClient()
  const toast = useToast()
  const [explanation, setExplanation] = useState('')
  const act =
    (call: (reason: string) => Promise<Outcome<Shown>>, said: string) =>
    async (reason: string): Promise<Failure | null> => {
      const { data, error } = await call(reason)
      if (error) return error
      client.setQueryData(['closes', 'one', day], data)
      toast(said)
      await client.invalidateQueries({ queryKey: ['closes', 'list'] })
      return null
    }
  const given = explanation.trim()
  const prepare = (reason: string) =>
    tryCall(officeCalls.prepareDailyClose, {
      params: { day },
      body: { reason, ...(given !== '' && { explanation: given }) },
    })
  return (
    <>
      {shown !== null && (
        <Section title="Sign">
          {shown.preparedBy === me.name ? (
            <p>You prepared this report. Another member signs it.</p>
          ) : (
            <>
              <p>You sign exactly this report, by its digest. A signed day never changes.</p>
              <div>
                <ReasonDialog
                  label="Sign"
                  variant="primary"
                  title={`Sign the books of ${day}?`}
                  confirm="Sign"
                  onSubmit={act(
                    (reason) =>
                      tryCall(officeCalls.signDailyClose, {
                        params: { day },
                        body: { digest: shown.digest, reason },
                      }),
                    'Signed',
                  )}
                />
              </div>
            </>
          )}
        </Section>
      )}
      <Section title={shown === null ? 'Prepare' : 'Prepare again'}>
        <p>
          The report uses the current books and compares them with the providers. Explain any differences.
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
            title={`Prepare the books of ${day}?`}
            confirm="Prepare"
            onSubmit={act(prepare, 'Prepared')}
            onDone={() => setExplanation('')}
          />
        </div>
      </Section>
    </>
  )
}
