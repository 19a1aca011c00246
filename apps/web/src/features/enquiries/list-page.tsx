import { useQuery } from '@tanstack/react-query'
import { calls, TOPIC_WORDS, type EnquirySummary } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { formatDate, formatTime } from '@sesa/ui/format.ts'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { ButtonLink, TextLink } from '@sesa/ui/button.tsx'
import { EmptyState } from '@sesa/ui/feedback/empty-state.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { LoadingCard } from '@sesa/ui/feedback/loading-card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callApi } from '../../lib/api/api.ts'
import { messagePath, paths } from '../../lib/paths.ts'
import { StateTag } from './state-tag.tsx'

const KEY = ['enquiries']

/** Lists the customer's conversations with support. */
export default function MessagesPage() {
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi(calls.listEnquiries, { signal }),
  })
  const state = useLoadState(query)
  const enquiries = query.data?.enquiries
  const start = (
    <ButtonLink href={paths.newMessage} size="lg">
      {i18n.t('Write to us')}
    </ButtonLink>
  )

  return (
    <Page title={i18n.t('Messages')} lead={i18n.t('Your questions and complaints, with our answers.')}>
      <LoadTrouble what={i18n.t('your messages')} state={state} />
      {!enquiries && state.loading && <LoadingCard lines={4} />}
      {enquiries?.length === 0 && (
        <EmptyState title={i18n.t('No messages yet')} action={start}>
          {i18n.t('Ask about a transfer or anything else. A person answers here.')}
        </EmptyState>
      )}
      {enquiries && enquiries.length > 0 && (
        <>
          <div>{start}</div>
          <ul className="flex flex-col gap-3">
            {enquiries.map((enquiry) => (
              <Row key={enquiry.id} enquiry={enquiry} />
            ))}
          </ul>
        </>
      )}
      <p className="text-muted">
        {rich(i18n.t('Looking for a quick answer? <link>Search our help</link>.'), {
          link: (text) => <TextLink href={paths.help}>{text}</TextLink>,
        })}
      </p>
    </Page>
  )
}

function Row({ enquiry }: { enquiry: EnquirySummary }) {
  const { id, number, topic, reference, state, updatedAt } = enquiry
  return (
    <li>
      <a
        href={messagePath(id)}
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-surface p-4 hover:bg-sunken sm:px-6"
      >
        <span className="min-w-0">
          <span className="block text-lg font-bold">{TOPIC_WORDS[topic]}</span>
          <span className="block text-muted">
            {[number, ...(reference === null ? [] : [i18n.t('transfer {reference}', { reference })])].join(
              ' · ',
            )}
          </span>
          <span className="block text-muted">
            {formatDate(updatedAt)}, {formatTime(updatedAt)}
          </span>
        </span>
        <StateTag state={state} />
      </a>
    </li>
  )
}
