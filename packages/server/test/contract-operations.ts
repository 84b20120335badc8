import { readdir } from 'node:fs/promises'
import type { Operation } from '../../contract/src/operation.ts'

const folder = new URL('../../contract/src/', import.meta.url)

/** Every endpoint that the contract declares, in any of its files. */
export async function contractOperations(): Promise<Operation[]> {
  // Cached, because every test file needs them.
  found ??= find()
  return found
}

let found: Promise<Operation[]> | undefined

async function find(): Promise<Operation[]> {
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

export const operationLine = ({ method, path }: Located): string => `${method} ${path}`

const isEndpoint = (value: unknown): value is Operation =>
  typeof value === 'object' &&
  value !== null &&
  ['name', 'wire', 'method', 'path', 'for', 'refuses'].every((key) => key in value)
