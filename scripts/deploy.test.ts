import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/Cluster'
import { ScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/ScheduledBackup'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Service } from 'kubernetes-models/v1/Service'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { filesBelow, ROOT } from './files.ts'

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
}

type Model = new (manifest: unknown) => { validate(): void }

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Classes with the schemas of Kubernetes and CloudNativePG. */
const MODELS = new Map<string, Model>(
  Object.entries({
    'apps/v1 Deployment': Deployment,
    'batch/v1 Job': Job,
    'networking.k8s.io/v1 NetworkPolicy': NetworkPolicy,
    'policy/v1 PodDisruptionBudget': PodDisruptionBudget,
    'postgresql.cnpg.io/v1 Cluster': Cluster,
    'postgresql.cnpg.io/v1 ScheduledBackup': ScheduledBackup,
    'v1 ConfigMap': ConfigMap,
    'v1 Service': Service,
  }) as [string, Model][],
)

function modelOf({ apiVersion, kind }: Manifest): Model {
  const model = MODELS.get(`${apiVersion} ${kind}`)
  if (model === undefined) throw new Error(`There is no schema for ${apiVersion} ${kind}`)
  return model
}

const manifests = filesBelow(ROOT, 'deploy/kubernetes/*.yaml')
  .filter((path) => !path.endsWith('kustomization.yaml'))
  .flatMap((path) => parseAllDocuments(read(path)).map((document) => document.toJS() as Manifest))

test.each(manifests.map((manifest) => [manifest.kind, manifest]))(
  'the schema accepts %s',
  async (_kind, manifest) => {
    const model = modelOf(manifest)
    expect(() => new model(manifest).validate()).not.toThrow()
  },
)

test('the schema of each manifest refuses metadata of another type', () => {
  expect(manifests).toHaveLength(15)
  for (const manifest of manifests) {
    const model = modelOf(manifest)
    expect(() => new model({ ...manifest, metadata: 'none' }).validate(), manifest.kind).toThrow()
  }
})

test('kustomization.yaml names every manifest', () => {
  const { resources } = parse(read('deploy/kubernetes/kustomization.yaml')) as { resources: string[] }
  const files = filesBelow(ROOT, 'deploy/kubernetes/*.yaml').map((path) => path.replace(/.*\//, ''))
  expect([...resources, 'kustomization.yaml'].toSorted()).toEqual(files.toSorted())
})

test('the image copies existing files, and runs as an unprivileged user', () => {
  const text = read('deploy/image/Containerfile')
  const copied = [...text.matchAll(/^COPY --from=build \/sesa\/(\S+)/gm)].map(([, path]) => path ?? '')
  expect(copied.length).toBeGreaterThan(3)
  const made = new Set(['node_modules', 'apps/web/dist', 'apps/office/dist'])
  expect(copied.filter((path) => !made.has(path) && !existsSync(join(ROOT, path)))).toEqual([])
  expect(text).toMatch(/^USER 10001:10001$/m)
})

test('every name of the image carries the version of the product', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const files = [
    'deploy/image/Containerfile',
    'deploy/image/compose.yml',
    'deploy/kubernetes/kustomization.yaml',
  ]
  for (const file of files) {
    const named = [...read(file).matchAll(/sesa:(\d[\w.]*)|newTag: (\S+)/g)].map(
      ([, tag, newTag]) => tag ?? newTag?.replace(/ .*/, ''),
    )
    expect(named.length, file).toBeGreaterThan(0)
    expect(new Set(named), file).toEqual(new Set([version]))
  }
})
