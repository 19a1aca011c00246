import { readPersonName, type AnswerOf, type BodyOf, type calls, type Recipient } from '@sesa/contract'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { holdOpenAccount, requireOpenAccount } from '../../../db/open-account.ts'
import { Refused } from '../../../lib/refused.ts'
import { listPaidRecipients, readDestination, readWallet, type PaidRecipient } from '../../transfers/index.ts'
import { countCheck, type CheckDeps } from './check.ts'
import { askForHolder, inactiveText } from './holder.ts'
import { pageOf, present, unsaved, walletKey, type Page, type SavedRecipient } from './saved.ts'
import { MOST_RECIPIENTS } from './settings.ts'
import {
  deleteSaved,
  findSaved,
  hideSaved,
  insertSaved,
  readSaved,
  savePaid,
  updateSaved,
  type RecipientFacts,
} from './store.ts'

type Saving = BodyOf<typeof calls.addRecipient>
type Saved = AnswerOf<typeof calls.addRecipient>

/** More than one account can pay within its limits. */
const MOST_PAID = 10_000
/** No hidden characters, which could make one nickname look like another. */
const NICKNAME = /^[^\p{C}]{1,40}$/u

/** Returns the stored and the paid recipients, after storing people paid since the list was last read. */
async function readPeople(
  db: Db,
  userId: string,
): Promise<{ saved: readonly SavedRecipient[]; paid: readonly PaidRecipient[] }> {
  const [saved, paid] = await Promise.all([
    readSaved(db, userId),
    listPaidRecipients(db, userId, { limit: MOST_PAID }),
  ])
  const missing = unsaved(paid, saved)
  if (missing.length === 0) return { saved, paid }
  return inTransaction(db, 'recipients.save_paid', async (tx) => {
    if (await holdOpenAccount(tx, userId)) await savePaid(tx, userId, missing)
    return { saved: await readSaved(tx, userId), paid }
  })
}

/** Returns a page of the people a user has paid or saved. */
export async function listRecipients(
  db: Db,
  userId: string,
  at: { before: string | undefined; size: number },
): Promise<Page> {
  const { saved, paid } = await readPeople(db, userId)
  return pageOf(saved, paid, at)
}

/** Returns the people a user has paid or saved, by id. */
export async function readRecipients(db: Db, userId: string): Promise<ReadonlyMap<string, Recipient>> {
  const { saved, paid } = await readPeople(db, userId)
  const { recipients } = pageOf(saved, paid, { before: undefined, size: saved.length })
  return new Map(recipients.map((recipient) => [recipient.id, recipient]))
}

/** Returns a user's recipient; undefined for a removed one. */
export async function findRecipient(db: Db | Tx, userId: string, id: string): Promise<Recipient | undefined> {
  const row = await findSaved(db, userId, id)
  if (row === undefined || row.removedAt !== null) return undefined
  const [paid] = await listPaidRecipients(db, userId, { limit: 1, wallet: row })
  return present(row, paid)
}

/** Returns the recipients for the customer's data export, including removed ones, marked as such. */
export async function exportRecipients(db: Db, userId: string) {
  const { saved, paid } = await readPeople(db, userId)
  const payments = new Map(paid.map((person) => [walletKey(person), person]))
  return saved.map((row) => ({
    ...present(row, payments.get(walletKey(row))),
    removed: row.removedAt !== null,
  }))
}

type Typed = Omit<RecipientFacts, 'nameCheck' | 'nameCheckedAt' | 'accountName'> & {
  readonly country: ReturnType<typeof readDestination>
}

/** Validates the customer's input. Throws Refused with the code of the invalid field. */
function readTyped(body: Saving): Typed {
  const country = readDestination(body.country)
  const name = readPersonName(body.name)
  if (!name.ok) throw new Refused('name_invalid', { field: 'name', message: name.message })
  const nickname = body.nickname.trim().replace(/\s+/gu, ' ')
  if (nickname !== '' && !NICKNAME.test(nickname)) {
    const message = 'Enter a nickname of up to 40 visible characters.'
    throw new Refused('name_invalid', { field: 'nickname', message })
  }
  const { favourite } = body
  return { country, name: name.name, nickname: nickname || null, favourite, ...readWallet(country, body) }
}

/** Requests the holder from the network, within the day's checks. Throws Refused `recipient_inactive`. */
async function checked(deps: CheckDeps, userId: string, typed: Typed): Promise<RecipientFacts> {
  const unchecked = { ...typed, nameCheck: 'unknown', nameCheckedAt: null, accountName: null } as const
  if ((await countCheck(deps, userId)) > 0) return unchecked
  const { account, verdict, name } = await askForHolder(deps, typed, typed.name)
  if (account === 'inactive') {
    throw new Refused('recipient_inactive', { field: 'phone', message: inactiveText(typed) })
  }
  return { ...typed, nameCheck: verdict, nameCheckedAt: 'now', accountName: name }
}

async function answer(tx: Tx, userId: string, row: SavedRecipient): Promise<Saved> {
  const [paid] = await listPaidRecipients(tx, userId, { limit: 1, wallet: row })
  const recipient: Recipient = present(row, paid)
  return { recipient }
}

export interface RemoveDeps {
  readonly db: Db
  /** Ends things that depend on a recipient, in the transaction that removes them. */
  readonly onRemoved?: (tx: Tx, userId: string, recipientId: string) => Promise<void>
}

const exists = () => new Refused('recipient_exists', { field: 'phone' })

/** Saves a recipient. Throws Refused with the code of a field, `recipient_exists` or `recipients_full`. */
export async function addRecipient(deps: CheckDeps, userId: string, body: Saving): Promise<Saved> {
  const facts = await checked(deps, userId, readTyped(body))
  await readPeople(deps.db, userId)
  return inTransaction(deps.db, 'recipients.add', async (tx) => {
    // Under an exclusive lock, so that concurrent requests cannot exceed the maximum.
    await requireOpenAccount(tx, userId, { alone: true })
    const listed = (await readSaved(tx, userId)).filter(({ removedAt }) => removedAt === null)
    if (listed.some((row) => walletKey(row) === walletKey(facts))) throw exists()
    if (listed.length >= MOST_RECIPIENTS) throw new Refused('recipients_full')
    const row = await insertSaved(tx, userId, facts)
    if (row === undefined) throw exists()
    return answer(tx, userId, row)
  })
}

/**
 * Changes a recipient. Another number or network is another wallet: the transfers to the old one no longer count, and the old
 * one is not listed again. Throws Refused with the code of a field, `not_found` or `recipient_exists`.
 */
export async function updateRecipient(
  deps: CheckDeps,
  userId: string,
  id: string,
  body: Saving,
): Promise<Saved> {
  const typed = readTyped(body)
  const before = await findSaved(deps.db, userId, id)
  if (before === undefined || before.removedAt !== null) throw new Refused('not_found')
  const isSame = walletKey(before) === walletKey(typed)
  const facts =
    isSame && before.name === typed.name ? { ...before, ...typed } : await checked(deps, userId, typed)
  return inTransaction(deps.db, 'recipients.update', async (tx) => {
    await requireOpenAccount(tx, userId, { alone: true })
    const [row, all] = [await findSaved(tx, userId, id), await readSaved(tx, userId)]
    if (row === undefined || row.removedAt !== null) throw new Refused('not_found')
    const other = all.find((each) => each.id !== id && walletKey(each) === walletKey(facts))
    if (other !== undefined && other.removedAt === null) throw exists()
    if (other !== undefined) await deleteSaved(tx, other.id)
    const updated = await updateSaved(tx, id, facts)
    if (walletKey(row) !== walletKey(facts)) await keepOff(tx, userId, row)
    return answer(tx, userId, updated)
  })
}

/** Keeps the recipient's old wallet off the list, if it was paid. */
async function keepOff(tx: Tx, userId: string, row: SavedRecipient): Promise<void> {
  const [paid] = await listPaidRecipients(tx, userId, { limit: 1, wallet: row })
  if (paid === undefined) return
  const left = await insertSaved(tx, userId, { ...row, nickname: null, favourite: false, accountName: null })
  if (left !== undefined) await hideSaved(tx, left.id)
}

/** Takes a recipient off the list; the transfers stay. Throws Refused `not_found`. */
export async function removeRecipient(
  { db, onRemoved }: RemoveDeps,
  userId: string,
  id: string,
): Promise<void> {
  await inTransaction(db, 'recipients.remove', async (tx) => {
    await requireOpenAccount(tx, userId, { alone: true })
    const row = await findSaved(tx, userId, id)
    if (row === undefined || row.removedAt !== null) throw new Refused('not_found')
    await onRemoved?.(tx, userId, id)
    const [paid] = await listPaidRecipients(tx, userId, { limit: 1, wallet: row })
    if (paid === undefined) await deleteSaved(tx, id)
    else await hideSaved(tx, id)
  })
}
