// The card form inside its frame. Card data is typed here and sent from here to the card network; the page around
// the frame only learns whether the form is complete and how a confirmation ended.

import { serveBank } from './bank-account.js'
import { chosenCard, consentUsage, focusCards, isSavedAmex, needsCvc, offerCards } from './card-list.js'
import { digits, firstProblem, send as sendForm, serveForm, show } from './frame.js'

const form = document.querySelector('#card')
const fields = {
  number: document.querySelector('#number'),
  expiry: document.querySelector('#expiry'),
  cvc: document.querySelector('#cvc'),
}
const isAmex = (number) => /^3[47]/.test(number)
const numberLength = (number) => (isAmex(number) ? 15 : 16)
const cvcLength = () =>
  (chosenCard() === null ? isAmex(digits(fields.number.value)) : isSavedAmex()) ? 4 : 3
/** Returns the required fields: all for a new card, the security code for a saved one, or none. */
const wanted = () => (chosenCard() === null ? Object.keys(fields) : needsCvc() ? ['cvc'] : [])

function passesLuhn(number) {
  let sum = 0
  for (let place = 0; place < number.length; place++) {
    const digit = number.charCodeAt(number.length - 1 - place) - 48
    const weighed = place % 2 === 1 ? digit * 2 : digit
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return sum % 10 === 0
}

const format = {
  number(text) {
    const number = digits(text).slice(0, numberLength(digits(text)))
    const groups = isAmex(number)
      ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/
      : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?/
    return (groups.exec(number) ?? []).slice(1).filter(Boolean).join(' ')
  },
  expiry(text) {
    // A full year, as browsers fill it in ("04/2031"), loses its century.
    let typed = digits(text.replace(/^(\D*\d{1,2}\D+)20(\d{2})\D*$/, '$1$2'))
    // "4" can only be April; "1/" is January, ended by its slash.
    if (/^[2-9]/.test(typed) || /^\s*1\s*\//.test(text)) typed = `0${typed}`
    typed = typed.slice(0, 4)
    return typed.length > 2 ? `${typed.slice(0, 2)} / ${typed.slice(2)}` : typed
  },
  cvc: (text) => digits(text).slice(0, cvcLength()),
}

function expiryProblem(value) {
  const typed = digits(value)
  const month = parseInt(typed.slice(0, 2), 10)
  if (typed.length < 4) return ['incomplete_expiry', "Your card's expiry date is incomplete."]
  if (month < 1 || month > 12) return ['invalid_expiry_month', "Your card's expiry date is invalid."]
  const year = 2000 + parseInt(typed.slice(2), 10)
  const today = new Date()
  if (year < today.getFullYear())
    return ['invalid_expiry_year_past', "Your card's expiry year is in the past."]
  if (year === today.getFullYear() && month < today.getMonth() + 1) {
    return ['invalid_expiry_month_past', "Your card's expiry date is in the past."]
  }
  if (year > today.getFullYear() + 50) return ['invalid_expiry_year', "Your card's expiry year is invalid."]
  return null
}

const problem = {
  number(value) {
    const number = digits(value)
    if (number.length < numberLength(number)) return ['incomplete_number', 'Your card number is incomplete.']
    return passesLuhn(number) ? null : ['invalid_number', 'Your card number is invalid.']
  },
  expiry: expiryProblem,
  cvc: (value) =>
    digits(value).length < cvcLength()
      ? ['incomplete_cvc', "Your card's security code is incomplete."]
      : null,
}

/** Puts the caret after the same number of digits, so that a correction in the middle keeps its position. */
function reformat(name) {
  const input = fields[name]
  const before = digits(input.value.slice(0, input.selectionStart ?? input.value.length)).length
  const atEnd = input.selectionStart === input.value.length
  const formatted = format[name](input.value)
  if (formatted === input.value) return
  input.value = formatted
  if (atEnd) return
  let caret = 0
  for (let seen = 0; caret < formatted.length && seen < before; caret++)
    if (/\d/.test(formatted[caret])) seen++
  input.setSelectionRange(caret, caret)
}

/** Shows every problem, focuses the first and returns it in Stripe's shape; null if there is none. */
const validate = () => firstProblem(wanted().map((name) => [fields[name], problem[name](fields[name].value)]))

function cardData(given) {
  const expiry = digits(fields.expiry.value)
  const { metadata, billing_details, allow_redisplay } = given ?? {}
  return {
    type: 'card',
    card: {
      number: digits(fields.number.value),
      exp_month: expiry.slice(0, 2),
      exp_year: expiry.slice(2),
      cvc: digits(fields.cvc.value),
    },
    billing_details,
    allow_redisplay,
    metadata,
  }
}

const FIELD_OF = { number: 'number', exp_month: 'expiry', exp_year: 'expiry', cvc: 'cvc' }

async function send(key, path, body) {
  const answer = await sendForm(form, key, path, body)
  const field = FIELD_OF[answer.error?.param]
  if (field) show(fields[field], [answer.error.code, answer.error.message])
  return answer
}

/** Exchanges the security code of a saved card for a token. */
const cvcToken = (key) => send(key, 'tokens', { cvc_update: { cvc: digits(fields.cvc.value) } })

const commands = {
  validate: () => ({ error: validate() ?? undefined, type: 'card' }),
  async confirm({ key, intent, params }) {
    const error = validate()
    if (error) return { error }
    const { payment_method_data, ...rest } = params
    const chosen = chosenCard()
    const usage = consentUsage()
    const cvc = needsCvc() ? await cvcToken(key) : null
    if (cvc?.error) return { error: cvc.error }
    const body =
      chosen === null
        ? {
            ...rest,
            ...(usage && { setup_future_usage: usage }),
            payment_method_data: cardData({
              ...payment_method_data,
              ...(usage && { allow_redisplay: 'always' }),
            }),
          }
        : {
            ...rest,
            payment_method: chosen,
            ...(cvc && { payment_method_options: { card: { cvc_token: cvc.id } } }),
          }
    return send(key, `payment_intents/${encodeURIComponent(intent)}/confirm`, body)
  },
  async createMethod({ key, data }) {
    const error = validate()
    return error ? { error } : send(key, 'payment_methods', cardData(data))
  },
  focus: () => focusCards() || fields.number.focus(),
  clear() {
    form.reset()
    for (const input of Object.values(fields)) show(input, null)
  },
}

function serveCards(port, session) {
  const { change, open } = serveForm(port, form, commands, () => {
    const values = Object.values(fields).map((input) => input.value)
    const saved = chosenCard()
    const isSaved = saved !== null
    const complete = wanted().every((name) => !problem[name](fields[name].value))
    return { type: 'card', saved, empty: !isSaved && values.every((value) => value === ''), complete }
  })
  for (const [name, input] of Object.entries(fields)) {
    input.addEventListener('input', () => {
      reformat(name)
      // A visible error is updated while typing; a new one waits until the field loses the focus.
      if (input.hasAttribute('aria-invalid')) show(input, problem[name](input.value))
      change()
    })
    input.addEventListener('blur', () => {
      if (input.value !== '') show(input, problem[name](input.value))
    })
  }
  offerCards(session, change)
  open()
}

// The answer's frame-ancestors allows only the product's pages around this frame: one greeting, one port.
addEventListener('message', function greet(event) {
  if (event.source !== parent || event.data?.sandboxCard !== 'open' || !event.ports[0]) return
  removeEventListener('message', greet)
  const { detail } = event.data
  const serve = detail.types?.includes('us_bank_account') ? serveBank : serveCards
  serve(event.ports[0], detail)
})
// For any of those pages: it only reports that the frame has loaded.
parent.postMessage({ sandboxCard: 'loaded' }, '*')
