/**
 * Run by bench/: fills a running product without transfers, to measure the office's pages. Arguments: the owner's
 * connection, the number of transfers.
 */
import { fillOffice } from './office-history.ts'

const [, , ownerUrl = '', transfers = ''] = process.argv
await fillOffice(ownerUrl, Number.parseInt(transfers, 10))
