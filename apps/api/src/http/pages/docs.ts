import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { openApiDocument } from '@sesa/contract/openapi'
import type { FastifyInstance } from 'fastify'

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
    })
  })
}
