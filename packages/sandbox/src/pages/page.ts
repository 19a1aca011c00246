import type { Message } from '../messages/messages.ts'
import type { DebitRow } from '../cards/bank/routes.ts'
import type { FaultBook } from '../core/faults.ts'
import { FAULT_MODES, FAULT_TARGETS } from '../core/world.ts'
import type { Prompt } from '../carriers/phones.ts'
import type { WalletRow } from '../carriers/wallets.ts'
import type { PushedMessage } from '../push/push.ts'
import type { Books } from './books.ts'
import { html, renderDocument } from './html.ts'
import type { Html } from './html.ts'
import { ACCOUNTS, bankDebits } from './bank-debits.ts'
import { amount, clock, digits, empty, row, table } from './parts.ts'
import { collections, PAYERS, payers } from './payers.ts'

interface PageData {
  books: Books
  wallets: WalletRow[]
  prompts: Prompt[]
  debits: DebitRow[]
  messages: Message[]
  pushed: PushedMessage[]
  /** Ids of the emails that have HTML. */
  withHtml: Set<string>
  faults: ReturnType<FaultBook['list']>
}

const ROWS = 25
const MESSAGES_PER_PHONE = 4

const ENDINGS = [
  ['…0001', 'unknown to the carrier: refused or fails'],
  ['…0002', 'stays pending for 60 seconds, then arrives'],
  ['…0003', 'the request times out, though it was paid'],
  ['…0004', 'the first request is lost; sending it again pays'],
  ['…0005', 'the wallet is full: fails'],
  ['any other', 'arrives at once'],
] as const

const CARDS = [
  ['4242 4242 4242 4242', 'is paid'],
  ['4000 0000 0000 3220', 'asks for 3-D Secure'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
] as const

/** Renders the `/sandbox` page. page.js replaces sections marked `data-live` as the outside world changes. */
export function renderPage(data: PageData): string {
  return renderDocument({
    title: 'Sandbox: the outside world',
    head: html`<script src="/sandbox/page.js" type="module"></script>`,
    body: html`<header>
        <p class="tag">No real money moves</p>
        <h1>The outside world</h1>
        <p>
          Phones, mailboxes, wallets and cards of the sandbox. It keeps its own books and refreshes by itself.
        </p>
      </header>
      <main>
        ${live('phones', 'Phones', phones(data))} ${payers(data.prompts)} ${bankDebits(data.debits)}
        ${live('mailbox', 'Mailbox', mailbox(data))} ${live('push', 'Push notifications', pushed(data))}
        ${live('payments', 'Payments through Stripe', payments(data.books))}
        ${live('payouts', 'Mobile-money payouts', payouts(data.books))}
        ${live('collections', 'Mobile-money payments', collections(data.books.collections))}
        <section aria-labelledby="faults-title">
          <h2 id="faults-title">Faults</h2>
          <p>Make the next calls or notifications go wrong. A fault wears off after its count.</p>
          ${faultForm()}
          <div id="faults" data-live>${faultList(data.faults)}</div>
          <button type="button" class="quiet" id="clear-faults">Clear all faults</button>
          <p role="status" id="faults-status"></p>
        </section>
        <section aria-labelledby="numbers-title">
          <h2 id="numbers-title">Numbers to try</h2>
          <div class="pair">
            ${table('Recipient numbers', ['Number ends', 'The payout'], ENDINGS.map(row))}
            ${table('Payers’ numbers', ['Number', 'The payment'], PAYERS.map(row))}
            ${table('Test cards', ['Card', 'The payment'], CARDS.map(row))}
            ${table('Test bank accounts, routing 110000000', ['Account', 'The debit'], ACCOUNTS.map(row))}
          </div>
        </section>
      </main>
      <footer>
        Also as JSON: <a href="/sandbox/books">books</a>, <a href="/sandbox/messages">messages</a>,
        <a href="/sandbox/faults">faults</a>. Networks and numbers marked “invented” exist only here, and so
        does the balance of 10,000,000.00 with which every wallet begins.
      </footer>`,
  })
}

function live(id: string, title: string, content: Html): Html {
  return html`<section id="${id}" data-live aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${content}
  </section>`
}

function phones({ messages, wallets }: PageData): Html {
  const texts = messages.filter(({ channel }) => channel === 'sms')
  const numbers = new Set([...texts.map(({ to }) => digits(to)), ...wallets.map(({ msisdn }) => msisdn)])
  if (numbers.size === 0)
    return empty('No phone has received anything yet. Sign in with a phone number to see its code here.')
  const cards = [...numbers].slice(0, ROWS).map((number) => {
    const received = texts.filter(({ to }) => digits(to) === number).slice(0, MESSAGES_PER_PHONE)
    const money = wallets.filter(({ msisdn }) => msisdn === number)
    return html`<article class="phone">
      <h3>+${number}</h3>
      ${money.map(({ currency, balance }) => html`<p class="wallet">Wallet <b>${amount(balance, currency)}</b></p>`)}
      <ul>
        ${received.map(
          ({ text, at }) =>
            html`<li>
              <p>${text}</p>
              <time datetime="${at}">${clock(at)}</time>
            </li>`,
        )}
      </ul>
    </article>`
  })
  return html`<div class="phones">${cards}</div>`
}

function mailbox({ messages, withHtml }: PageData): Html {
  const mails = messages.filter(({ channel }) => channel === 'email').slice(0, ROWS)
  if (mails.length === 0) return empty('No email yet.')
  return html`<ul class="mails">
    ${mails.map(
      (mail) =>
        html`<li>
          <details id="mail-${mail.id}">
            <summary><b>${mail.subject ?? ''}</b> <span>to ${mail.to}, ${clock(mail.at)}</span></summary>
            <pre>${mail.text}</pre>
            ${withHtml.has(mail.id) ? html`<a href="/sandbox/mail/messages/${mail.id}">Open as it was designed</a>` : ''}
          </details>
        </li>`,
    )}
  </ul>`
}

/** Renders the pushed messages, which the push service sees only encrypted. */
function pushed({ pushed: messages }: PageData): Html {
  if (messages.length === 0) return empty('No push notification yet.')
  const rows = messages
    .slice(0, ROWS)
    .map(({ subscription, size, urgency, ttl, at }) =>
      row([`…${subscription.slice(-6)}`, `${size} bytes, encrypted`, urgency, `${ttl} s`, clock(at)]),
    )
  return table('Newest first', ['Browser', 'Message', 'Urgency', 'Kept for', 'At'], rows)
}

function payments(books: Books): Html {
  if (books.payments.length === 0) return empty('No payment yet.')
  const rows = books.payments
    .slice(0, ROWS)
    .map(({ id, currency, ...sums }) =>
      row([
        id,
        amount(sums.amount, currency),
        amount(sums.captured, currency),
        amount(sums.refunded, currency),
      ]),
    )
  return table('Newest first', ['Payment', 'Amount', 'Captured', 'Refunded'], rows)
}

function payouts(books: Books): Html {
  if (books.payouts.length === 0) return empty('No payout yet.')
  const rows = books.payouts.slice(0, ROWS).map(
    (payout) =>
      html`<tr>
        <td>+${payout.msisdn}</td>
        <td>${amount(payout.amount, payout.currency)}</td>
        <td><span class="status ${payout.status}">${payout.status}</span></td>
        <td>${payout.attempts}</td>
        <td class="id">${payout.reference}</td>
      </tr>`,
  )
  return table('Newest first', ['Wallet', 'Amount', 'Status', 'Attempts', 'Reference'], rows)
}

function faultForm(): Html {
  const options = (values: readonly string[]) => values.map((value) => html`<option>${value}</option>`)
  return html`<form id="fault-form" action="/sandbox/faults" method="post">
    <label
      >What
      <select name="target">
        ${options(FAULT_TARGETS)}
      </select></label
    >
    <label
      >How
      <select name="mode">
        ${options(FAULT_MODES)}
      </select></label
    >
    <label
      >How often <input name="count" inputmode="numeric" pattern="[1-9][0-9]*" value="1" required
    /></label>
    <label>Milliseconds <input name="ms" inputmode="numeric" pattern="[0-9]*" placeholder="default" /></label>
    <button>Set fault</button>
  </form>`
}

function faultList(faults: PageData['faults']): Html {
  if (faults.length === 0) return empty('No fault is set.')
  const rows = faults.map(({ target, mode, count, ms }) =>
    row([target, mode, `${count}`, ms === undefined ? '–' : `${ms}`]),
  )
  return table('Standing faults', ['What', 'How', 'Left', 'Milliseconds'], rows)
}
