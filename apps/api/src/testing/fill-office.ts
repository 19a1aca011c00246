/**
 * Run by bench/: fills a running product without transfers for measurements of the office's pages. Arguments: the owner's
 * connection, the number of transfers, the id of the customer whom one in 100 belongs to.
 */
import { fillOffice } from './office-history.ts'

const [, , ownerUrl = '', transfers = '', own = ''] = process.argv
await fillOffice(ownerUrl, { transfers: Number.parseInt(transfers, 10), own })
