import { readdir } from 'node:fs/promises'
import type { Endpoint } from '../../contract/src/endpoint.ts'

const folder = new URL('../../contract/src/', import.meta.url)

/** Every endpoint that the contract declares, wherever it stands there. */
export async function contractEndpoints(): Promise<Endpoint[]> {
  // Every test file asks, and the contract doesn't change meanwhile.
  found ??= find()
  return found
}

let found: Promise<Endpoint[]> | undefined

async function find(): Promise<Endpoint[]> {
  const paths = await readdir(folder, { recursive: true })
  const sources = paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts')).sort()
  const modules = await Promise.all(
    sources.map((path): Promise<object> => import(new URL(path, folder).href)),
  )
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint))
}

export interface Located {
  readonly method: string
  readonly path: string
}

export const endpointLine = ({ method, path }: Located): string => `${method} ${path}`

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' &&
  value !== null &&
  ['name', 'wire', 'method', 'path', 'for', 'refuses'].every((key) => key in value)
