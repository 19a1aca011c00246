import { CARD_ACCOUNT } from '../config/rail-names.ts'
import { booksQueues } from '../domains/books/index.ts'
import { complianceQueues } from '../domains/compliance/index.ts'
import { approvalsQueue, privacyQueue } from '../domains/office/index.ts'
import { enquiriesQueue } from '../domains/support/index.ts'
import { holdsQueue } from '../domains/transfers/index.ts'
import type { Queue } from '../lib/work.ts'
import type { Product } from './product-interface.ts'

type Parts = Pick<Product, 'db' | 'enquiryActions' | 'approvals'>

/** Every queue of the inbox. Each domain offers its own. */
export const composeQueues = ({ db, enquiryActions, approvals }: Parts): readonly Queue[] => [
  enquiriesQueue(db, enquiryActions),
  holdsQueue(db),
  ...complianceQueues(db),
  approvalsQueue(approvals.approvals),
  privacyQueue(db),
  ...booksQueues(db, CARD_ACCOUNT),
]
