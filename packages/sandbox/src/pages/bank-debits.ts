import type { DebitRow } from '../cards/bank/routes.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { amount, empty, table } from './parts.ts'

const ROWS = 25

export const ACCOUNTS = [
  ['000123456789', 'is paid some seconds later'],
  ['000111111113', 'fails: the account is closed'],
  ['000111111116', 'fails: there is no such account'],
  ['000222222227', 'fails: too little money'],
  ['000333333335', 'fails: not authorized'],
  ['000444444440', 'fails: another currency'],
  ['000777777771', 'fails: over the weekly limit'],
  ['000555555559', 'is paid, then taken back'],
  ['000000000009', 'stays in processing; can be cancelled'],
] as const

/** The answers that a person can give for the bank, by the status of the debit. */
const ACTIONS = {
  processing: [
    ['succeed', 'Succeed'],
    ['fail', 'Fail'],
  ],
  succeeded: [['return', 'Take it back']],
} as const

/** Renders the debits of bank accounts: those that wait for the bank, and all. */
export function bankDebits(debits: readonly DebitRow[]): Html {
  const open = debits.filter(({ status }) => status === 'processing' || status === 'succeeded')
  return html`<section aria-labelledby="bank-debits-title">
    <h2 id="bank-debits-title">Bank debits</h2>
    <p>Answer a debit here as the customer’s bank would. A paid debit can still be taken back.</p>
    <div id="bank-debits" data-live>
      ${
        open.length === 0
          ? empty('No debit waits for a bank.')
          : html`<ul class="phones">
              ${open.slice(0, ROWS).map(card)}
            </ul>`
      }
      ${debits.length === 0 ? '' : list(debits)}
    </div>
    <p role="status" id="bank-debits-status" tabindex="-1"></p>
  </section>`
}

function card(debit: DebitRow): Html {
  const { id, holder, last4, status } = debit
  const money = amount(debit.amount, debit.currency)
  return html`<li class="phone" aria-label="${money} from account ${last4}">
    <h3>${money}</h3>
    <p>${holder}, account •••• ${last4}: ${status}</p>
    <div class="answers">
      ${(status === 'processing' ? ACTIONS.processing : ACTIONS.succeeded).map(
        ([outcome, label]) =>
          html`<button
            type="button"
            class="${outcome === 'succeed' ? '' : 'quiet'}"
            data-debit="${id}"
            data-outcome="${outcome}"
            aria-label="${label}: ${money} from account ${last4}"
          >
            ${label}
          </button>`,
      )}
    </div>
  </li>`
}

function list(debits: readonly DebitRow[]): Html {
  return table(
    'Newest first',
    ['Account', 'Amount', 'Status', 'Payment'],
    debits.slice(0, ROWS).map(
      ({ id, holder, last4, status, currency, ...debit }) =>
        html`<tr>
          <td>${holder} •••• ${last4}</td>
          <td>${amount(debit.amount, currency)}</td>
          <td><span class="status ${CLASSES[status]}">${status}</span></td>
          <td class="id">${id}</td>
        </tr>`,
    ),
  )
}

const CLASSES: Readonly<Record<DebitRow['status'], string>> = {
  processing: 'pending',
  succeeded: 'completed',
  failed: 'failed',
  returned: 'failed',
}
