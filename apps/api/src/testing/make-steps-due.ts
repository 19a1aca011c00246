/** Run by e2e/: makes every scheduled step of transfers due, so that a journey does not wait. Argument: the owner's connection. */
import pg from 'pg'

const owner = new pg.Client({ connectionString: process.argv[2] })
await owner.connect()
try {
  await owner.query('update transfers set next_step_at = clock_timestamp() where next_step_at is not null')
} finally {
  await owner.end()
}
