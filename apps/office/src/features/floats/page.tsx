import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { officeCalls, type Approval, type Floats } from '@sesa/contract/office'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { tryCall, useCall, useAct } from '../../lib/api.ts'
import { inboxPath } from '../../lib/work.ts'
import { useMay } from '../../lib/session.ts'
import { AskedNotice } from '../../parts/asked-notice.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Entries } from './entries.tsx'
import { EntryForm } from './entry-form.tsx'
import { Flows } from './flows.tsx'
import { OnItsWay } from './on-its-way.tsx'
import { OpenPositions, Positions } from './positions.tsx'
import { WalletDialog } from './wallet-dialog.tsx'
import { Plan, Wallets } from './wallets.tsx'

/** The float and the treasury: how long each wallet lasts, what to top up, and our books against the balances. */
export default function FloatsPage() {
  const floats = useCall(['floats'], officeCalls.listFloats, {})
  return (
    <Page title="Floats" width="wide">
      <Loaded query={floats} what="the floats">
        {(shown) => <Shown floats={shown} />}
      </Loaded>
      <Flows />
      <Entries />
    </Page>
  )
}

/** The value of `book` in the address for an entry that no plan fills. */
const NEW = 'new'

function Shown({ floats }: { floats: Floats }) {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const [asked, setAsked] = useState<Approval | null>(null)
  const { wallets, stopped, movements } = floats
  const mayBook = may('treasury.manage')
  const booked = params.get('book')
  // Another link of the page must not close a form in which something is typed.
  const [isBooking, setBooking] = useState(booked !== null)
  const [seen, setSeen] = useState(booked)
  if (booked !== seen) {
    setSeen(booked)
    if (booked !== null) setBooking(true)
  }
  const opened = wallets.find(({ name }) => name === params.get('wallet'))
  const bookFor = (name: string) => setParams({ book: name }, { replace: true })
  return (
    <>
      {asked && <AskedNotice approval={asked} />}
      <Stopped count={stopped} />
      <Wallets wallets={wallets} />
      <Plan wallets={wallets} onBook={({ name }) => bookFor(name)} />
      {mayBook &&
        (!isBooking ? (
          <Button variant="secondary" onClick={() => bookFor(NEW)} className="self-start">
            Book an entry
          </Button>
        ) : (
          <EntryForm
            wallets={wallets}
            plan={wallets.find(({ name }) => name === booked)}
            onAsked={(approval) => {
              setAsked(approval)
              setBooking(false)
              setParams({}, { replace: true })
            }}
          />
        ))}
      <OpenPositions {...floats} />
      <Positions floats={floats} />
      <OnItsWay movements={movements} of={params.get('moving')} />
      {opened && may('float.manage') && (
        <WalletDialog wallet={opened} onClose={() => setParams({}, { replace: true })} />
      )}
    </>
  )
}

/** The transfers that an empty wallet stopped, and their release. */
function Stopped({ count }: { count: number }) {
  const may = useMay()
  const act = useAct()
  if (count === 0) return null
  const release = act((reason: string) => tryCall(officeCalls.releaseStopped, { body: { reason } }), {
    said: ({ released: { length } }) =>
      length === 1 ? '1 transfer released' : `${length} transfers released`,
    changes: [['floats'], ['work']],
  })
  return (
    <Notice
      tone="warn"
      title={`${count === 1 ? '1 transfer is' : `${count} transfers are`} on hold for float`}
      action={
        may('float.manage') && (
          <ReasonDialog
            label="Release all"
            title="Release every transfer on hold for float?"
            text="They’re sent regardless of the balances. A wallet that’s still empty holds them again."
            onSubmit={release}
          />
        )
      }
    >
      Each is released once its wallet has enough. <TextLink href={inboxPath('holds')}>Open holds</TextLink>
    </Notice>
  )
}
