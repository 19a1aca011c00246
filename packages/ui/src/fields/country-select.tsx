import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import type { Country, CountryCode } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { cx } from '../class-names.ts'
import { controlClass, describedBy, FieldFrame, type FieldProps } from './field.tsx'
import { Flag } from '../art/flag.tsx'
import { CheckIcon, ChevronIcon } from '../art/icon.tsx'
import { useCountrySearch, type FindCountries } from './use-country-search.ts'

interface CountrySelectProps extends Omit<FieldProps, 'value' | 'onChange'> {
  value: CountryCode
  onChange: (country: CountryCode) => void
  countries: readonly Country[]
  /** Called when no country's name contains the typed text. */
  find: FindCountries
  /** Content of the closed box: the name, or flag and currency code where space is limited. */
  shows?: 'name' | 'currency'
  /** Joins the box to a control on its left. */
  joined?: boolean
}

/** The list closes this long after the last pointer, key or focus activity (spec, section 4). */
const IDLE_MS = 5000

/**
 * Renders a searchable country choice: a combobox as the ARIA practices describe it. Typing filters by any part of the
 * name, or else by likely meaning; arrows, Home, End, Enter and Escape work; the number of matches is announced.
 */
export function CountrySelect(props: CountrySelectProps) {
  const { id, label, value, onChange, countries, find, error, hint, disabled, shows, joined } = props
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const [activity, setActivity] = useState(0)
  const listId = useId()
  const selected = countries.find((country) => country.code === value)
  const { found, elsewhere } = useCountrySearch(open ? search : '', countries, find)

  useEffect(() => {
    if (!open) return
    const timer = setTimeout(() => setOpen(false), IDLE_MS)
    return () => clearTimeout(timer)
  }, [open, activity])

  const touch = () => setActivity((count) => count + 1)
  const show = () => {
    if (disabled) return
    setSearch('')
    setActive(selected ? countries.indexOf(selected) : 0)
    setOpen(true)
    touch()
  }
  const choose = (country: Country | undefined) => {
    if (country) onChange(country.code)
    setOpen(false)
  }
  const highlight = (index: number) => {
    setActive(index)
    document.getElementById(`${listId}-${found[index]?.code ?? ''}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    touch()
    const step = stepOf(event.key, open, active, found.length)
    if (step !== undefined) {
      event.preventDefault()
      if (open) highlight(step)
      else show()
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      choose(found[active])
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      setOpen(false)
    } else if (event.key === 'Tab') setOpen(false)
  }
  const nothing =
    found.length > 0
      ? null
      : i18n.t('We don’t serve {country} yet.', { country: elsewhere ?? i18n.t('a country with that name') })
  const closedText = selected ? (shows === 'currency' ? selected.currency : selected.name) : ''

  return (
    <FieldFrame {...props} {...(joined && { className: 'gap-0' })}>
      <div className="relative" onPointerMove={open ? touch : undefined} onFocus={open ? touch : undefined}>
        {selected && (
          <Flag country={selected.code} className="absolute top-1/2 left-4 z-20 -translate-y-1/2" />
        )}
        <input
          id={id}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && found[active] ? `${listId}-${found[active].code}` : undefined}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy(id, hint, error)}
          value={open ? search : closedText}
          placeholder={closedText}
          onChange={(event) => {
            touch()
            setSearch(event.target.value)
            setActive(0)
            setOpen(true)
          }}
          onClick={() => !open && show()}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
          className={controlClass(
            error,
            cx(
              'relative pr-10 pl-13 text-ellipsis focus:z-10',
              joined && 'min-h-14 rounded-l-none border-l-0 bg-sunken font-bold',
            ),
          )}
        />
        <ChevronIcon className="pointer-events-none absolute top-1/2 right-3 z-20 size-5 -translate-y-1/2 text-muted" />
        <ul
          id={listId}
          role="listbox"
          aria-label={label}
          hidden={!open}
          // A press on the list must not move the focus out of the box: the list would close before the click.
          onPointerDown={(event) => event.preventDefault()}
          onScroll={touch}
          className="rise max-h-64 overflow-y-auto absolute right-0 z-30 mt-2 w-full min-w-64 rounded-md border border-line bg-surface p-2 shadow-card"
        >
          {found.map((country, index) => (
            <li
              key={country.code}
              id={`${listId}-${country.code}`}
              role="option"
              aria-selected={country.code === value}
              onClick={() => choose(country)}
              onPointerEnter={() => setActive(index)}
              className={cx(
                'flex min-h-12 cursor-pointer items-center gap-3 rounded-sm px-3',
                index === active && 'bg-brand-soft',
              )}
            >
              <Flag country={country.code} />
              <span className="flex-1">{country.name}</span>
              <span className="text-muted">{country.currency}</span>
              {country.code === value && <CheckIcon className="text-brand-ink" />}
            </li>
          ))}
        </ul>
        {open && nothing !== null && (
          <p className="absolute right-0 z-30 mt-2 w-full min-w-64 rounded-md border border-line bg-surface p-4 shadow-card">
            {nothing}
          </p>
        )}
        <span role="status" className="sr-only">
          {open &&
            (nothing ??
              i18n.t('{count, plural, one {# country} other {# countries}} available', {
                count: found.length,
              }))}
        </span>
      </div>
    </FieldFrame>
  )
}

/**
 * Returns the new highlight after a key, or undefined when the key does not move it. In a closed list, Home
 * and End move the cursor within the text.
 */
function stepOf(key: string, open: boolean, active: number, count: number): number | undefined {
  const last = Math.max(0, count - 1)
  if (key === 'ArrowDown') return active < last ? active + 1 : 0
  if (key === 'ArrowUp') return active > 0 ? active - 1 : last
  if (open && key === 'Home') return 0
  return open && key === 'End' ? last : undefined
}
