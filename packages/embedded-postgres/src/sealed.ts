import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { BackupError } from './errors.ts'

/**
 * A sealed file: `MAGIC`, a random salt, then chunks of AES-256-GCM, each with its tag. A file's key is derived from
 * the backup's key, the salt and the file's name, so that files cannot be exchanged. The nonce counts the chunks and
 * marks the last one, so that a truncated file, or one whose chunks were moved, does not open (the STREAM construction
 * of Hoang, Reyhanitabar, Rogaway and Vizár).
 */
const MAGIC = Buffer.from('SESABAK1')
const SALT_BYTES = 32
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const KEY_BYTES = 32
const HEAD_BYTES = MAGIC.length + SALT_BYTES

/** Parses a key: 32 bytes in base64. Throws BackupError. */
export function readBackupKey(text: string | undefined): Buffer {
  const key = Buffer.from(text?.trim() ?? '', 'base64')
  if (key.length === KEY_BYTES) return key
  throw new BackupError(
    'BACKUP_KEY must be 32 bytes in base64: openssl rand -base64 32. Keep a copy elsewhere: without it, the backup can’t be opened.',
  )
}

/** Returns a name of a key that does not reveal it, so that people know which one a backup needs. */
export function nameOfKey(key: Buffer): string {
  return createHash('sha256').update('sesa backup key').update(key).digest('hex').slice(0, 8)
}

const fileKey = (key: Buffer, salt: Buffer, name: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `sesa backup ${name}`, KEY_BYTES))

function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(chunk, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** Splits a stream into a head of `head` bytes, if it has one, and pieces of `bytes`. The last piece may be empty. */
async function* inPieces(
  source: AsyncIterable<Buffer>,
  bytes: number,
  head = 0,
): AsyncGenerator<{ readonly piece: Buffer; readonly isLast: boolean }> {
  let held = Buffer.alloc(0)
  let wanted = head === 0 ? bytes : head
  for await (const part of source) {
    held = Buffer.concat([held, part])
    // Hold back the piece that may be the last one.
    for (; held.length > wanted; wanted = bytes) {
      yield { piece: held.subarray(0, wanted), isLast: false }
      held = held.subarray(wanted)
    }
  }
  yield { piece: held, isLast: true }
}

type Through = (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>

/** Encrypts a file of a backup, as a part of a pipeline. */
export function sealing(key: Buffer, name: string): Through {
  return async function* (source) {
    const salt = randomBytes(SALT_BYTES)
    const own = fileKey(key, salt, name)
    yield Buffer.concat([MAGIC, salt])
    let chunk = 0
    for await (const { piece, isLast } of inPieces(source, CHUNK_BYTES)) {
      const cipher = createCipheriv('aes-256-gcm', own, nonceOf(chunk++, isLast))
      yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    }
  }
}

/**
 * Decrypts a file of a backup, as a part of a pipeline. Fails with BackupError for another key, or if the file was
 * changed, truncated or exchanged.
 */
export function opening(key: Buffer, name: string): Through {
  const unreadable = (): BackupError =>
    new BackupError(
      `${name} doesn’t open with this BACKUP_KEY (${nameOfKey(key)}): wrong key, or the file was changed or truncated. Use the key from the time of the backup, or another backup.`,
    )
  return async function* (source) {
    let own: Buffer | undefined
    let chunk = 0
    for await (const { piece, isLast } of inPieces(source, CHUNK_BYTES + TAG_BYTES, HEAD_BYTES)) {
      if (own === undefined) {
        if (isLast || !piece.subarray(0, MAGIC.length).equals(MAGIC)) throw unreadable()
        own = fileKey(key, piece.subarray(MAGIC.length), name)
        continue
      }
      if (piece.length < TAG_BYTES) throw unreadable()
      const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(chunk++, isLast))
      decipher.setAuthTag(piece.subarray(-TAG_BYTES))
      let opened: Buffer
      try {
        opened = Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()])
      } catch {
        throw unreadable()
      }
      yield opened
    }
  }
}
