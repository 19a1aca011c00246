import { startTestPostgres } from '@sesa/embedded-postgres'
import type { TestProject } from 'vitest/node'
import { migrate } from '../db/migrate.ts'
import { asAdmin, TEMPLATE, TEST_LOGINS, urlFor } from '../db/testing.ts'

/** Starts one PostgreSQL per test run, with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  try {
    await asAdmin(postgres.ownerUrl, (client) => client.query(`create database ${TEMPLATE}`))
    await migrate(urlFor(postgres.ownerUrl, TEMPLATE), TEST_LOGINS)
  } catch (error) {
    await postgres.stop()
    throw error
  }
  project.provide('testPostgresUrl', postgres.ownerUrl)
  return () => postgres.stop()
}
