import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { openApiDocument } from '@sesa/contract/openapi'
import type { FastifyInstance } from 'fastify'

/** The mark and the name, as in the header of our pages. */
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" viewBox="0 0 120 40"><circle cx="20" cy="20" r="20" fill="#0b3b2d"/><circle cx="20" cy="20" r="15.5" fill="none" stroke="#f9f3e5" stroke-width="2"/><path d="M20 7.5 23.2 13.6 29.8 11.2 27.3 17.7 33 20 27.3 22.3 29.8 28.8 23.2 26.4 20 32.5 16.8 26.4 10.2 28.8 12.7 22.3 7 20 12.7 17.7 10.2 11.2 16.8 13.6Z" fill="#f4ae3d"/><text x="50" y="28" font-family="sans-serif" font-size="24" font-weight="800" fill="#f9f3e5">Sesa</text></svg>'

const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'"

/** Serves `/openapi.json` and `/docs`, generated from the registered calls, so they always match the server. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  const document = openApiDocument(Object.fromEntries(app.servedCalls))
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json').send(JSON.stringify(document)),
  )
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', DOCS_POLICY)
    })
    await docs.register(swagger, { mode: 'static', specification: { document: document as never } })
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { deepLinking: false, supportedSubmitMethods: [] },
      theme: { title: 'Sesa API' },
      logo: { type: 'image/svg+xml', content: LOGO, href: '/' },
    })
  })
}
