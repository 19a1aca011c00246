import type { RecipientCheck } from '@sesa/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { Button } from '@sesa/ui/button.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { AlertIcon, CheckIcon, InfoIcon, UserIcon } from '@sesa/ui/art/icons.tsx'
import { Spinner } from '@sesa/ui/feedback/spinner.tsx'
import { loadCode } from '../../../lib/loading/load-code.ts'
import { SectionBoundary } from '../../../lib/loading/section-boundary.tsx'
import { Listen } from '../../../lib/listen/listen.tsx'
import { holderQuery, holderState, networkLabel, type HolderState, type Wallet } from './holder.ts'
import type { Answers } from './holder-question.tsx'

interface NetworkHintProps {
  /** The number with the network that it probably belongs to. */
  likely: Pick<Wallet, 'country' | 'network'>
  /** Missing where the customer cannot choose this network now. */
  onSwitch?: (() => void) | undefined
}

/** Reports that the number probably belongs to another network. Numbers move, so the customer's choice counts. */
function NetworkHint({ likely, onSwitch }: NetworkHintProps) {
  const label = networkLabel(likely)
  return (
    <div className="my-2 flex gap-3 rounded-md bg-brand-soft p-4">
      <InfoIcon className="mt-0.5 text-brand-ink" />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <p>
          {rich(i18n.t('This number seems to belong to <network/>. Check the network.'), {
            network: <strong>{label}</strong>,
          })}
        </p>
        {onSwitch && (
          <div>
            <Button variant="secondary" onClick={onSwitch}>
              {i18n.t('Use this network')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

/** Most recipients' names match. */
const HolderQuestion = lazy(() => loadCode(() => import('./holder-question.tsx')))

/** Pause in typing before the check, because checks per day are limited. */
const SETTLE_MS = 600

interface WalletHolderProps {
  owner: string
  /** Null until the number and the network are filled in. With `name`, the name is compared. */
  wallet: Wallet | null
  /** True to show one line as a separate note, after the customer has decided. */
  alone?: boolean
}

/** Shows in one line the network's answer about the number. */
export function WalletHolder({ owner, wallet, alone = false }: WalletHolderProps) {
  const { state } = useHolder(owner, wallet)
  const line = wallet && state ? lineOf(wallet, state, alone) : null
  return (
    <p role="status" className={alone ? noteClass(state) : '-my-2 flex min-h-7 gap-2'}>
      {line}
    </p>
  )
}

interface HolderFieldProps extends Omit<WalletHolderProps, 'alone'> {
  /** The name as typed so far. It is compared only once the customer leaves its field. */
  typed: string
  /** The server refused the payment because of the name, whatever the check here shows. */
  refused: boolean
  /** True once the customer has decided to send despite a different name. */
  confirmed: boolean
  /** Increased whenever Continue first needs an answer to the question. */
  asked: number
  onUseName: (name: string) => void
  onCheckNumber: () => void
  onConfirm: (confirmed: boolean) => void
  /** Chooses another network, if the customer can; undefined otherwise. */
  switchTo: (network: Wallet['network']) => (() => void) | undefined
}

/** Renders the network's answer below the recipient's name, with the resulting questions. */
export function HolderField({ owner, wallet, typed, refused, switchTo, ...question }: HolderFieldProps) {
  const client = useQueryClient()
  const holder = useHolder(owner, wallet)
  const state: HolderState | null =
    refused && holder.state?.kind !== 'different'
      ? { kind: 'different', name: null, shown: null }
      : holder.state
  const isAsking = wallet !== null && (state?.kind === 'different' || state?.kind === 'close')
  const takeName = (name: string) => {
    // The registered name itself needs no second check.
    if (wallet) {
      const answer = { account: 'active', name, comparison: 'match', likelyNetwork: null } as const
      client.setQueryData(holderQuery(owner, { ...wallet, name }).queryKey, answer)
    }
    question.onUseName(name)
  }
  const answers: Answers = { ...question, onUseName: takeName }
  return (
    <div role="status" className={cx('-my-2 min-h-8', wallet === null && 'sr-only')}>
      {isAsking ? (
        <SectionBoundary name={i18n.t('the question about this name')}>
          <Suspense fallback={null}>
            <HolderQuestion {...{ wallet, state, answers }} />
          </Suspense>
        </SectionBoundary>
      ) : (
        wallet &&
        state && (
          <div className="flex flex-wrap items-center gap-x-2">
            <p
              className={cx(
                'flex min-w-0 gap-2',
                state.kind === 'named' && isOther(typed, state.name) && 'rounded-md bg-accent-soft px-3 py-1',
              )}
            >
              {lineOf(wallet, state, false)}
            </p>
            {state.kind === 'named' && state.name !== null && (
              <Button
                variant="quiet"
                className="mx-0"
                // Keeps the focus in the field, whose blur would replace this line before the click arrives.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => takeName(state.name ?? '')}
              >
                {i18n.t('Use this name')}
              </Button>
            )}
          </div>
        )
      )}
      <Listen to="the name check" check={wallet && state} />
      {wallet && holder.likely && (
        <NetworkHint
          likely={{ country: wallet.country, network: holder.likely }}
          onSwitch={switchTo(holder.likely)}
        />
      )}
    </div>
  )
}

/** Returns true if the typed text cannot become this name: the line below it must not look like a match. */
function isOther(typed: string, name: string | null): boolean {
  return name !== null && !name.toLowerCase().startsWith(typed.trim().toLowerCase())
}

const NO_WALLET = { country: 'GH', phone: '', network: 'mtn' } as const

interface Held {
  /** Null while there is no question. */
  readonly state: HolderState | null
  /** Another network that the number probably belongs to. */
  readonly likely?: RecipientCheck['likelyNetwork']
}

/** Queries a wallet's holder once typing pauses. */
function useHolder(owner: string, wallet: Wallet | null): Held {
  const query = holderQuery(owner, wallet ?? NO_WALLET)
  const settled = useSettled(wallet && JSON.stringify(query.queryKey))
  const { data, isError, fetchStatus } = useQuery({ ...query, enabled: settled && wallet !== null })
  if (wallet === null) return { state: null }
  if (data) return { state: holderState(data), likely: data.likelyNetwork }
  if (isError || fetchStatus === 'paused') return { state: holderState(null) }
  return { state: settled ? holderState(undefined) : null }
}

function noteClass(state: HolderState | null): string {
  if (state === null || state.kind === 'checking') return 'sr-only'
  const isWarning = state.kind === 'inactive' || state.kind === 'different'
  return cx('flex gap-3 rounded-md px-4 py-2', isWarning ? 'bg-accent-soft' : 'bg-brand-soft')
}

const nameText = (name: string) => <strong className="inline-block max-w-full break-words">{name}</strong>

/** Returns the answer in one line. `decided`: the customer has already seen it in the details. */
function lineOf(wallet: Wallet, state: HolderState, decided: boolean): ReactNode {
  const label = networkLabel(wallet)
  switch (state.kind) {
    case 'checking':
      return (
        <>
          <Spinner size={20} />
          <span className="text-muted">{i18n.t('Checking the name with {label}', { label })}</span>
        </>
      )
    case 'unchecked':
      return withIcon(
        <InfoIcon className="text-muted" />,
        i18n.t('We couldn’t check the name. Double-check the number.'),
      )
    case 'unsupported':
      return withIcon(
        <InfoIcon className="text-muted" />,
        i18n.t('{label} does not confirm names. Double-check the number.', { label }),
      )
    case 'unnamed':
      return withIcon(
        <InfoIcon className="text-muted" />,
        i18n.t('{label} did not give a name for this number. Double-check it.', { label }),
      )
    case 'inactive':
      return withIcon(
        <AlertIcon className="text-danger" />,
        <strong className="text-danger">
          {i18n.t('{label} doesn’t have a wallet for this number.', { label })}
        </strong>,
      )
    case 'named':
      return withIcon(
        <UserIcon className="text-brand-ink" />,
        <>{rich(i18n.t('Name on the account: <shown/>'), { shown: nameText(state.shown) })}</>,
      )
    case 'match':
      return withIcon(
        <CheckIcon className="text-ok" />,
        decided ? (
          <>{rich(i18n.t('Name matches: <name/>'), { name: nameText(state.name) })}</>
        ) : (
          <strong className="text-ok">{i18n.t('Name matches')}</strong>
        ),
      )
    case 'close':
      return withIcon(
        <UserIcon className="text-brand-ink" />,
        <>{rich(i18n.t('Name on the account: <name/>'), { name: nameText(state.name) })}</>,
      )
    case 'different':
      return withIcon(
        <AlertIcon className="text-warn" />,
        state.shown === null ? (
          i18n.t('The name on the account is different. You chose to continue.')
        ) : (
          <>
            {rich(i18n.t('The name on the account is different: <shown/>. You chose to continue.'), {
              shown: nameText(state.shown),
            })}
          </>
        ),
      )
  }
}

function withIcon(icon: ReactNode, text: ReactNode) {
  return (
    <>
      {icon}
      <span className="min-w-0">{text}</span>
    </>
  )
}

/** Returns true once this text has not changed for `SETTLE_MS`. */
function useSettled(text: string | null): boolean {
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    if (text === null) return
    const timer = setTimeout(() => setSettled(text), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return text !== null && settled === text
}
