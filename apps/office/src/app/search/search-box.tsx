import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { useNavigate } from 'react-router'
import { officeCalls } from '@sesa/contract/office'
import { failureOf } from '@sesa/ui/api/http.ts'
import { callOffice } from '../../lib/api.ts'
import { BASE } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Chips, withoutPart } from '../../parts/chips.tsx'
import { placesFor } from './actions.ts'
import { Hits } from './hits.tsx'
import { foundGroups, placesGroup, type Group, type Option } from './options.ts'

/** The search begins this long after the last key. */
const PAUSE_MS = 200
const SHORTEST = 2

const searchFor = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => callOffice(officeCalls.search, { body: { text }, signal }),
  })

/** True while the list of hits has places first: Ctrl+K opens the box like this. */
type Mode = 'closed' | 'search' | 'actions'

/**
 * The one box of the office: finds while typing, and goes to pages and forms. The typed text is never in the address, since it
 * may name a person.
 */
export function SearchBox({ ref }: { ref?: Ref<HTMLInputElement> }) {
  const id = useId()
  const navigate = useNavigate()
  const may = useMay()
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  const [mode, setMode] = useState<Mode>('closed')
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  // The text whose first hit opens once its answer is there: Enter was pressed before.
  const opensFirst = useRef<string>(undefined)
  const queries = useQueryClient()
  const typed = text.trim()
  const [settled, settleNow] = useSettled(typed, PAUSE_MS)
  const finds = may('transfers.read') && settled.length >= SHORTEST
  const found = useQuery({ ...searchFor(settled), enabled: finds && mode !== 'closed' })
  // An answer to another text than the typed one is stale.
  const answer = settled === typed ? found.data : undefined
  const waits = may('transfers.read') && typed.length >= SHORTEST && answer === undefined && !found.isError

  const { actions, pages } = placesFor(typed, may)
  const places = [placesGroup('Pages', pages), placesGroup('Actions', actions)]
  const isPlain = typed === '' && mode === 'search'
  const groupsOf = (one: typeof answer): Group[] => {
    const hits = one === undefined ? [] : foundGroups(one, may('customers.read'))
    const all = mode === 'actions' ? [...places.toReversed(), ...hits] : isPlain ? [] : [...hits, ...places]
    return all.filter(({ options }) => options.length > 0)
  }
  const groups = groupsOf(answer)
  const options = groups.flatMap((group) => group.options)
  const current = options[Math.min(active, options.length - 1)]

  const close = () => {
    setMode('closed')
    opensFirst.current = undefined
    setActive(0)
  }
  const open = ({ href, state }: Option) => {
    close()
    setText('')
    input.current?.blur()
    void navigate(href.slice(BASE.length) || '/', state && { state })
  }
  const type = (next: string) => {
    setText(next)
    setActive(0)
    opensFirst.current = undefined
    if (mode === 'closed') setMode('search')
  }

  const openFirst = async () => {
    settleNow()
    opensFirst.current = typed
    const one = await queries.fetchQuery(searchFor(typed)).catch(() => undefined)
    const first = groupsOf(one)[0]?.options[0]
    if (one !== undefined && first !== undefined && opensFirst.current === typed) open(first)
  }

  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      setMode('actions')
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && options.length > 0) {
      event.preventDefault()
      setActive((Math.min(active, options.length - 1) + step + options.length) % options.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (waits && mode !== 'actions') void openFirst()
      else if (current) open(current)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (mode === 'closed') input.current?.blur()
      else close()
    }
  }

  const isOpen = mode !== 'closed'
  return (
    <search
      className="relative min-w-0 grow lg:max-w-160"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close()
      }}
    >
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label="Search"
        aria-expanded={isOpen}
        aria-controls={`${id}-hits`}
        aria-activedescendant={isOpen && current ? `${id}-${options.indexOf(current)}` : undefined}
        aria-autocomplete="list"
        placeholder={may('transfers.read') ? 'Phone, name, reference, amount…' : 'Page or action…'}
        autoComplete="off"
        spellCheck={false}
        maxLength={400}
        value={text}
        onChange={(event) => type(event.target.value)}
        onFocus={() => setMode((before) => (before === 'closed' ? 'search' : before))}
        onClick={() => setMode((before) => (before === 'closed' ? 'search' : before))}
        onKeyDown={onKeyDown}
        className="min-h-12 w-full min-w-0 rounded-full border-2 border-edge bg-paper px-5 placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
      />
      {isOpen && (
        <div className="absolute inset-x-0 z-40 mt-2 flex max-h-[min(36rem,75dvh)] flex-col gap-3 overflow-y-auto rounded-lg border border-line bg-surface p-3 shadow-card">
          {answer && (
            <Chips
              chips={answer.chips}
              onRemove={(chip) => {
                type(withoutPart(answer.text, chip.text))
                input.current?.focus()
              }}
            />
          )}
          <Hits id={id} groups={groups} current={current} onOpen={open} />
          <p role="status" className={options.length > 0 && !found.isError ? 'sr-only' : 'px-2 text-muted'}>
            {found.isError
              ? failureOf(found.error).message
              : waits
                ? 'Searching'
                : options.length > 0
                  ? `${options.length} ${options.length === 1 ? 'hit' : 'hits'}`
                  : isPlain
                    ? may('transfers.read')
                      ? HELP
                      : 'Type the name of a page or of an action.'
                    : answer?.chips.some(({ problem }) => problem !== null)
                      ? 'Correct or remove the marked part.'
                      : 'Nothing found. Try the whole number, another part of the name, or fewer filters.'}
          </p>
        </div>
      )}
    </search>
  )
}

const HELP =
  'Type a number, name, email, reference, amount or day. Filters: is:held, corridor:us-gh, network:mtn, amount:100..200, with - for not. Ctrl+K lists actions.'
