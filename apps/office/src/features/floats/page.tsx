import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeCalls, type FloatWallet } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow, type Failure } from '@sesa/ui/api/http.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { inboxPath } from '../../lib/work.ts'
import { useMay } from '../../lib/session.ts'
import { amountText, readable, spanText, walletText } from '../../lib/words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { OnItsWay } from '../../parts/on-its-way.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { Tag } from '../../parts/tag.tsx'
import type { GridColumn } from '../../table/columns.ts'
import { DataTable } from '../../table/data-table.tsx'
import { WalletDialog } from './wallet-dialog.tsx'

const HOUR_MS = 3_600_000
const TONES = { enough: 'ok', low: 'warn', empty: 'danger', unknown: 'warn' } as const

type Amount = FloatWallet['pending']

const amountColumn = (
  key: 'balance' | 'reserved' | 'available' | 'alertLevel' | 'pending' | 'onItsWay',
  header: string,
): GridColumn<FloatWallet> => {
  const of = (row: FloatWallet): Amount | null => row[key]
  return {
    key,
    header,
    width: 195,
    align: 'right',
    text: (row) => textOf(of(row)),
    order: (row) => of(row)?.amount ?? -1,
  }
}

const textOf = (amount: Amount | null): string => (amount === null ? 'Unknown' : amountText(amount))

const COLUMNS: readonly GridColumn<FloatWallet>[] = [
  { key: 'name', header: 'Wallet', width: 220, text: (row) => walletText(row) },
  {
    key: 'state',
    header: 'State',
    width: 120,
    text: (row) => readable(row.state),
    render: (row) => <Tag tone={TONES[row.state]}>{readable(row.state)}</Tag>,
  },
  amountColumn('balance', 'Balance'),
  amountColumn('reserved', 'Reserved'),
  amountColumn('available', 'Free'),
  {
    key: 'lasts',
    header: 'Runway',
    width: 140,
    text: ({ hoursLeft }) => (hoursLeft === null ? 'No forecast' : spanText(0, hoursLeft * HOUR_MS)),
    order: ({ hoursLeft }) => hoursLeft ?? Number.MAX_SAFE_INTEGER,
  },
  amountColumn('alertLevel', 'Alert below'),
  {
    key: 'read',
    header: 'Balance read',
    width: 170,
    text: ({ readAt }) => (readAt === null ? 'Never' : `${spanText(Date.parse(readAt), serverNow())} ago`),
    at: ({ readAt }) => readAt,
  },
  amountColumn('onItsWay', 'In transit'),
  amountColumn('pending', 'Not available yet'),
  {
    key: 'at',
    header: 'Read at',
    width: 250,
    text: ({ readAt }) => (readAt === null ? '' : formatMoment(readAt)),
    at: ({ readAt }) => readAt,
    hidden: true,
  },
]

/** The float: what each wallet holds, what is reserved of it, and the transfers that an empty one stopped. */
export default function FloatsPage() {
  const may = useMay()
  const [opened, setOpened] = useState<FloatWallet | null>(null)
  const floats = useQuery({
    queryKey: ['floats'],
    queryFn: ({ signal }) => callOffice(officeCalls.listFloats, { signal }),
  })
  const maySet = may('float.manage')
  return (
    <Page
      title="Floats"
      width="wide"
      lead={`Our balances with the carriers and the card provider.${maySet ? ' Open a wallet to set its alert level.' : ''}`}
    >
      <Loaded query={floats} what="the floats">
        {({ wallets, stopped }) => (
          <>
            <Stopped count={stopped} />
            <DataTable
              name="floats"
              caption="Wallets"
              columns={COLUMNS}
              rows={wallets}
              rowKey={({ name }) => name}
              {...(maySet && { onOpen: setOpened })}
              empty={{
                title: 'No balances yet',
                text: 'They refresh every two minutes.',
              }}
            />
          </>
        )}
      </Loaded>
      <OnItsWay />
      {opened && <WalletDialog wallet={opened} onClose={() => setOpened(null)} />}
    </Page>
  )
}

/** The transfers that an empty wallet stopped, and their release. */
function Stopped({ count }: { count: number }) {
  const may = useMay()
  const client = useQueryClient()
  const toast = useToast()
  if (count === 0) return <p>No transfer is on hold for float.</p>
  const release = async (reason: string): Promise<Failure | null> => {
    const { data, error } = await tryCall(officeCalls.releaseStopped, { body: { reason } })
    if (error) return error
    const { length } = data.released
    toast(length === 1 ? '1 transfer released' : `${length} transfers released`)
    await Promise.all([
      client.invalidateQueries({ queryKey: ['floats'] }),
      client.invalidateQueries({ queryKey: ['work'] }),
    ])
    return null
  }
  return (
    <Section title="On hold for float">
      <p>
        {count === 1 ? '1 transfer is' : `${count} transfers are`} on hold for float. Each is released once
        its wallet has enough. <TextLink href={inboxPath('holds')}>Open holds</TextLink>
      </p>
      {may('float.manage') && (
        <div>
          <ReasonDialog
            label="Release all"
            title="Release every transfer on hold for float?"
            confirm="Release all"
            onSubmit={release}
          >
            <p>They’re sent regardless of the balances. A wallet that’s still empty holds them again.</p>
          </ReasonDialog>
        </div>
      )}
    </Section>
  )
}
