/** The baseline: a Fastify route that does one insert and one commit. Prints its address once it listens. */
import fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['BARE_DATABASE_URL'], max: 20 })
const app = fastify()

app.get('/', async () => ({ status: 'ok' }))
app.post('/insert', async () => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query("insert into bare (id, amount, note) values (gen_random_uuid(), 100, 'bench')")
    await client.query('commit')
  } finally {
    client.release()
  }
  return { done: true }
})
app.get('/memory', async () => ({ rss: process.memoryUsage.rss() }))

process.on('SIGTERM', () => void app.close().then(() => pool.end()))
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
