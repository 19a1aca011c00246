import { startTestPostgres } from '@sesa/embedded-postgres'
import type { TestProject } from 'vitest/node'
import { migrate } from '../db/migrate.ts'
import { asAdmin, TEMPLATE, TEST_LOGINS, urlFor } from '../db/testing.ts'

/** Returns the server for the tests: `TEST_POSTGRES_URL` of a superuser, or one started for this run. */
async function testServer(): Promise<{ readonly ownerUrl: string; stop(): Promise<void> }> {
  const ownerUrl = process.env['TEST_POSTGRES_URL']
  if (ownerUrl === undefined) return startTestPostgres()
  const drop = () =>
    asAdmin(ownerUrl, async (client) => {
      await client.query(`drop database if exists ${TEMPLATE} with (force)`)
    })
  await drop()
  return { ownerUrl, stop: drop }
}

/** Gives each test run a server with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await testServer()
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
