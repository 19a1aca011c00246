/**
 * Keeps a tracking page up to date: asks for the state, and fetches the document again when the state has changed, so
 * that only the server writes the words.
 */
const PAUSES_MS = [3_000, 5_000, 8_000, 15_000]
const SLOWEST_MS = 30_000
/** Final states. Undelivered money may still arrive. */
const LAST = ['arrived', 'cancelled', 'ended']

const place = document.querySelector<HTMLElement>('[data-track]')
let looks = 0

/** Returns the displayed state and time. */
const shown = (): string => [place?.dataset['track'], place?.dataset['since']].join(' ')

/** Asks the server for both; null without an answer. */
async function askState(): Promise<string | null> {
  const answer = await fetch(`${location.pathname}/status`, { cache: 'no-store' }).catch(() => null)
  if (answer?.status === 404) return 'ended '
  if (!answer?.ok) return null
  const { state, updatedAt } = (await answer.json()) as { state: string; updatedAt: string }
  return `${state} ${updatedAt}`
}

async function showAgain(): Promise<void> {
  const answer = await fetch(location.href, { cache: 'no-store', headers: { accept: 'text/html' } })
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = next.querySelector<HTMLElement>('[data-track]')
  // A busy server's page reveals nothing about the transfer.
  if (!place || !fresh || fresh.dataset['track'] === 'busy') return
  place.dataset['track'] = fresh.dataset['track']
  place.dataset['since'] = fresh.dataset['since']
  place.replaceChildren(...fresh.childNodes)
}

async function look(): Promise<void> {
  if (!document.hidden) {
    const state = await askState()
    if (state !== null && state !== shown()) await showAgain().catch(() => undefined)
  }
  schedule()
}

function schedule(): void {
  if (place && !LAST.includes(place.dataset['track'] ?? '')) {
    setTimeout(() => void look(), PAUSES_MS[looks++] ?? SLOWEST_MS)
  }
}

schedule()
