import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { text } from '../core/rows.ts'

/** A person with an account at the stand-in for Google. All of them are invented. */
export interface Person {
  /** The service's id for the person: 21 digits, like Google's. */
  sub: string
  email: string
  name: string
}

export interface People {
  find(sub: string): Person | undefined
  /** Returns the person with this address, creating an account if there is none. */
  meet(email: string): Person
  /** Returns the people to choose from. */
  list(): Person[]
}

const INVENTED = [
  ['ama.boateng@gmail.example', 'Ama Boateng'],
  ['kollie.johnson@gmail.example', 'Kollie Johnson'],
  ['isata.kamara@gmail.example', 'Isata Kamara'],
] as const

const SHOWN = 8

/** Returns the id of an address, the same even in new books. */
function subOf(email: string): string {
  const digest = createHash('sha256').update(email).digest('hex')
  return (BigInt(`0x${digest}`) % 10n ** 21n).toString().padStart(21, '1')
}

function nameOf(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[._+-]+/).filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || email
}

export function openPeople(db: DatabaseSync): People {
  db.exec('create table if not exists google_people (sub text primary key, email text, name text)')
  const insert = db.prepare('insert or ignore into google_people (sub, email, name) values (?, ?, ?)')
  const bySub = db.prepare('select sub, email, name from google_people where sub = ?')
  const newest = db.prepare('select sub, email, name from google_people order by rowid desc limit ?')
  for (const [email, name] of INVENTED) insert.run(subOf(email), email, name)

  const find = (sub: string): Person | undefined => {
    const row = bySub.get(sub)
    return row && { sub: text(row, 'sub'), email: text(row, 'email'), name: text(row, 'name') }
  }
  return {
    find,
    meet(typed) {
      const email = typed.trim().toLowerCase()
      const person = { sub: subOf(email), email, name: nameOf(email) }
      insert.run(person.sub, person.email, person.name)
      return find(person.sub) ?? person
    },
    list: () =>
      newest.all(SHOWN).map((row) => ({
        sub: text(row, 'sub'),
        email: text(row, 'email'),
        name: text(row, 'name'),
      })),
  }
}
