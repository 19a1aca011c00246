// The saved cards in the card form, and the checkbox that saves a new card.

const saved = document.querySelector('#saved')
const newCard = document.querySelector('#new-card')
const consent = document.querySelector('#consent')
const save = document.querySelector('#save')
const BRANDS = { amex: 'American Express', discover: 'Discover', mastercard: 'Mastercard', visa: 'Visa' }
/** How a saved card would be used; null if it cannot be saved. */
let saveUsage = null

/** True if a saved card's security code must be typed again. */
let asksCvc = false

/** Returns the chosen saved card; null for a new one. */
export const chosenCard = () => saved.querySelector('input:checked')?.value || null

/** Returns true when the chosen card is saved and its security code must be typed. */
export const needsCvc = () => asksCvc && chosenCard() !== null

/** Returns true for a saved American Express card, whose code has four digits. */
export const isSavedAmex = () => saved.querySelector('input:checked')?.dataset.brand === 'amex'

function offer(id, label, detail, checked, brand = '') {
  const line = document.createElement('label')
  line.className = 'choice'
  const input = Object.assign(document.createElement('input'), {
    type: 'radio',
    name: 'card',
    value: id,
    checked,
  })
  input.dataset.brand = brand
  const text = document.createElement('span')
  text.textContent = label
  if (detail) text.append(Object.assign(document.createElement('small'), { textContent: detail }))
  line.append(input, text)
  saved.append(line)
}

const hasExpired = ({ exp_month, exp_year }) => Date.UTC(exp_year, exp_month) <= Date.now()

/** Shows the saved cards, with the newest valid one chosen, a new card, and the checkbox to save it. */
export function offerCards({ methods, save: usage, cvc }, changed) {
  saveUsage = usage
  asksCvc = cvc
  saved.hidden = methods.length === 0
  const first = methods.find((method) => !hasExpired(method))
  for (const method of methods) {
    const { id, brand, last4, exp_month, exp_year } = method
    const label = `${BRANDS[brand] ?? 'Card'} •••• ${last4}`
    const expiry = `${String(exp_month).padStart(2, '0')}/${exp_year % 100}`
    offer(id, label, `${hasExpired(method) ? 'Expired' : 'Expires'} ${expiry}`, method === first, brand)
  }
  if (methods.length > 0) offer('', 'New card', null, first === undefined)
  const show = () => {
    const isSaved = chosenCard() !== null
    newCard.hidden = isSaved && !asksCvc
    for (const part of newCard.querySelectorAll('[data-new]')) part.hidden = isSaved
    consent.hidden = isSaved || usage === null
    changed()
  }
  saved.addEventListener('change', show)
  show()
}

/** Returns how the new card would be used if it is saved; null unless the customer ticked the checkbox. */
export const consentUsage = () => (save.checked ? saveUsage : null)

/** Focuses the chosen saved card; returns false if there is none. */
export function focusCards() {
  const chosen = saved.querySelector('input:checked')
  chosen?.focus()
  return chosen !== null
}
