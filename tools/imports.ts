import { posix } from 'node:path'
import type { Graph } from './cycles.ts'
import type { SourceFile } from './source-files.ts'
import { withoutComments } from './source-text.ts'

export interface Import {
  readonly specifier: string
  // The imported file, or null for a package.
  readonly path: string | null
}

const specifiers = /(?:\bfrom|^\s*import|\bimport\s*\()\s*['"]([^'"\n]+)['"]/gm

export function importsOf(file: SourceFile): Import[] {
  return [...withoutComments(file.text).matchAll(specifiers)].map(([, specifier = '']) => ({
    specifier,
    path: resolve(file.path, specifier),
  }))
}

export function importGraph(files: readonly SourceFile[]): Graph {
  const known = new Set(files.map(({ path }) => path))
  return new Map(
    files.map((file) => {
      const targets = importsOf(file).flatMap(({ path }) => path ?? [])
      return [file.path, new Set(targets.filter((path) => known.has(path)))]
    }),
  )
}

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  if (specifier.startsWith('#/')) return `${sourcesOf(from)}${specifier.slice(1)}`
  const internal = /^@guildhall\/(\w+)\/(.+)$/.exec(specifier)
  return internal === null ? null : `packages/${internal[1]}/src/${internal[2]}.ts`
}

// The package.json of a workspace maps `#/` to its sources.
const sourcesOf = (path: string): string => /^packages\/\w+\/src\b/.exec(path)?.[0] ?? 'src'
