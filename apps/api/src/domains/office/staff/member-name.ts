import { readPersonName } from '@sesa/contract'
import type { Db, Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'

/** Names used in records for actions without a member. */
const NOT_A_MEMBER = ['System', 'Sesa', 'Staff', 'Product', 'The product', 'Erased', 'Everyone', 'Nobody']

/** Letters of other alphabets that resemble a Latin one. */
const LOOK_LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['АаВЕеКМНОоРрСсТУуХхІіЈјЅѕԁһӀ', 'AaBEeKMHOoPpCcTYyXxIiJjSsdhl'],
    ['ΑΒΕΖΗΙΚΜΝΟοΡΤΥΧνι', 'ABEZHIKMNOoPTYXvi'],
  ].flatMap(([letters = '', latin = '']) => [...letters].map((letter, at) => [letter, latin[at] ?? letter])),
)

/** Returns a name as it reads at a glance: without accents, blanks and marks, and with lookalike letters made equal. */
function glance(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/[\p{M}\s'’.-]/gu, '')
  const latin = [...plain].map((letter) => LOOK_LIKE[letter] ?? letter).join('')
  return latin
    .replaceAll('I', 'l')
    .toLowerCase()
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** Returns true if a reader may confuse one name with the other. */
export const isLookalike = (one: string, other: string): boolean => glance(one) === glance(other)

/** Returns a member's name in stored form. Throws Refused `name_invalid`. */
export function readMemberName(typed: string): string {
  const read = readPersonName(typed)
  if (!read.ok) throw new Refused('name_invalid', { field: 'name', message: read.message })
  if (read.name.length < 2 || NOT_A_MEMBER.some((name) => isLookalike(name, read.name)))
    throw new Refused('name_invalid', { field: 'name', message: 'Enter the member’s full name.' })
  return read.name
}

/**
 * Throws Refused `member_exists` when records could confuse a name with that of a past or present member: two-person checks,
 * cases and reports use names.
 */
export async function requireOwnName(db: Db | Tx, name: string): Promise<void> {
  const members = await db.selectFrom('staff_members').select('name').execute()
  const other = members.find((member) => isLookalike(member.name, name))
  if (other === undefined) return
  const message = `${other.name} is or was a member. Add a middle name or initial to distinguish the two.`
  throw new Refused('member_exists', { field: 'name', message })
}
