import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Switch } from '@sesa/ui/fields/switch.tsx'
import { Facts } from '@sesa/ui/layout/card.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { BASE, type Entry } from '../lib/paths.ts'
import { remembered } from '../lib/store.ts'

/** `g` waits this long for its letter. */
const LETTER_MS = 1500

/** Keys of controls on the open page, which name them in `aria-keyshortcuts`. */
const CONTROLS = [
  { key: 'n', label: 'Open the next piece of work' },
  { key: 'a', label: 'Take it' },
  { key: 'e', label: 'Go to the decision' },
] as const

/** Where this browser remembers that single keys are off. */
const storedOff = remembered('sesa-office-keys-off')

/** A field takes its keys itself, and so does an open dialog. */
function takesKeys(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox], [type=radio]), textarea, select') !== null
  )
}

/** Presses the button or link that has the key, or goes to the first field of a form that has it. */
function reachControl(key: string): boolean {
  const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]:not(:disabled)`)
  if (!control) return false
  if (control instanceof HTMLFormElement)
    control.querySelector<HTMLElement>('input, select, textarea')?.focus()
  else control.click()
  return true
}

/** Goes to the page's table, whose rows then take `j` and `k` themselves. */
function reachTable(): boolean {
  const cell = document.querySelector<HTMLElement>('main [role=grid] [tabindex="0"]')
  cell?.focus()
  return cell !== null
}

interface ShortcutsProps {
  menu: readonly Entry[]
  listed: boolean
  onList: (listed: boolean) => void
  onSearch: () => void
}

/** Listens for the keyboard shortcuts, and lists them on `?`. */
export function Shortcuts({ menu, listed, onList, onSearch }: ShortcutsProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [off, setOff] = useState(() => storedOff.read() !== null)
  const waitsUntil = useRef(0)

  useEffect(() => {
    const act = (key: string, afterG: boolean): boolean => {
      const entry = afterG && menu.find(({ letter }) => letter === key)
      if (entry) void navigate(entry.pages[0].href.slice(BASE.length))
      else if (key === '/') onSearch()
      else if (key === '?') onList(true)
      else if (key === 'r') void queries.invalidateQueries()
      else if (key === 'j' || key === 'k') return reachTable()
      else return CONTROLS.some((control) => control.key === key) && reachControl(key)
      return true
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (off || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (takesKeys(event.target)) return
      const afterG = event.timeStamp < waitsUntil.current
      waitsUntil.current = event.key === 'g' ? event.timeStamp + LETTER_MS : 0
      if (act(event.key, afterG)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate, queries, onList, onSearch, menu, off])

  const fact = (name: string, label: string) => ({ key: name, label, value: <Key name={name} /> })
  return (
    <Dialog open={listed} title="Keyboard shortcuts" onClose={() => onList(false)}>
      <Switch
        id="single-keys"
        label="Single-key shortcuts"
        checked={!off}
        onChange={(on) => {
          storedOff.write(on ? null : '1')
          setOff(!on)
        }}
      />
      <Facts
        compact
        facts={[
          fact('/', 'Go to the search box'),
          fact('Ctrl+K', 'Go to actions and pages'),
          ...menu.map(({ letter, label }) => ({
            key: `g ${letter}`,
            label,
            value: (
              <>
                <Key name="g" /> then <Key name={letter} />
              </>
            ),
          })),
          ...CONTROLS.map(({ key, label }) => fact(key, label)),
          fact('j', 'Go to the next row of a table'),
          fact('k', 'Go to the previous row'),
          fact('r', 'Read the page again'),
          fact('Arrow keys', 'Move within a table'),
          fact('Enter', 'Open a row'),
          fact('x', 'Select a row, as Space does'),
          fact('Ctrl+C', 'Copy a cell'),
          fact('Escape', 'Close a dialog'),
          fact('?', 'Show this list'),
        ]}
      />
    </Dialog>
  )
}

function Key({ name }: { name: string }) {
  return <kbd className="rounded-sm border border-edge bg-sunken px-2 py-0.5 font-sans">{name}</kbd>
}
