import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// The input of the checks in this folder. The path is relative to the root of the repository.
export interface SourceFile {
  readonly path: string
  readonly text: string
}

export const isReadable = (path: string): boolean => /\.(?:tsx?|mjs|js|sql|css|html|md)$/.test(path)
const ignoredFolders = new Set(['node_modules', 'dist', 'coverage'])

export function readSourceFiles(root: string): SourceFile[] {
  return pathsBelow(root, '').map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))
}

export const isCode = ({ path }: Pick<SourceFile, 'path'>): boolean =>
  /\.(?:tsx?|mjs|js)$/.test(path) && !isGenerated(path)

export const isTest = ({ path }: SourceFile): boolean => /\.test\.tsx?$/.test(path)

const isGenerated = (path: string): boolean => /\.gen\.tsx?$/.test(path)

function pathsBelow(root: string, folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      return ignoredFolders.has(entry.name) || entry.name.startsWith('.')
        ? []
        : pathsBelow(root, path)
    }
    return isReadable(entry.name) ? [path] : []
  })
}
