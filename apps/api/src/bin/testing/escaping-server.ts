import { setTimeout as sleep } from 'node:timers/promises'
import { createDb } from '../../db/index.ts'
import type { Readiness } from '../../http/server/readiness.ts'
import { createServer } from '../../http/server/server.ts'
import { Refused } from '../../lib/refused.ts'
import { runProcess } from '../process.ts'

/** The HTTP server as a process, with routes that let errors escape. It has no database, and needs none. */
await runProcess('server', async () => {
  const db = createDb('postgres://nobody@127.0.0.1:9/none')
  let isLeaving = false
  const readiness: Readiness = {
    async check() {
      if (isLeaving) throw new Refused('unavailable')
    },
    leave() {
      isLeaving = true
    },
  }
  const app = await createServer({
    db,
    readiness,
    publicUrl: 'http://localhost:3000',
    logLevel: 'silent',
    authenticate: async () => null,
    modules: [
      {
        routes(instance) {
          instance.get('/slow', async () => {
            process.stdout.write('slow\n')
            await sleep(500)
            return { done: true }
          })
          instance.get('/reject', async () => {
            void Promise.reject(new TypeError('ama@example.com'))
            return { done: true }
          })
          instance.get('/throw', async () => {
            setImmediate(() => {
              throw new TypeError('ama@example.com')
            })
            return { done: true }
          })
        },
      },
    ],
  })
  process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
  return {
    async drain() {
      readiness.leave()
      process.stdout.write('draining\n')
      await sleep(1_000)
    },
    async stop() {
      await app.close()
      await db.destroy()
    },
  }
})
