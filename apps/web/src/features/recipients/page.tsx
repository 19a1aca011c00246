import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Recipient } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { PeopleArt } from '@sesa/ui/art/empty-art.tsx'
import { Button, ButtonLink, ButtonRow } from '@sesa/ui/button.tsx'
import { EmptyState } from '@sesa/ui/feedback/empty-state.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { LoadingCard } from '@sesa/ui/feedback/loading-card.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { loadCode } from '../../lib/loading/load-code.ts'
import { paths } from '../../lib/paths.ts'
import { findRecipients, SEARCHED_FROM } from '../../lib/recipients.ts'
import { useSession } from '../../lib/session/session.ts'
import { RecipientRow } from './recipient-row.tsx'
import { useRecipients } from './use-recipients.ts'

/** Most visits only read the list. */
const RecipientForm = lazy(() => loadCode(() => import('./recipient-form.tsx')))
const Person = lazy(() => loadCode(() => import('./person.tsx')))

/**
 * Lists the customer's recipients. `?person={id}` shows one of them; `?add` and `?edit={id}` open the form, so that
 * Back returns to the previous place.
 */
export default function RecipientsPage() {
  const { user, profile } = useSession()
  const [search, setSearch] = useSearchParams()
  const [hasErrors, setHasErrors] = useState(false)
  const toast = useToast()
  const owner = user?.uid ?? ''
  const recipients = useRecipients(owner)
  const state = useLoadState(recipients.query)
  const people = recipients.query.data
  const find = (key: string) => people?.find(({ id }) => id === search.get(key)) ?? null
  const [edited, shown] = [find('edit'), find('person')]
  const sender = profile?.country ?? null

  if ((search.has('add') || edited !== null) && sender !== null) {
    const leave = (to: Recipient | null) => {
      setHasErrors(false)
      setSearch(to ? { person: to.id } : {}, { replace: true })
    }
    return (
      <Page
        key={edited?.id ?? 'add'}
        title={edited ? i18n.t('Edit recipient') : i18n.t('Add a recipient')}
        hasError={hasErrors}
      >
        <Suspense fallback={<Loading />}>
          <RecipientForm
            {...{ owner, sender }}
            recipient={edited}
            onErrors={setHasErrors}
            onCancel={() => leave(edited)}
            onSaved={(saved) => {
              toast(edited ? i18n.t('Recipient saved') : i18n.t('{name} added', { name: saved.name }))
              leave(saved)
            }}
          />
        </Suspense>
      </Page>
    )
  }
  if (shown) {
    return (
      <Page
        key={`person ${shown.id}`}
        title={shown.nickname ?? shown.name}
        documentTitle={i18n.t('Recipient')}
      >
        <Suspense fallback={<Loading />}>
          <Person
            recipient={shown}
            {...{ sender, recipients }}
            onEdit={() => setSearch({ edit: shown.id })}
            onRemoved={() => {
              toast(i18n.t('{name} removed', { name: shown.name }))
              setSearch({}, { replace: true })
            }}
          />
        </Suspense>
      </Page>
    )
  }
  return (
    <Page key="list" title={i18n.t('Recipients')}>
      <LoadTrouble what={i18n.t('your recipients')} state={state} />
      {!people && state.loading && <Loading />}
      {people?.length === 0 && (
        <EmptyState
          art={<PeopleArt />}
          title={i18n.t('No recipients yet')}
          action={
            <ButtonRow>
              <Button size="lg" onClick={() => setSearch({ add: '' })}>
                {i18n.t('Add a recipient')}
              </Button>
              <ButtonLink href={paths.sendMoney} size="lg" variant="secondary">
                {i18n.t('Send Money')}
              </ButtonLink>
            </ButtonRow>
          }
        >
          {i18n.t('Add someone, or send money. People you pay show up here.')}
        </EmptyState>
      )}
      {people && people.length > 0 && <List people={people} onAdd={() => setSearch({ add: '' })} />}
    </Page>
  )
}

function List({ people, onAdd }: { people: readonly Recipient[]; onAdd: () => void }) {
  const [text, setText] = useState('')
  const found = findRecipients(people, text)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 className="text-xl">
          {i18n.t('{count, plural, one {# person} other {# people}}', { count: people.length })}
        </h2>
        <Button onClick={onAdd}>{i18n.t('Add a recipient')}</Button>
      </div>
      {people.length >= SEARCHED_FROM && (
        <>
          <TextField
            id="search"
            type="search"
            label={i18n.t('Search')}
            hint={i18n.t('Try a name, nickname or number.')}
            value={text}
            onChange={setText}
            autoComplete="off"
            spellCheck={false}
          />
          <p role="status" className={found.length === 0 ? 'text-muted' : 'sr-only'}>
            {found.length === 0
              ? i18n.t('Nobody matches “{text}”. Try another name or number.', { text })
              : i18n.t('{count} found', { count: found.length })}
          </p>
        </>
      )}
      {found.length > 0 && (
        <ul className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface">
          {found.map((recipient) => (
            <li key={recipient.id} className="border-line not-first:border-t">
              <RecipientRow recipient={recipient} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Loading() {
  return <LoadingCard lines={6} />
}
