// What the card form and the bank form in the frame share: Stripe's API, the errors beside the fields, and the messages
// to the page around the frame.

const api = new URL('v1/', new URL('.', location.href))
const VARIABLES = [
  'colorPrimary',
  'colorBackground',
  'colorText',
  'colorTextSecondary',
  'colorTextPlaceholder',
  'colorDanger',
  'colorBorder',
  'borderRadius',
  'fontFamily',
  'fontSizeBase',
]

export const digits = (text) => text.replace(/\D/g, '')

/** Shows the problem of a field beside it, or removes it. */
export function show(input, found) {
  document.querySelector(`#${input.id}-error`).textContent = found ? found[1] : ''
  if (found) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
}

/** Shows every problem, focuses the first and returns it in Stripe's shape; null if there is none. */
export function firstProblem(checked) {
  let first = null
  for (const [input, found] of checked) {
    show(input, found)
    if (found && !first) {
      first = { type: 'validation_error', code: found[0], message: found[1] }
      const field = input.matches('fieldset') ? input.querySelector('input') : input
      field.focus()
    }
  }
  return first
}

function flatten(value, name, into) {
  if (value === undefined || value === null) return
  if (typeof value === 'object') {
    for (const [key, held] of Object.entries(value)) flatten(held, name ? `${name}[${key}]` : key, into)
  } else {
    into.append(name, String(value))
  }
}

async function post(key, path, body) {
  const encoded = new URLSearchParams()
  flatten(body, '', encoded)
  try {
    const response = await fetch(new URL(path, api), {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: encoded,
    })
    return await response.json()
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message:
          'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
      },
    }
  }
}

/** Sends to Stripe's API while the fields are disabled. */
export async function send(form, key, path, body) {
  const inputs = form.querySelectorAll('input')
  for (const input of inputs) input.disabled = true
  const answer = await post(key, path, body)
  for (const input of inputs) input.disabled = false
  return answer
}

function setAppearance({ theme, variables, surface }) {
  const root = document.documentElement
  const dark = theme === 'night'
  root.dataset.theme = dark ? 'night' : 'stripe'
  root.style.colorScheme = dark ? 'dark' : 'light'
  root.style.background = surface
  for (const name of VARIABLES) {
    const value = variables?.[name]
    if (typeof value === 'string') root.style.setProperty(`--${name}`, value)
    else root.style.removeProperty(`--${name}`)
  }
}

const isTyped = (input) => !['radio', 'checkbox'].includes(input.type)

/**
 * Connects a form with the page around the frame. Returns `change`, which reports `state()`, and `open`, which reports
 * that the form is ready.
 */
export function serveForm(port, form, own, state) {
  const commands = { appearance: setAppearance, blur: () => document.activeElement?.blur(), ...own }
  const tell = (event, detail) => port.postMessage({ event, detail })
  const change = () => tell('change', state())
  port.onmessage = async ({ data }) => {
    const result = await commands[data.command]?.(data.detail ?? {})
    port.postMessage({ answerTo: data.id, result: result ?? {} })
    if (data.command === 'clear') change()
  }
  form.addEventListener('keydown', (event) => {
    if (!isTyped(event.target)) return
    if (event.key === 'Escape') tell('escape')
    // Enter submits the form around the frame, as it would from one of that form's fields.
    if (event.key === 'Enter') tell('submit')
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('focusin', (event) => !form.contains(event.relatedTarget) && tell('focus'))
  form.addEventListener('focusout', (event) => !form.contains(event.relatedTarget) && tell('blur'))
  return {
    change,
    open: () => {
      form.hidden = false
      const measure = () => tell('height', Math.ceil(form.getBoundingClientRect().height))
      // Browsers do not observe a frame outside the viewport, so the first height is measured here.
      measure()
      new ResizeObserver(measure).observe(form)
      tell('ready')
    },
  }
}
