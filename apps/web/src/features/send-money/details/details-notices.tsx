import type { CountryCode, Draft } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { formatDate, formatTime } from '@sesa/ui/format.ts'
import { Button, ButtonLink, TextLink } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { paths, transferStatusPath } from '../../../lib/paths.ts'
import { BeforeNow, type ChangedFigure } from '../price-change.tsx'
import type { SavedDraft } from '../../../lib/forms/draft-store.ts'
import { currencyOf, valuesOfDraft } from '../draft/values.ts'

export interface News {
  /**
   * Origin of the form’s values: `recipient` is a chosen saved recipient; `link`: a calculator; `gone`: the transfer to
   * repeat was not found; `ended`: the reminder was not.
   */
  origin: 'draft' | 'resent' | 'recipient' | 'reminder' | 'link' | 'gone' | 'ended'
  /** Another unfinished transfer, which this one is about to replace. */
  unfinished: Draft | null
  /** The draft of another window or device; null inside if it was paid or cleared there. */
  conflict: { readonly theirs: SavedDraft | null } | null
  /** The calculated amount, if the rate has moved since the customer last saw it. */
  moved: ChangedFigure | null
  /** The transfer paid in this window, when the customer returns from it. */
  paidId: string | null
}

interface DetailsNoticesProps extends News {
  sender: CountryCode
  onUnfinished: () => void
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Renders notices to read before filling in the form. */
export default function DetailsNotices(props: DetailsNoticesProps) {
  const { origin, unfinished, conflict, moved, paidId, sender, onUnfinished } = props
  return (
    <>
      {conflict && <Conflict {...props} conflict={conflict} />}
      {paidId !== null && (
        <Notice tone="ok" title={i18n.t('Your last transfer is paid')}>
          {rich(i18n.t('<link>Track it here</link>. This form starts a new transfer.'), {
            link: (text) => <TextLink href={transferStatusPath(paidId, 'view')}>{text}</TextLink>,
          })}
        </Notice>
      )}
      {origin === 'resent' && (
        <Notice title={i18n.t('Copied from your last transfer')}>
          {i18n.t('Today’s rate and fee may be different.')}
        </Notice>
      )}
      {origin === 'reminder' && (
        <Notice title={i18n.t('From your reminder')}>
          {i18n.t('Today’s rate and fee apply. Change anything you like before you pay.')}
        </Notice>
      )}
      {origin === 'ended' && (
        <Notice tone="warn" title={i18n.t('This reminder has ended')}>
          {rich(i18n.t('Fill in the form, or look at <link>your reminders</link>.'), {
            link: (text) => <TextLink href={paths.reminders}>{text}</TextLink>,
          })}
        </Notice>
      )}
      {origin === 'gone' && (
        <Notice tone="warn" title={i18n.t('We couldn’t find the earlier transfer')}>
          {rich(i18n.t('Fill in the form, or choose the transfer again in <link>your transactions</link>.'), {
            link: (text) => <TextLink href={paths.dashboard}>{text}</TextLink>,
          })}
        </Notice>
      )}
      {unfinished && (
        <Notice
          tone="warn"
          title={i18n.t('You have an unfinished transfer')}
          action={
            <Button variant="secondary" onClick={onUnfinished}>
              {i18n.t('Resume it')}
            </Button>
          }
        >
          {i18n.t('{transfer}. Continue here to replace it.', { transfer: wordsOf(unfinished, sender) })}
        </Notice>
      )}
      {moved && (
        <Card className="flex flex-col gap-3">
          <div role="status">
            <h2 className="text-xl">{i18n.t('The exchange rate has changed')}</h2>
            <p className="text-muted">{i18n.t('Change the amounts, or continue with these.')}</p>
          </div>
          <BeforeNow figures={[moved]} />
        </Card>
      )}
    </>
  )
}

type ConflictProps = DetailsNoticesProps & { conflict: NonNullable<News['conflict']> }

/** Asks which draft to keep. Neither is lost until the customer has chosen one. */
function Conflict({ conflict: { theirs }, sender, onTakeTheirs, onKeepMine }: ConflictProps) {
  if (theirs === null) {
    return (
      <Notice
        tone="error"
        title={i18n.t('You paid or cleared this transfer elsewhere')}
        action={
          <>
            <ButtonLink href={paths.dashboard}>{i18n.t('See your transactions')}</ButtonLink>
            <Button variant="secondary" onClick={onKeepMine}>
              {i18n.t('Start a new transfer')}
            </Button>
          </>
        }
      >
        {i18n.t('Check your transactions before you pay again. We’ve kept your details here.')}
      </Notice>
    )
  }
  return (
    <Notice
      tone="error"
      title={i18n.t('This transfer was changed in another window or on another device')}
      action={
        <>
          <Button onClick={onTakeTheirs}>{i18n.t('Use the other version')}</Button>
          <Button variant="secondary" onClick={onKeepMine}>
            {i18n.t('Keep this version')}
          </Button>
        </>
      }
    >
      {i18n.t('The other version, {day} at {time}: {transfer}.', {
        day: formatDate(theirs.updatedAt),
        time: formatTime(theirs.updatedAt),
        transfer: wordsOf(theirs.draft, sender),
      })}
    </Notice>
  )
}

/** Describes a draft in a few words, as far as it is filled in. */
function wordsOf(draft: Draft, sender: CountryCode): string {
  const { fix, sendAmount, receiveAmount, country } = valuesOfDraft(draft, sender)
  const [amount, side] = fix === 'receive' ? [receiveAmount, country] : [sendAmount, sender]
  const { name } = draft
  if (amount === '')
    return name === undefined
      ? i18n.t('No amount or recipient yet')
      : i18n.t('No amount yet, to {name}', { name })
  const sum = `${currencyOf(side)} ${amount}`
  return name === undefined
    ? i18n.t('{sum}, no recipient yet', { sum })
    : i18n.t('{sum} to {name}', { sum, name })
}
