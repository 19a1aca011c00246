import { calls, type Config } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../http/route.ts'
import { findCountries } from './countries.ts'

export function registerSiteConfig(app: FastifyInstance, publicConfig: () => Promise<Config>): void {
  route(app, calls.getConfig, publicConfig)
  route(app, calls.findCountry, async ({ query }) => ({ countries: findCountries(query.name) }))
}
