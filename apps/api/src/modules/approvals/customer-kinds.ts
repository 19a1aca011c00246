import { isPermitted, type ApprovalAction } from '@sesa/contract/office'
import * as v from 'valibot'
import { requireNoWork } from '../account/index.ts'
import { accountVersion, type Carriers, type Kind } from './kind.ts'

const correctionPayload = v.object({ correction: v.pipe(v.string(), v.uuid()) })

/** Creates the kinds of requests that correct a customer's name and erase an account. */
export const createCustomerKinds = ({
  db,
  names,
  closeAccount,
}: Pick<Carriers, 'db' | 'names' | 'closeAccount'>) =>
  ({
    correct_name: {
      permission: 'names.correct',
      check: (_payload, userId) => names.check(userId),
      versionOf: (tx, userId) => names.versionOf(tx, userId),
      async carryOut(userId, payload, action) {
        await names.carryOut(userId, v.parse(correctionPayload, payload).correction, action)
        return 'the name is corrected'
      },
    },
    erase_account: {
      permission: 'erasure.request',
      check: (_payload, userId, roles) =>
        requireNoWork(db, userId, { maySeeCases: isPermitted(roles, 'cases.read') }),
      versionOf: accountVersion,
      async carryOut(userId, _payload, action) {
        await closeAccount(userId, action)
        return 'erased'
      },
    },
  }) as const satisfies Partial<Record<ApprovalAction, Kind>>
