import type { Client, Method } from './client.ts'

/** The part of JSON Schema that the contract uses. */
export interface Schema {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly propertyNames?: Schema
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: Schema
}

interface Content {
  readonly description?: string
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

/** An operation of the served OpenAPI document. */
export interface Operation {
  readonly id: string
  readonly method: Method
  readonly path: string
  /** True if it needs a bearer token. */
  readonly guarded: boolean
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  /** The schema of each status; undefined for an empty body. */
  readonly answers: ReadonlyMap<number, Schema | undefined>
  /** Error codes by status. */
  readonly codes: ReadonlyMap<number, readonly string[]>
}

interface Document {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        security: readonly unknown[]
        parameters: readonly Parameter[]
        requestBody?: Content
        responses: Record<string, Content>
      }
    >
  >
  readonly components: { readonly schemas: { readonly Error: Schema } }
}

const schemaIn = ({ content }: Content, error: Schema): Schema | undefined => {
  const schema = content?.['application/json']?.schema
  return schema !== undefined && '$ref' in schema ? error : schema
}

/** Returns every operation of the served `/openapi.json`: what the server offers, not what the contract intends. */
export async function servedOperations(client: Client): Promise<readonly Operation[]> {
  const { body } = await client.send('GET', '/openapi.json')
  const { paths, components } = body as unknown as Document
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase() as Method,
      path,
      guarded: operation.security.length > 0,
      parameters: operation.parameters,
      body: operation.requestBody && schemaIn(operation.requestBody, components.schemas.Error),
      answers: new Map(
        Object.entries(operation.responses).map(([status, answer]) => [
          Number(status),
          schemaIn(answer, components.schemas.Error),
        ]),
      ),
      codes: new Map(
        Object.entries(operation.responses).map(([status, { description = '' }]) => [
          Number(status),
          [...description.matchAll(/^`(\w+)`:/gm)].map((match) => match[1] ?? ''),
        ]),
      ),
    })),
  )
}

/** Returns the address of an operation with these values in its path. */
export function addressOf({ path }: Operation, values: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** Returns true when requests of this operation may change something. */
export const changes = ({ method }: Operation): boolean => method !== 'GET'
