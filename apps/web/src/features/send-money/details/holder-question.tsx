import { useEffect, useEffectEvent, useRef } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { Button, ButtonRow } from '@sesa/ui/button.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { AlertIcon, UserIcon } from '@sesa/ui/art/icons.tsx'
import type { HolderState, Wallet } from './holder.ts'

/** The customer's answers to a different name. */
export interface Answers {
  confirmed: boolean
  asked: number
  onUseName: (name: string) => void
  onCheckNumber: () => void
  onConfirm: (confirmed: boolean) => void
}

interface HolderQuestionProps {
  wallet: Wallet
  state: Extract<HolderState, { kind: 'close' | 'different' }>
  answers: Answers
}

/** Asks whether this is the right recipient. The safe choice is the filled button. */
export default function HolderQuestion({ wallet, state, answers }: HolderQuestionProps) {
  const { confirmed, asked, onConfirm } = answers
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpen = state.kind === 'different' && !confirmed
  const seek = useEffectEvent(() => {
    if (asked > 0 && isOpen) heading.current?.focus()
  })
  useEffect(() => seek(), [asked])

  const confirm = (wanted: boolean) => {
    onConfirm(wanted)
    // The pressed button disappears.
    heading.current?.focus()
  }
  if (state.kind === 'close') return <CloseQuestion name={state.name} answers={answers} />
  return (
    <div
      className={cx('my-2 flex gap-3 rounded-md bg-accent-soft p-4', !confirmed && 'border-2 border-warn')}
    >
      <AlertIcon className="mt-0.5 text-warn" />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <h3 ref={heading} tabIndex={-1} className="text-xl">
          {confirmed ? i18n.t('You chose to send anyway') : i18n.t('The name does not match')}
        </h3>
        <p>
          {wallet.name ? `${i18n.t('You typed {name}.', { name: wallet.name.trim() })} ` : ''}
          {heldText(state)}
        </p>
        {confirmed ? (
          <div>
            <Button variant="quiet" onClick={() => confirm(false)}>
              {i18n.t('Undo')}
            </Button>
          </div>
        ) : (
          <>
            <ButtonRow>
              <Button onClick={answers.onCheckNumber}>{i18n.t('Check the number')}</Button>
              {state.name !== null && (
                <Button variant="secondary" onClick={() => answers.onUseName(state.name ?? '')}>
                  {i18n.t('Use {name}', { name: state.name })}
                </Button>
              )}
            </ButtonRow>
            <div>
              <Button variant="quiet" onClick={() => confirm(true)}>
                {i18n.t('Send anyway')}
              </Button>
            </div>
          </>
        )}
      </div>
    </div>
  )
}

function heldText({ name, shown }: Extract<HolderState, { kind: 'different' }>): string {
  if (name !== null) return i18n.t('This wallet is registered to {name}.', { name })
  return shown === null
    ? i18n.t('This wallet is registered to a different name.')
    : i18n.t('This wallet is registered to someone with the initials {initials}.', {
        initials: shown.replace(/\.$/, ''),
      })
}

function CloseQuestion({ name, answers }: { name: string; answers: Answers }) {
  return (
    <div className="my-2 flex gap-3 rounded-md bg-brand-soft p-4">
      <UserIcon className="mt-0.5 text-brand-ink" />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <p className="font-bold">{i18n.t('Did you mean {name}?', { name })}</p>
        <ButtonRow>
          <Button onClick={() => answers.onUseName(name)}>{i18n.t('Yes, use this name')}</Button>
          <Button variant="secondary" onClick={answers.onCheckNumber}>
            {i18n.t('No, check the number')}
          </Button>
        </ButtonRow>
      </div>
    </div>
  )
}
