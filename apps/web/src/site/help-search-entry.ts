import { rank } from './help/search.ts'

// The search of the help page. It sorts and hides the list that the page already has, so it needs no request.
const form = document.querySelector<HTMLFormElement>('[data-help-search]')
const list = document.querySelector<HTMLElement>('[data-help-list]')
const field = form?.querySelector('input')
const count = document.querySelector<HTMLElement>('[data-help-count]')
const none = document.querySelector<HTMLElement>('[data-help-none]')
const items = [...(list?.children ?? [])] as HTMLElement[]
const articles = items.map((item) => ({
  title: item.querySelector('h2')?.textContent ?? '',
  words: `${item.querySelector('p')?.textContent ?? ''} ${item.dataset['words'] ?? ''}`,
}))

/** Shows the matching articles, best first, and their number. */
function show(query: string): void {
  const places = rank(query, articles)
  const found = new Set(places)
  items.forEach((item, place) => (item.hidden = !found.has(place)))
  const rest = items.map((_, place) => place).filter((place) => !found.has(place))
  list?.append(...[...places, ...rest].flatMap((place) => items[place] ?? []))
  const isAsking = query.trim() !== ''
  if (none) none.hidden = !isAsking || places.length > 0
  if (count) count.textContent = isAsking ? countText(places.length) : ''
}

function countText(found: number): string {
  if (found === 0) return 'No articles found'
  return found === 1 ? '1 article found' : `${found} articles found`
}

field?.addEventListener('input', () => show(field.value))
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  list?.querySelector<HTMLElement>('li:not([hidden]) a')?.focus()
})
// The browser may have kept text typed before the script arrived, or before returning to this page.
if (field) {
  if (field.value === '') field.value = new URLSearchParams(location.search).get('q') ?? ''
  if (field.value !== '') show(field.value)
}
