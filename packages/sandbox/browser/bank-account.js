// The bank form inside its frame. Stripe's form lets the customer sign in at their bank; the sandbox's offers Stripe's
// test accounts by what their bank answers, and their numbers: both are the sandbox's own.

import { digits, firstProblem, send, serveForm, show } from './frame.js'

const ROUTING = '110000000'
const OTHER = 'other'
const ACCOUNTS = [
  ['000123456789', 'Pays'],
  ['000222222227', 'No money in the account'],
  ['000111111113', 'Account closed'],
  ['000555555559', 'Pays, then taken back'],
  ['000000000009', 'Never answers'],
]

const form = document.querySelector('#bank')
const accounts = document.querySelector('#accounts')
const numbers = document.querySelector('#numbers')
const fields = {
  name: document.querySelector('#holder'),
  email: document.querySelector('#email'),
  routing: document.querySelector('#routing'),
  account: document.querySelector('#account'),
}

const chosen = () => accounts.querySelector('input:checked')?.value ?? null
const isShown = (input) => !input.closest('[hidden]')

const problem = {
  name: (value) => (value.trim() === '' ? ['incomplete_name', 'Your name is incomplete.'] : null),
  email: (value) =>
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim())
      ? null
      : ['incomplete_email', 'Your email address is incomplete.'],
  routing: (value) =>
    digits(value).length === 9 ? null : ['incomplete_routing', 'Your routing number has nine digits.'],
  account: (value) =>
    digits(value).length >= 4 ? null : ['incomplete_account', 'Your account number is incomplete.'],
}

/** Returns the shown fields, in their order, each with its problem or null. */
function checked() {
  const of = (name) => [fields[name], problem[name](fields[name].value)]
  const noChoice = chosen() === null ? ['incomplete_bank', 'Choose a bank account.'] : null
  const all = [of('name'), of('email'), [accounts, noChoice], of('routing'), of('account')]
  return all.filter(([input]) => isShown(input))
}

/** Returns what Stripe.js sends of the account, with the mandate that the customer accepts by paying. */
function bankData(given) {
  const own = chosen()
  const { billing_details: billing, metadata } = given ?? {}
  const typed = (input) =>
    isShown(input) ? { [input === fields.name ? 'name' : 'email']: input.value.trim() } : {}
  return {
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: 'individual',
      account_number: own === OTHER ? digits(fields.account.value) : own,
      routing_number: own === OTHER ? digits(fields.routing.value) : ROUTING,
    },
    billing_details: { ...billing, ...typed(fields.name), ...typed(fields.email) },
    metadata,
  }
}

const MANDATE = { customer_acceptance: { type: 'online', online: { infer_from_client: true } } }
const FIELD_OF = {
  'us_bank_account[routing_number]': 'routing',
  'us_bank_account[account_number]': 'account',
  'billing_details[name]': 'name',
}

async function sendBank(key, path, body) {
  const answer = await send(form, key, path, body)
  const input = fields[FIELD_OF[answer.error?.param]]
  if (input && isShown(input)) show(input, [answer.error.code, answer.error.message])
  return answer
}

const commands = {
  validate: () => ({ error: firstProblem(checked()) ?? undefined, type: 'us_bank_account' }),
  async confirm({ key, intent, params }) {
    const error = firstProblem(checked())
    if (error) return { error }
    const body = {
      ...params,
      payment_method_data: bankData(params.payment_method_data),
      mandate_data: MANDATE,
    }
    return sendBank(key, `payment_intents/${encodeURIComponent(intent)}/confirm`, body)
  },
  async createMethod({ key, data }) {
    const error = firstProblem(checked())
    return error ? { error } : sendBank(key, 'payment_methods', bankData(data))
  },
  focus: () => form.querySelector('.field:not([hidden]) input, #accounts input')?.focus(),
  clear() {
    form.reset()
    numbers.hidden = true
    for (const input of [...Object.values(fields), accounts]) show(input, null)
  },
}

function offer(value, label, detail) {
  const line = document.createElement('label')
  line.className = 'choice'
  const input = Object.assign(document.createElement('input'), { type: 'radio', name: 'account', value })
  const text = document.createElement('span')
  text.append(label, ' ', Object.assign(document.createElement('small'), { textContent: detail }))
  line.append(input, text)
  accounts.append(line)
}

/** Formats minor units, such as `USD 1,234.50`. */
function printed({ amount, currency }) {
  const figures = String(amount).padStart(3, '0')
  const whole = figures.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${currency.toUpperCase()} ${whole}.${figures.slice(-2)}`
}

/** Hides a field that the page does not want, and fills in what it knows. */
function prepare(input, wanted, value) {
  input.closest('.field').hidden = wanted === 'never'
  input.value = value ?? ''
}

export function serveBank(port, { options = {}, ...payment }) {
  const wanted = options.fields?.billingDetails
  const known = options.defaultValues?.billingDetails
  const one = (name) => (typeof wanted === 'string' ? wanted : wanted?.[name])
  prepare(fields.name, one('name'), known?.name)
  prepare(fields.email, one('email'), known?.email)
  for (const [number, label] of ACCOUNTS) offer(number, label, `Test bank •••• ${number.slice(-4)}`)
  offer(OTHER, 'Another account', 'Type its numbers')
  const business = options.business?.name ?? 'Sesa'
  const mandate = document.querySelector('#mandate')
  mandate.hidden = options.terms?.usBankAccount === 'never'
  mandate.textContent = `By continuing, you authorize ${business} to debit ${printed(payment)} from this bank account, and to correct an error with another debit or a credit.`

  const { change, open } = serveForm(port, form, commands, () => ({
    type: 'us_bank_account',
    saved: null,
    empty: chosen() === null && Object.values(fields).every((input) => input.value === ''),
    complete: checked().every(([, found]) => found === null),
  }))
  for (const [name, input] of Object.entries(fields)) {
    input.addEventListener('input', () => {
      // A visible error is updated while typing; a new one waits until the field loses the focus.
      if (input.hasAttribute('aria-invalid')) show(input, problem[name](input.value))
      change()
    })
    input.addEventListener('blur', () => {
      if (input.value !== '') show(input, problem[name](input.value))
    })
  }
  accounts.addEventListener('change', () => {
    numbers.hidden = chosen() !== OTHER
    show(accounts, null)
    change()
  })
  open()
}
