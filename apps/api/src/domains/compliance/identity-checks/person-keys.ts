import { createHmac } from 'node:crypto'
import { deriveKey, type Secrets } from '../../../lib/secrets.ts'
import { digestedNames } from '../../transfers/index.ts'

interface Person {
  readonly name: string
  readonly dob: string
  readonly documentNumber: string
}

/** Returns a document number without what people and machines write differently. */
const comparableNumber = (number: string): string => number.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Returns the function that makes the digests of a person: under the current secret first, and under the earlier one while
 * it is set, of the name as it is compared and as earlier releases compared it. The database alone reveals neither the number nor the person.
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
