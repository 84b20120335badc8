// JavaScript for applications; their types are added when the package is packed.
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))

export async function buildAdapters() {
  const { build } = await import('esbuild')
  rmSync(`${folder}dist`, { recursive: true, force: true })
  await build({
    absWorkingDir: folder,
    entryPoints: ['src/express.ts', 'src/hono.ts', 'src/next.ts'],
    outdir: 'dist',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.6',
    logLevel: 'error',
  })
}

if (import.meta.url === `file://${process.argv[1]}`) await buildAdapters()
