/**
 * Run by bench/: fills a running product without transfers, to measure the office's pages. Arguments: the owner's
 * connection, the number of transfers, the id of the customer who has one transfer in 100.
 */
import { fillOffice } from './office-history.ts'

const [, , ownerUrl = '', transfers = '', own = ''] = process.argv
await fillOffice(ownerUrl, { transfers: Number.parseInt(transfers, 10), own })
