import { posix } from 'node:path'
import type { Graph } from './circles.ts'
import { withoutComments } from './code.ts'
import type { SourceFile } from './source-files.ts'

export interface Import {
  readonly specifier: string
  // The file it names, or null for a package.
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
  const ours = /^@guildhall\/(\w+)\/(.+)$/.exec(specifier)
  return ours === null ? null : `packages/${ours[1]}/src/${ours[2]}.ts`
}
