import type { Receipt } from '@sesa/contract'
import type { ReactNode } from 'react'
import { TextLink } from '@sesa/ui/button.tsx'
import { Card, Facts } from '@sesa/ui/layout/card.tsx'
import { Logo } from '@sesa/ui/art/logo.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { contactPath, paths } from '../../lib/paths.ts'
import { endOf } from '../../lib/money-words.ts'
import { itemsOf } from './items.ts'

/** Renders one sheet: all items equally prominent, and the customer's rights directly after them. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { about, payment, rate, recipient } = itemsOf(receipt)
  const { provider, licences, regulators } = receipt
  const end = endOf(receipt.transfer.status)
  return (
    <Card className="flex flex-col gap-5 print:gap-2 print:border-0 print:bg-transparent print:p-0 print:text-[13px]/[1.35] print:shadow-none">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Logo />
        <h2 className="text-2xl print:text-xl">Receipt for your transfer</h2>
      </div>
      {end !== null && <p className="font-bold">{end}</p>}
      <Facts facts={about} />
      <hr className="border-line" />
      <Facts facts={payment} />
      <hr className="border-line" />
      <Facts facts={rate} />
      <hr className="border-line" />
      <Facts facts={recipient} />
      <p>{receipt.disclaimer}</p>
      <hr className="border-line" />
      <p>{noWrap(receipt.rights)}</p>
      <p>{noWrap(receipt.error_rights)}</p>
      <hr className="border-line" />
      <Contacts title="Provided by">
        <Contact {...provider} lines={[provider.address, provider.phone, provider.email]} />
        {licences.map(({ name, number, nmls_id, holder }) => (
          <p key={`${name} ${number}`} className="break-words">
            {noWrap(
              [name, number, ...(nmls_id === null ? [] : [`NMLS ID ${nmls_id}`]), `held by ${holder}`].join(
                ' · ',
              ),
            )}
          </p>
        ))}
        {receipt.transfer.pay.method !== 'momo' && <p>Payments by Stripe</p>}
      </Contacts>
      {regulators.length > 0 && (
        <Contacts title="You can also complain to">
          {regulators.map((regulator) => (
            <Contact
              key={regulator.name}
              {...regulator}
              lines={regulator.phone === null ? [] : [regulator.phone]}
            />
          ))}
        </Contacts>
      )}
      <p>
        <TextLink href={paths.terms}>Terms</TextLink> ·{' '}
        <TextLink href={paths.complaints}>How to complain</TextLink> ·{' '}
        <TextLink href={contactPath(receipt.transfer.reference)}>Ask about this transfer</TextLink>
      </p>
    </Card>
  )
}

function Contacts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-bold">{title}</h3>
      {children}
    </section>
  )
}

function Contact({ name, website, lines }: { name: string; website: string; lines: readonly string[] }) {
  return <p className="break-words">{noWrap([name, ...lines, website].join(' · '))}</p>
}
