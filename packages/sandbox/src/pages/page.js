// Keeps the page up to date with the outside world, sets and clears faults, and answers for payers. Served without a build.

const REFRESH_MS = 2_000
const form = document.getElementById('fault-form')
const clear = document.getElementById('clear-faults')
const faultsStatus = document.getElementById('faults-status')
const debitsStatus = document.getElementById('bank-debits-status')
const payersStatus = document.getElementById('payers-status')

async function refresh() {
  const response = await fetch('/sandbox', { headers: { accept: 'text/html' } })
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}`)
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const section of document.querySelectorAll('[data-live]'))
    replace(section, next.getElementById(section.id))
}

function replace(section, next) {
  // A part that a person reads or navigates by keyboard does not change until they leave it.
  if (next === null || section.contains(document.activeElement)) return
  for (const open of section.querySelectorAll('details[open]')) {
    next.querySelector(`#${CSS.escape(open.id)}`)?.setAttribute('open', '')
  }
  if (section.innerHTML !== next.innerHTML) section.replaceChildren(...next.childNodes)
}

async function tick() {
  try {
    if (document.visibilityState === 'visible') await refresh()
    document.documentElement.removeAttribute('data-stale')
  } catch {
    document.documentElement.setAttribute('data-stale', '')
  }
  setTimeout(tick, REFRESH_MS)
}

async function say(status, doing, done) {
  try {
    const response = await doing()
    const answer = await response.json()
    status.textContent = response.ok ? (answer.read ?? done) : (answer.error ?? answer.message)
    await refresh()
  } catch {
    status.textContent = 'The sandbox does not answer. Try again in a moment.'
  }
}

function send(method, path, body) {
  return fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

const phonePath = (msisdn) => `/sandbox/phones/${encodeURIComponent(msisdn)}`

function onSubmit(id, act) {
  const submitted = document.getElementById(id)
  submitted.addEventListener('submit', (event) => {
    event.preventDefault()
    act(Object.fromEntries(new FormData(submitted)))
  })
}

onSubmit('phone-form', ({ msisdn, prompts, holder }) => {
  const settings = { prompts, ...(holder === '' ? {} : { holder }) }
  void say(payersStatus, () => send('PUT', phonePath(msisdn), settings), `Set: ${msisdn}`)
})

onSubmit('dial-form', ({ msisdn, code }) => {
  void say(payersStatus, () => send('POST', `${phonePath(msisdn)}/dial`, { code }), '')
})

document.getElementById('prompts').addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (button === null) return
  const { msisdn, prompt, approve } = button.dataset
  // The prompt disappears, so the focus goes to what became of it.
  payersStatus.focus()
  const body = { approve: approve === 'true' }
  const path = `${phonePath(msisdn)}/prompts/${encodeURIComponent(prompt)}`
  void say(payersStatus, () => send('POST', path, body), body.approve ? 'Approved.' : 'Declined.')
})

document.getElementById('bank-debits').addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (button === null) return
  const { debit, outcome } = button.dataset
  debitsStatus.focus()
  const done = {
    succeed: 'The bank has paid.',
    fail: 'The bank has refused.',
    return: 'The bank took it back.',
  }
  const path = `/sandbox/bank-debits/${encodeURIComponent(debit)}`
  void say(debitsStatus, () => send('POST', path, { outcome }), done[outcome])
})

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const { target, mode, count, ms } = Object.fromEntries(new FormData(form))
  const fault = { target, mode, count: parseInt(count, 10), ...(ms === '' ? {} : { ms: parseInt(ms, 10) }) }
  void say(faultsStatus, () => send('POST', '/sandbox/faults', fault), `Set: ${target} ${mode}`)
})

clear.addEventListener('click', () => {
  void say(faultsStatus, () => fetch('/sandbox/faults', { method: 'DELETE' }), 'All faults are cleared.')
})

setTimeout(tick, REFRESH_MS)
