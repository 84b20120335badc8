import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import * as z from 'zod/mini'
import { readConfig } from '../packages/server/src/platform/config/config.ts'
import { findProgram } from '../packages/server/test/run-program.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'deploy/kubernetes')
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')

const settings = z.record(z.string(), z.string())
const named = z.object({ name: z.string() })
const probe = z.object({ periodSeconds: z.number() })
const container = z.object({
  name: z.string(),
  image: z.string(),
  command: z.optional(z.array(z.string())),
  envFrom: z.array(z.object({ configMapRef: z.optional(named), secretRef: z.optional(named) })),
  env: z._default(z.array(z.object({ name: z.string(), value: z.string() })), []),
  ports: z._default(z.array(z.object({ name: z.string(), containerPort: z.number() })), []),
  resources: z.object({ requests: settings, limits: z.object({ memory: z.string() }) }),
  securityContext: z.record(z.string(), z.unknown()),
})
const server = z.extend(container, {
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
})
const pod = z.object({
  enableServiceLinks: z.literal(false),
  automountServiceAccountToken: z.literal(false),
  securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number() }),
  initContainers: z.tuple([container]),
  containers: z.tuple([server]),
})
const deployment = z.object({
  kind: z.literal('Deployment'),
  metadata: named,
  spec: z.object({ template: z.object({ spec: pod }) }),
})
const configuration = z.object({
  kind: z.enum(['ConfigMap', 'Secret']),
  metadata: named,
  data: z.optional(settings),
  stringData: z.optional(settings),
})

const documents = readdirSync(folder)
  .filter((name) => name !== 'kustomization.yaml')
  .flatMap((name) => parseAllDocuments(readFileSync(join(folder, name), 'utf8')))
  .map((document): unknown => document.toJSON())

const all = <T>(schema: z.ZodMiniType<T>): T[] =>
  documents.flatMap((document) => schema.safeParse(document).data ?? [])

const deployments = all(deployment)

/** The settings that a container gets, from the config map and the secrets as well. */
function environmentOf({ envFrom, env }: z.output<typeof container>): Record<string, string> {
  const kinds = envFrom.flatMap(({ configMapRef, secretRef }) => [
    ...(configMapRef === undefined ? [] : [`ConfigMap ${configMapRef.name}`]),
    ...(secretRef === undefined ? [] : [`Secret ${secretRef.name}`]),
  ])
  const given = all(configuration)
    .filter(({ kind, metadata }) => kinds.includes(`${kind} ${metadata.name}`))
    .flatMap(({ data, stringData }) => Object.entries({ ...data, ...stringData }))
  return Object.fromEntries([...given, ...env.map(({ name, value }) => [name, value])])
}

describe('the manifests for Kubernetes', () => {
  it('run web and workers', () => {
    const roles = deployments.map(
      ({ spec }) => environmentOf(spec.template.spec.containers[0])['GUILDHALL_ROLES'],
    )
    expect(new Set(roles)).toEqual(new Set(['web', 'worker']))
  })

  it.each(deployments)('$metadata.name: all settings are valid', ({ spec }) => {
    const { initContainers, containers } = spec.template.spec
    for (const one of [...initContainers, ...containers]) {
      const config = readConfig(environmentOf(one))
      expect('faults' in config ? config.faults : []).toEqual([])
    }
  })

  it.each(deployments)('$metadata.name: only the migration has the owner’s login', ({ spec }) => {
    const { initContainers, containers } = spec.template.spec
    expect(initContainers[0].command).toEqual(['guildhall', 'migrate'])
    expect(environmentOf(initContainers[0])).toHaveProperty('DATABASE_OWNER_URL')
    expect(environmentOf(containers[0])).not.toHaveProperty('DATABASE_OWNER_URL')
  })

  it.each(deployments)('$metadata.name: agrees with the image, without rights', ({ spec }) => {
    const { initContainers, containers, securityContext } = spec.template.spec
    expect(dockerfile).toContain(`USER ${securityContext.runAsUser}:`)
    for (const one of [...initContainers, ...containers]) {
      expect(one.image).toBe('guildhall')
      expect(one.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
    const [main] = containers
    const ports = main.ports.map(({ name, containerPort }) => [name, String(containerPort)])
    const listening = {
      http: /^EXPOSE (\d+)$/m.exec(dockerfile)?.[1],
      metrics: environmentOf(main)['GUILDHALL_METRICS_PORT'],
    }
    expect(listening).toMatchObject(Object.fromEntries(ports))
  })

  it.skipIf(findProgram('kubectl') === null)('build with kustomize', () => {
    const built = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })
    expect(built.match(/image: registry\.example\.com\/guildhall:/g)).toHaveLength(4)
    expect(built).not.toContain('GUILDHALL_SECRET')
  })
})
