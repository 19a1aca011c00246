import { makeFreshTree, removeTree, startProduct } from './product.ts'
import { number } from './report.ts'
import { sendMoney, signUp } from './transfers/transfers.ts'

const USERS = 16
const LOOKS = 10

/** Measures the server's memory after each tenth of the transfers, relative to the first (`npm run bench -- --memory`). */
export async function measureMemory(transfers: number, say: (line: string) => void): Promise<string> {
  await makeFreshTree()
  try {
    const product = await startProduct()
    try {
      const customers = await signUp(product, USERS)
      const lines: string[] = []
      let first: number | undefined
      for (let look = 1; look <= LOOKS; look++) {
        for (const customer of customers) await customer.stay()
        await sendMoney(customers, Math.round(transfers / LOOKS))
        const memory = await product.serverMemory()
        first ??= memory
        lines.push(
          `${number((transfers / LOOKS) * look)} transfers: ${number(memory / 1e6)} MB (${number(memory / first, 2)})`,
        )
        say(lines.at(-1) ?? '')
      }
      return [
        'Memory of the server process, in brackets the ratio to the first line; all transfers ended as `sent`:',
        ...lines,
      ].join('\n')
    } finally {
      await product.stop()
    }
  } finally {
    await removeTree()
  }
}
