/** The bundled PostgreSQL 18, for development, demonstrations and tests. */
export { PostgresStartError } from './errors.ts'
export { freePort } from './free-port.ts'
export type { RunningPostgres, StartOptions } from './start.ts'
export { startPostgres } from './start.ts'
export { startTestPostgres } from './test-postgres.ts'
