import type { TrackedState } from '@sesa/contract'
import type { ReactNode } from 'react'
import { LostArt } from '@sesa/ui/art/art.tsx'
import { AlertIcon, CheckIcon, ClockIcon, CrossIcon, InfoIcon } from '@sesa/ui/art/icons.tsx'
import { TextLink } from '@sesa/ui/button.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { liveSlot, SUPPORT, WhenLive } from '../../features/chrome/slots.tsx'
import { paths } from '../../lib/paths.ts'
import { LinkPage } from './link-page.tsx'

const BADGES: Readonly<Record<TrackedState, { Icon: typeof CheckIcon; look: string }>> = {
  preparing: { Icon: ClockIcon, look: 'bg-accent-soft text-warn' },
  on_its_way: { Icon: ClockIcon, look: 'bg-accent-soft text-warn' },
  arrived: { Icon: CheckIcon, look: 'bg-ok-soft text-ok' },
  not_delivered: { Icon: CrossIcon, look: 'bg-danger-soft text-danger' },
  cancelled: { Icon: CrossIcon, look: 'bg-sunken text-muted' },
}

/**
 * Renders the recipient's page of one transfer, for every state: the server keeps the region of the current one and
 * fills in the words. Complete without a script; `track-entry.ts` keeps it up to date.
 */
export function TrackPage() {
  return (
    <LinkPage
      footer={
        <p className="mx-auto max-w-160 px-4 py-6 text-muted sm:px-6">
          Sesa sends money to mobile wallets in West Africa.{' '}
          <TextLink href={paths.howItWorks}>How it works</TextLink>
        </p>
      }
    >
      <div role="status" data-track={liveSlot('now')} data-since={liveSlot('since')}>
        {Object.entries(BADGES).map(([state, { Icon, look }]) => (
          <WhenLive key={state} name={state}>
            <Badge look={look}>
              <Icon className="size-9" />
            </Badge>
          </WhenLive>
        ))}
        <WhenLive name="sentence">
          <Tracked />
        </WhenLive>
        <WhenLive name="open">
          <p className="mt-1 text-muted">
            <span className="hidden js:inline">This page updates by itself.</span>
            <span className="js:hidden">Reload this page to see changes.</span>
          </p>
        </WhenLive>
        <WhenLive name="ended">
          <Apology title="This link has ended">
            Ask the person who sent it for a new one. This does not change where the money is.
          </Apology>
        </WhenLive>
        <WhenLive name="busy">
          <Apology title="We can’t show this right now">
            Reload this page in a minute. This does not change where the money is.
          </Apology>
        </WhenLive>
      </div>
      <Safety />
    </LinkPage>
  )
}

function Badge({ look, children }: { look: string; children: ReactNode }) {
  return (
    <p
      className={cx(
        'mb-4 flex size-16 items-center justify-center rounded-full forced-colors:border-2',
        look,
      )}
    >
      {children}
    </p>
  )
}

function Tracked() {
  return (
    <>
      <h1 className="text-4xl">{liveSlot('heading')}</h1>
      <p className="mt-4 text-2xl font-bold">{liveSlot('sentence')}</p>
      <p className="mt-4 text-lg">{liveSlot('todo')}</p>
      <p className="mt-6 text-muted">Updated {liveSlot('updated')}.</p>
    </>
  )
}

function Apology({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <LostArt />
      <h1 className="mt-4 text-4xl">{title}</h1>
      <p className="mt-4 text-lg">{children}</p>
    </>
  )
}

function Safety() {
  return (
    <div className="mt-8 flex flex-col gap-4 border-t border-line pt-6">
      <p className="flex gap-3">
        <AlertIcon className="shrink-0 text-warn" />
        <span>
          <strong>Sesa never asks you for money or a code to receive a transfer.</strong>
        </span>
      </p>
      <p className="flex gap-3">
        <InfoIcon className="shrink-0 text-brand-ink" />
        <span>
          Questions? Call{' '}
          <TextLink href={`tel:${SUPPORT.tel}`} className="inline-block">
            {SUPPORT.phone}
          </TextLink>
        </span>
      </p>
    </div>
  )
}
