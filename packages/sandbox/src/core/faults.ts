import type { DatabaseSync } from 'node:sqlite'
import { integer, text } from './rows.ts'
import { FAULT_MODES, FAULT_TARGETS } from './world.ts'
import type { Fault, Faults, FaultTarget, Mode } from './world.ts'

interface StandingFault extends Fault {
  id: number
  target: FaultTarget
  count: number
}

export interface FaultBook extends Faults {
  /** Sets a fault for the next `count` occasions. */
  set(target: FaultTarget, mode: Mode, count: number, ms?: number): StandingFault
  list(): StandingFault[]
  clear(): void
}

export function openFaults(db: DatabaseSync): FaultBook {
  db.exec(`create table if not exists faults (
    id integer primary key autoincrement, target text not null, mode text not null,
    count integer not null, ms integer
  )`)
  const insert = db.prepare('insert into faults (target, mode, count, ms) values (?, ?, ?, ?) returning id')
  const select = db.prepare('select id, target, mode, count, ms from faults where count > 0 order by id')
  const use = db.prepare('update faults set count = count - 1 where id = ?')

  function list(): StandingFault[] {
    return select.all().map((row) => ({
      id: integer(row, 'id'),
      target: member(FAULT_TARGETS, text(row, 'target')),
      mode: member(FAULT_MODES, text(row, 'mode')),
      count: integer(row, 'count'),
      ...(row['ms'] === null ? {} : { ms: integer(row, 'ms') }),
    }))
  }

  return {
    list,
    take(target, modes = FAULT_MODES) {
      const met = list().find((fault) => fault.target === target && modes.includes(fault.mode))
      if (met === undefined) return null
      use.run(met.id)
      return { mode: met.mode, ...(met.ms === undefined ? {} : { ms: met.ms }) }
    },
    set(target, mode, count, ms) {
      const row = insert.get(target, mode, count, ms ?? null) ?? {}
      return { id: integer(row, 'id'), target, mode, count, ...(ms === undefined ? {} : { ms }) }
    },
    clear() {
      db.exec('delete from faults')
    },
  }
}

function member<T extends string>(known: readonly T[], value: string): T {
  const found = known.find((candidate) => candidate === value)
  if (found === undefined) throw new TypeError(`${value} is not one of ${known.join(', ')}`)
  return found
}
