import Fastify, {
  type FastifyInstance,
  type FastifySchemaCompiler,
  type FastifySerializerCompiler,
} from 'fastify'

interface Compilers {
  readonly validator: FastifySchemaCompiler<unknown>
  readonly serializer: FastifySerializerCompiler<unknown>
}

/** Returns a `compile` that compiles equal schemas once. */
function once<Part extends { schema: unknown }, Compiled>(
  compile: (part: Part) => Compiled,
): (part: Part) => Compiled {
  const compiled = new Map<string, Compiled>()
  return (part) => {
    const key = JSON.stringify(part.schema)
    const known = compiled.get(key) ?? compile(part)
    compiled.set(key, known)
    return known
  }
}

async function createCompilers(): Promise<Compilers> {
  const source = Fastify({
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false },
    },
  })
  // Fastify creates its compilers for the first route that needs them.
  source.get('/', { schema: { querystring: {}, response: { 200: {} } } }, () => null)
  await source.ready()
  const { validatorCompiler, serializerCompiler } = source
  if (!validatorCompiler || !serializerCompiler) throw new Error('Fastify has no compilers')
  return { validator: once(validatorCompiler), serializer: once(serializerCompiler) }
}

let compilers: Promise<Compilers> | undefined

/** Shares compiled schemas: a server's calls share many, and the servers of one process share nearly all. */
export async function shareCompilers(app: FastifyInstance): Promise<void> {
  const { validator, serializer } = await (compilers ??= createCompilers())
  app.setValidatorCompiler(validator)
  app.setSerializerCompiler(serializer)
}
