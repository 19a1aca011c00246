import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Facts } from '@sesa/ui/layout/card.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { takesKeys } from '../lib/keys.ts'
import { BASE, type Section } from '../lib/paths.ts'

/** `g` waits this long for its letter. */
const LETTER_MS = 1500

interface ShortcutsProps {
  sections: readonly Section[]
  onSearch: () => void
}

/** Listens for the keyboard shortcuts, and lists them on `?`. */
export function Shortcuts({ sections, onSearch }: ShortcutsProps) {
  const navigate = useNavigate()
  const [listed, setListed] = useState(false)
  const waitsUntil = useRef(0)

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || takesKeys(event.target)) return
      const now = event.timeStamp
      const section = now < waitsUntil.current && sections.find(({ letter }) => letter === event.key)
      waitsUntil.current = event.key === 'g' ? now + LETTER_MS : 0
      if (section) {
        event.preventDefault()
        void navigate(section.href.slice(BASE.length))
      } else if (event.key === '/') {
        event.preventDefault()
        onSearch()
      } else if (event.key === '?') {
        event.preventDefault()
        setListed(true)
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate, onSearch, sections])

  return (
    <Dialog open={listed} title="Keyboard shortcuts" onClose={() => setListed(false)}>
      <Facts
        compact
        facts={[
          { key: '/', label: 'Go to the search box', value: <Key name="/" /> },
          ...sections.map(({ letter, label }) => ({
            key: letter,
            label,
            value: (
              <>
                <Key name="g" /> then <Key name={letter} />
              </>
            ),
          })),
          { key: 'arrows', label: 'Move within a table', value: <Key name="Arrow keys" /> },
          { key: 'enter', label: 'Open a row', value: <Key name="Enter" /> },
          { key: 'space', label: 'Select a row', value: <Key name="Space" /> },
          { key: 'copy', label: 'Copy a cell', value: <Key name="Ctrl+C" /> },
          { key: 'escape', label: 'Close a dialog', value: <Key name="Escape" /> },
          { key: '?', label: 'Show this list', value: <Key name="?" /> },
        ]}
      />
    </Dialog>
  )
}

function Key({ name }: { name: string }) {
  return <kbd className="rounded-sm border border-edge bg-sunken px-2 py-0.5 font-sans">{name}</kbd>
}
