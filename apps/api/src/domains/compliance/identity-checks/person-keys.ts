import { createHmac } from 'node:crypto'
import { deriveKey, type Secrets } from '../../../lib/secrets.ts'
import { digestedNames } from '../../transfers/index.ts'

interface Person {
  readonly name: string
  readonly dob: string
  readonly documentNumber: string
}

/** Returns a document number without differences of spelling. */
const comparableNumber = (number: string): string => number.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Returns the function that makes a person's digests: under the current secret first, then under the earlier one while it is
 * set, and of the name as compared now and by earlier releases. The database without the secret reveals neither the number
 * nor the person.
 */
export function createPersonKeys({ secret, secretBefore }: Secrets) {
  const keys = [secret, ...(secretBefore === undefined ? [] : [secretBefore])].map((each) =>
    deriveKey(each, 'identity-checks'),
  )
  return ({ name, dob, documentNumber }: Person): readonly Buffer[] =>
    keys.flatMap((key) =>
      digestedNames(name).map((each) =>
        createHmac('sha256', key)
          .update(`${dob}:${comparableNumber(documentNumber)}:${each}`)
          .digest(),
      ),
    )
}
