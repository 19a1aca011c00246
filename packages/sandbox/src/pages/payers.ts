import type { CollectionRow } from '../carriers/collections.ts'
import { PROMPT_MODES } from '../carriers/phones.ts'
import type { Prompt } from '../carriers/phones.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { amount, empty, table } from './parts.ts'

const ROWS = 25

const MODES: Readonly<Record<(typeof PROMPT_MODES)[number], string>> = {
  auto: 'is approved by itself',
  ask: 'waits for me',
  ignore: 'is never answered',
}

export const PAYERS = [
  ['…019', 'pawaPay: over the payer’s limit'],
  ['…029', 'pawaPay: unknown payer'],
  ['…039', 'pawaPay: not approved'],
  ['…049', 'pawaPay: too little money'],
  ['…069', 'pawaPay: fails without a reason'],
  ['…129', 'pawaPay: stays open'],
  ['…789', 'pawaPay: is paid without a prompt'],
  ['46733123450 to …464', 'MTN: as MTN publishes for requests to pay'],
  ['…0001 (invented)', 'unknown to the carrier: fails'],
  ['…0002 (invented)', 'is reported a minute after the approval'],
  ['…0003 (invented)', 'the request times out, though the payer is asked'],
  ['…0004 (invented)', 'the first request is lost'],
  ['…0005 (invented)', 'is paid; a refund fails, since the wallet is full'],
  ['any other', 'is asked on the phone'],
] as const

/** Renders the phones of payers: how they answer, a code to dial, and the prompts that wait. */
export function payers(prompts: readonly Prompt[]): Html {
  const number = html`<label
    >Phone <input name="msisdn" inputmode="tel" pattern="\\+?[0-9]{8,15}" autocomplete="off" required
  /></label>`
  const modes = PROMPT_MODES.map((mode) => html`<option value="${mode}">${MODES[mode]}</option>`)
  return html`<section aria-labelledby="payers-title">
    <h2 id="payers-title">Payers</h2>
    <p>
      Approve a payment here as its payer would on the phone, or dial a code. MTN names the holder of a
      number: here an invented name by its digits, none once the phone has received a code, or the one you
      set.
    </p>
    <div id="prompts" data-live>${waiting(prompts)}</div>
    <form id="phone-form">
      ${number}
      <label
        >A request to pay
        <select name="prompts">
          ${modes}
        </select></label
      >
      <label
        >Registered to
        <input
          name="holder"
          autocomplete="off"
          pattern="\\S+ \\S.*"
          title="Given name, then family name"
          placeholder="its usual name"
      /></label>
      <button>Set phone</button>
    </form>
    <form id="dial-form">
      ${number}
      <label
        >Code
        <input
          name="code"
          inputmode="tel"
          pattern="[*#0-9]{2,40}"
          autocomplete="off"
          required
          placeholder="*715*1*…#"
      /></label>
      <button>Dial</button>
    </form>
    <p role="status" id="payers-status" tabindex="-1"></p>
  </section>`
}

function waiting(prompts: readonly Prompt[]): Html {
  if (prompts.length === 0) return empty('No request waits on a phone.')
  return html`<ul class="phones">
    ${prompts.slice(0, ROWS).map(
      (prompt) =>
        html`<li class="phone" aria-label="+${prompt.msisdn}">
          <h3>+${prompt.msisdn}</h3>
          ${
            prompt.isShown
              ? html`<p>Pay <b>${amount(prompt.amount, prompt.currency)}</b> to ${prompt.name}?</p>
                  <div class="answers">${answer(prompt, true)} ${answer(prompt, false)}</div>`
              : html`<p>${prompt.name} asks for a payment. It opens with ${prompt.codes[0] ?? ''}</p>`
          }
        </li>`,
    )}
  </ul>`
}

function answer({ id, msisdn, amount: minor, currency }: Prompt, isApproval: boolean): Html {
  const word = isApproval ? 'Approve' : 'Decline'
  return html`<button
    type="button"
    class="${isApproval ? '' : 'quiet'}"
    data-prompt="${id}"
    data-msisdn="${msisdn}"
    data-approve="${String(isApproval)}"
    aria-label="${word} ${amount(minor, currency)} for +${msisdn}"
  >
    ${word}
  </button>`
}

/** Renders the payments from wallets. */
export function collections(rows: readonly CollectionRow[]): Html {
  if (rows.length === 0) return empty('No payment from a wallet yet.')
  return table(
    'Newest first',
    ['Wallet', 'Amount', 'Status', 'Given back', 'Attempts', 'Reference'],
    rows.slice(0, ROWS).map(
      ({ msisdn, currency, status, refunded, attempts, reference, ...sums }) =>
        html`<tr>
          <td>+${msisdn}</td>
          <td>${amount(sums.amount, currency)}</td>
          <td><span class="status ${status}">${status}</span></td>
          <td>${amount(refunded, currency)}</td>
          <td>${attempts}</td>
          <td class="id">${reference}</td>
        </tr>`,
    ),
  )
}
