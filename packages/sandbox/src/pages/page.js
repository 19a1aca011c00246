// Keeps the page up to date with the outside world, and sets and clears faults. Served without a build.

const REFRESH_MS = 2_000
const form = document.getElementById('fault-form')
const clear = document.getElementById('clear-faults')
const status = document.getElementById('faults-status')

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

async function say(doing, done) {
  try {
    const response = await doing()
    const answer = await response.json()
    status.textContent = response.ok ? done : (answer.message ?? answer.error)
    await refresh()
  } catch {
    status.textContent = 'The sandbox does not answer. Try again in a moment.'
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const { target, mode, count, ms } = Object.fromEntries(new FormData(form))
  const fault = { target, mode, count: parseInt(count, 10), ...(ms === '' ? {} : { ms: parseInt(ms, 10) }) }
  const post = () =>
    fetch('/sandbox/faults', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    })
  void say(post, `Set: ${target} ${mode}`)
})

clear.addEventListener('click', () => {
  void say(() => fetch('/sandbox/faults', { method: 'DELETE' }), 'All faults are cleared.')
})

setTimeout(tick, REFRESH_MS)
