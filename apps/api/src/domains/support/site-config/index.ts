import type { Config } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import { readPublicConfig, type SiteConfigDeps } from './config.ts'
import { registerSiteConfig } from './routes.ts'

export interface SiteConfigModule {
  routes(app: FastifyInstance): void
  /** Returns the body of `GET /config`, for answers that include it. */
  publicConfig(): Promise<Config>
}

/** Creates the site's public configuration: countries, corridors with their bounds, networks, limits, support. */
export function createSiteConfigModule(deps: SiteConfigDeps): SiteConfigModule {
  const publicConfig = () => readPublicConfig(deps)
  return { publicConfig, routes: (app) => registerSiteConfig(app, publicConfig) }
}
